import { Result } from "effect"
import { type Decide, stripBidiControls } from "#core/kernel"
import { GROUP_MEMBERS_MAX, GROUP_NAME_LENGTH_MAX } from "../contract.ts"
import { CannotAdd, InvalidGroupName, NeedPermission, TooMany } from "../refusals.ts"
import {
  type GroupEvent,
  GroupMemberAdded,
  GroupMemberRemoved,
  GroupOwnerChanged,
  GroupRenamed,
  GroupStarted,
} from "./events.ts"
import type { GroupState } from "./Group.ts"

type Which = { readonly groupId: string; readonly by: string; readonly nowIso: string }

/**
 * Who may be brought together: `mayAdd` holds for people with an open conversation with the person who adds, in which
 * both agreed to talk; `isApart` for two people where one blocked the other.
 */
export type Relations = {
  readonly mayAdd: (personId: string) => boolean
  readonly isApart: (one: string, other: string) => boolean
}

/** The name as it is stored, or null if it cannot be one. */
export const groupNameOf = (name: string): string | null => {
  const plain = stripBidiControls(name).trim()
  return plain === "" || plain.length > GROUP_NAME_LENGTH_MAX || /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(plain)
    ? null
    : plain
}

export const startGroup =
  (
    {
      groupId,
      by,
      name,
      personIds,
      nowIso,
    }: Which & { readonly name: string; readonly personIds: ReadonlyArray<string> },
    relations: Relations,
  ): Decide<GroupState, GroupEvent, InvalidGroupName | CannotAdd | TooMany> =>
  ({ ownerId }) => {
    if (ownerId !== null) return Result.succeed([])
    const plain = groupNameOf(name)
    if (plain === null) return Result.fail(new InvalidGroupName())
    const others = [...new Set(personIds)].filter((personId) => personId !== by)
    if (others.length === 0) return Result.fail(new CannotAdd())
    if (others.length >= GROUP_MEMBERS_MAX) return Result.fail(new TooMany({ of: "members" }))
    const isRefused = others.some((personId, at) => !mayJoin(personId, others.slice(0, at), relations))
    if (isRefused) return Result.fail(new CannotAdd())
    const fact = { groupId, ownerId: by, name: plain, memberIds: [by, ...others], startedAt: nowIso }
    return Result.succeed([GroupStarted.make(fact)])
  }

export const renameGroup =
  ({
    groupId,
    by,
    name,
    nowIso,
  }: Which & { readonly name: string }): Decide<GroupState, GroupEvent, NeedPermission | InvalidGroupName> =>
  ({ ownerId }) => {
    if (ownerId !== by) return Result.fail(new NeedPermission())
    const plain = groupNameOf(name)
    if (plain === null) return Result.fail(new InvalidGroupName())
    return Result.succeed([GroupRenamed.make({ groupId, byId: by, name: plain, renamedAt: nowIso })])
  }

/** People who left by themselves cannot be added again. */
export const addMember =
  (
    { groupId, by, personId, nowIso }: Which & { readonly personId: string },
    relations: Relations,
  ): Decide<GroupState, GroupEvent, NeedPermission | CannotAdd | TooMany> =>
  ({ ownerId, memberIds, leftIds }) => {
    if (ownerId !== by) return Result.fail(new NeedPermission())
    if (memberIds.includes(personId)) return Result.succeed([])
    if (memberIds.length >= GROUP_MEMBERS_MAX) return Result.fail(new TooMany({ of: "members" }))
    const others = memberIds.filter((each) => each !== by)
    if (leftIds.has(personId) || !mayJoin(personId, others, relations)) return Result.fail(new CannotAdd())
    return Result.succeed([GroupMemberAdded.make({ groupId, personId, byId: by, addedAt: nowIso })])
  }

/** The owner removes others; everyone may leave. When the owner leaves, the member who was first becomes the owner. */
export const removeMember =
  ({
    groupId,
    by,
    personId,
    nowIso,
  }: Which & { readonly personId: string }): Decide<GroupState, GroupEvent, NeedPermission> =>
  ({ ownerId, memberIds }) => {
    if (ownerId !== by && personId !== by) return Result.fail(new NeedPermission())
    if (!memberIds.includes(personId)) return Result.succeed([])
    const removed = GroupMemberRemoved.make({ groupId, personId, byId: by, removedAt: nowIso })
    if (personId !== ownerId) return Result.succeed([removed])
    const next = memberIds.find((each) => each !== personId) ?? null
    return Result.succeed([removed, GroupOwnerChanged.make({ groupId, ownerId: next, changedAt: nowIso })])
  }

export const handOverGroup =
  ({
    groupId,
    by,
    personId,
    nowIso,
  }: Which & { readonly personId: string }): Decide<GroupState, GroupEvent, NeedPermission> =>
  ({ ownerId, memberIds }) => {
    if (ownerId !== by || !memberIds.includes(personId)) return Result.fail(new NeedPermission())
    if (personId === by) return Result.succeed([])
    return Result.succeed([GroupOwnerChanged.make({ groupId, ownerId: personId, changedAt: nowIso })])
  }

const mayJoin = (personId: string, memberIds: ReadonlyArray<string>, { mayAdd, isApart }: Relations): boolean =>
  mayAdd(personId) && !memberIds.some((each) => isApart(each, personId))
