import { Result } from "effect"
import type { Decide } from "#core/kernel"
import { BANS_MAX, type Scope } from "../contract.ts"
import {
  BannedByOperators,
  PersonBanned,
  PersonUnbanned,
  type RoomEvent,
  RoomOpened,
  RoomShut,
  UnbannedByOperators,
} from "../events.ts"
import { type OwnedRoom, roomIdOf } from "../ids.ts"
import { NeedPermission, TooMany } from "../refusals.ts"
import type { RoomState } from "./Room.ts"

/**
 * `isCreator`: the caller is a creator or an operator. A room that exists may always be opened and shut by its owner.
 */
type OfOwner = Pick<OwnedRoom, "ownerId"> & {
  readonly scope: Exclude<Scope, "Group">
  readonly isCreator: boolean
  readonly nowIso: string
}

export const openRoom =
  ({ scope, ownerId, isCreator, nowIso }: OfOwner): Decide<RoomState, RoomEvent, NeedPermission> =>
  ({ status }) => {
    if (!isCreator && status === "none") return Result.fail(new NeedPermission())
    if (status === "open") return Result.succeed([])
    const roomId = roomIdOf({ scope, ownerId })
    return Result.succeed([RoomOpened.make({ roomId, scope, ownerId, personIds: [], openedAt: nowIso })])
  }

/** Messages stay readable. A personal room can be shut without having been opened. */
export const shutRoom =
  ({ scope, ownerId, isCreator, nowIso }: OfOwner): Decide<RoomState, RoomEvent, NeedPermission> =>
  ({ status }) => {
    if (!isCreator && status === "none") return Result.fail(new NeedPermission())
    if (status === "shut" || (status === "none" && scope !== "Person")) return Result.succeed([])
    return Result.succeed([RoomShut.make({ roomId: roomIdOf({ scope, ownerId }), scope, ownerId, shutAt: nowIso })])
  }

type PersonRequest = { readonly roomId: string; readonly personId: string; readonly nowIso: string }

export const banPerson =
  ({ nowIso, ...seat }: PersonRequest): Decide<RoomState, RoomEvent, NeedPermission | TooMany> =>
  ({ status, bannedIds }) => {
    if (status === "none") return Result.fail(new NeedPermission())
    if (bannedIds.includes(seat.personId)) return Result.succeed([])
    if (bannedIds.length >= BANS_MAX) return Result.fail(new TooMany({ of: "bans" }))
    return Result.succeed([PersonBanned.make({ ...seat, bannedAt: nowIso })])
  }

export const unbanPerson =
  ({ nowIso, ...seat }: PersonRequest): Decide<RoomState, RoomEvent, never> =>
  ({ bannedIds }) =>
    Result.succeed(bannedIds.includes(seat.personId) ? [PersonUnbanned.make({ ...seat, unbannedAt: nowIso })] : [])

/** The cause of a ban that operators set by themselves, apart from a moderation case. */
export const OPERATORS_CAUSE = "operators"

type OperatorBan = PersonRequest & { readonly cause: string }

/** Operators ban somebody. A ban of the creator neither replaces it nor ends with it. */
export const banAsOperators =
  ({ nowIso, ...ban }: OperatorBan): Decide<RoomState, RoomEvent, NeedPermission | TooMany> =>
  ({ status, operatorBans }) => {
    if (status === "none") return Result.fail(new NeedPermission())
    if (operatorBans.some(({ personId, cause }) => personId === ban.personId && cause === ban.cause))
      return Result.succeed([])
    if (operatorBans.length >= BANS_MAX) return Result.fail(new TooMany({ of: "bans" }))
    return Result.succeed([BannedByOperators.make({ ...ban, bannedAt: nowIso })])
  }

/** Ends the ban that operators set for this cause; other bans of the same person stay. */
export const unbanAsOperators =
  ({ nowIso, ...ban }: OperatorBan): Decide<RoomState, RoomEvent, never> =>
  ({ operatorBans }) =>
    Result.succeed(
      operatorBans.some(({ personId, cause }) => personId === ban.personId && cause === ban.cause)
        ? [UnbannedByOperators.make({ ...ban, unbannedAt: nowIso })]
        : [],
    )
