import { Result } from "effect"
import { type Decide, formatIso } from "#core/kernel"
import { type Frequency, LISTS_MAX } from "../listRules.ts"
import { TooManyLists } from "../refusals.ts"
import {
  AddressShared,
  FrequencySet,
  type LeftBy,
  ListJoined,
  ListsForgotten,
  ListsLeft,
  type MailListEvent,
  SharingWithdrawn,
} from "./events.ts"
import type { MailListState } from "./MailList.ts"

type Who = { readonly personId: string; readonly nowMs: number }
type DecideLists<Refusal> = Decide<MailListState, MailListEvent, Refusal>

/** Joins the list of a channel, or changes how often it sends. */
export const joinList =
  ({
    personId,
    nowMs,
    channelId,
    frequency,
  }: Who & { readonly channelId: number; readonly frequency: Frequency }): DecideLists<TooManyLists> =>
  ({ joined }) => {
    const former = joined.get(channelId)
    if (former === frequency) return Result.succeed([])
    const at = formatIso(nowMs)
    if (former !== undefined) return Result.succeed([FrequencySet.make({ personId, channelId, frequency, setAt: at })])
    if (joined.size >= LISTS_MAX) return Result.fail(new TooManyLists({}))
    return Result.succeed([ListJoined.make({ personId, channelId, frequency, joinedAt: at })])
  }

/**
 * Lets the creator of a channel have the person's address, or withdraws it. Only who is on the list shares: others give
 * nothing to take along.
 */
export const shareAddress =
  ({
    personId,
    nowMs,
    channelId,
    isShared,
  }: Who & { readonly channelId: number; readonly isShared: boolean }): DecideLists<never> =>
  ({ joined, shared }) => {
    if (shared.has(channelId) === isShared || (isShared && !joined.has(channelId))) return Result.succeed([])
    const at = formatIso(nowMs)
    return Result.succeed([
      isShared
        ? AddressShared.make({ personId, channelId, sharedAt: at })
        : SharingWithdrawn.make({ personId, channelId, withdrawnAt: at }),
    ])
  }

/** Changes how often all lists of a person send. */
export const setAllFrequencies =
  ({ personId, nowMs, frequency }: Who & { readonly frequency: Frequency }): DecideLists<never> =>
  ({ joined }) =>
    Result.succeed(
      [...joined]
        .filter(([, former]) => former !== frequency)
        .map(([channelId]) => FrequencySet.make({ personId, channelId, frequency, setAt: formatIso(nowMs) })),
    )

/** What is left: one channel, all lists with these frequencies, or all lists. */
export type LeaveScope = { readonly channelId: number } | { readonly frequencies: ReadonlyArray<Frequency> } | "all"

/** Leaves lists. Nothing refuses it, and leaving a list again changes nothing. */
export const leaveLists =
  ({ personId, nowMs, scope, how }: Who & { readonly scope: LeaveScope; readonly how: LeftBy }): DecideLists<never> =>
  ({ joined }) => {
    const isMeant = ([channelId, frequency]: readonly [number, Frequency]) =>
      scope === "all" || ("channelId" in scope ? scope.channelId === channelId : scope.frequencies.includes(frequency))
    const channelIds = [...joined].filter(isMeant).map(([channelId]) => channelId)
    return Result.succeed(
      channelIds.length === 0 ? [] : [ListsLeft.make({ personId, channelIds, how, leftAt: formatIso(nowMs) })],
    )
  }

/** Forgets the lists of a person whose account was deleted. */
export const forgetLists =
  ({ personId, nowMs }: Who): DecideLists<never> =>
  ({ joined, left }) => {
    const channelIds = [...joined.keys(), ...left]
    return Result.succeed(
      channelIds.length === 0 ? [] : [ListsForgotten.make({ personId, channelIds, forgottenAt: formatIso(nowMs) })],
    )
  }
