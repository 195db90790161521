import { Result } from "effect"
import type { Decide } from "#core/kernel"
import { BANS_MAX } from "../contract.ts"
import { PersonBanned, PersonUnbanned, type RoomEvent, RoomOpened, RoomShut } from "../events.ts"
import { type OwnedRoom, roomIdOf } from "../ids.ts"
import { NeedPermission, TooMany } from "../refusals.ts"
import type { RoomState } from "./Room.ts"

/**
 * `isCreator`: the caller is a creator or an operator. A room that exists may always be opened and shut by its owner.
 */
type OfOwner = OwnedRoom & { readonly isCreator: boolean; readonly nowIso: string }

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
