import { Result } from "effect"
import type { Decide } from "#core/kernel"
import { PersonBanned, PersonUnbanned, type RoomEvent, RoomOpened, RoomShut } from "../events.ts"
import { type OwnedRoom, roomIdOf } from "../ids.ts"
import { BANS_MAX } from "../limits.ts"
import { NeedPermission, TooMany } from "../refusals.ts"
import type { RoomState } from "./Room.ts"

/** `isCreator`: whoever asks is a creator, or an operator. Whose room was opened once may open and shut it in any case. */
type OfOwner = OwnedRoom & { readonly isCreator: boolean; readonly nowIso: string }

/** Opens one of a creator's rooms, again where it was shut. */
export const openRoom =
  ({ scope, ownerId, isCreator, nowIso }: OfOwner): Decide<RoomState, RoomEvent, NeedPermission> =>
  ({ status }) => {
    if (!isCreator && status === "none") return Result.fail(new NeedPermission())
    if (status === "open") return Result.succeed([])
    const roomId = roomIdOf({ scope, ownerId })
    return Result.succeed([RoomOpened.make({ roomId, scope, ownerId, personIds: [], openedAt: nowIso })])
  }

/** Shuts it: what was said stays, nobody adds to it. The door of a creator can be shut though nobody ever opened it. */
export const shutRoom =
  ({ scope, ownerId, isCreator, nowIso }: OfOwner): Decide<RoomState, RoomEvent, NeedPermission> =>
  ({ status }) => {
    if (!isCreator && status === "none") return Result.fail(new NeedPermission())
    if (status === "shut" || (status === "none" && scope !== "Person")) return Result.succeed([])
    return Result.succeed([RoomShut.make({ roomId: roomIdOf({ scope, ownerId }), scope, ownerId, shutAt: nowIso })])
  }

type OfPerson = { readonly roomId: string; readonly personId: string; readonly nowIso: string }

/** Somebody may no longer read or write here. */
export const banPerson =
  ({ nowIso, ...seat }: OfPerson): Decide<RoomState, RoomEvent, NeedPermission | TooMany> =>
  ({ status, bannedIds }) => {
    if (status === "none") return Result.fail(new NeedPermission())
    if (bannedIds.includes(seat.personId)) return Result.succeed([])
    if (bannedIds.length >= BANS_MAX) return Result.fail(new TooMany({ of: "bans" }))
    return Result.succeed([PersonBanned.make({ ...seat, bannedAt: nowIso })])
  }

export const unbanPerson =
  ({ nowIso, ...seat }: OfPerson): Decide<RoomState, RoomEvent, never> =>
  ({ bannedIds }) =>
    Result.succeed(bannedIds.includes(seat.personId) ? [PersonUnbanned.make({ ...seat, unbannedAt: nowIso })] : [])
