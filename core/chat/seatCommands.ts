import { Effect } from "effect"
import { currentTimeIso, type Decide, dieOnConflict, isUuid, writer } from "#core/kernel"
import { toCommandResult } from "./commandHelpers.ts"
import type { MessageRequest, RoomRequest } from "./commands.ts"
import type { SeatEvent } from "./events.ts"
import { isConversation, roomIdOf, seatIdOf } from "./ids.ts"
import { currentPermissions, type makePermissionReader } from "./readPermissions.ts"
import { NeedPermission } from "./refusals.ts"
import {
  acceptInvite,
  ignoreInvite,
  joinRoom,
  leaveRoom,
  moveReadPointer,
  muteRoom,
  unmuteRoom,
} from "./seat/changeSeat.ts"
import { Seat, type SeatState } from "./seat/Seat.ts"

type SeatRef = { readonly roomId: string; readonly personId: string; readonly nowIso: string }

/** Joining, leaving, invitations and read pointers. */
export const makeSeatCommands = (known: Effect.Success<typeof makePermissionReader>) =>
  Effect.gen(function* () {
    const write = yield* writer(Seat)
    const permissions = currentPermissions(known)

    const seatOf = Effect.fnUntraced(function* ({ by, room }: RoomRequest) {
      if (by === null || !isUuid(by)) return yield* new NeedPermission()
      return { roomId: roomIdOf(room), personId: by, nowIso: yield* currentTimeIso } satisfies SeatRef
    })
    const written = <Refusal>(
      { roomId, personId }: Omit<SeatRef, "nowIso">,
      decide: Decide<SeatState, SeatEvent, Refusal>,
    ) => Effect.map(dieOnConflict(write(seatIdOf(roomId, personId), decide)), toCommandResult(roomId))

    return {
      join: Effect.fn("Chats.join")(function* ({ by, room }: RoomRequest) {
        const place = yield* seatOf({ by, room })
        const { mayJoin, head } = yield* permissions(room, by, 0)
        if (!mayJoin) return yield* new NeedPermission()
        return yield* written(place, joinRoom({ ...place, head }))
      }),

      leave: Effect.fn("Chats.leave")(function* ({ by, room }: RoomRequest) {
        const place = yield* seatOf({ by, room })
        const { mayRead, seat } = yield* permissions(room, by, 0)
        // Subscribers may leave without having joined; a conversation always has a seat for both.
        if (seat === "none" && (isConversation(room) || !mayRead)) return yield* new NeedPermission()
        return yield* written(place, leaveRoom(place))
      }),

      accept: Effect.fn("Chats.accept")(function* ({ by, room }: RoomRequest) {
        const place = yield* seatOf({ by, room })
        return yield* written(place, acceptInvite(place))
      }),

      ignore: Effect.fn("Chats.ignore")(function* ({ by, room }: RoomRequest) {
        const place = yield* seatOf({ by, room })
        return yield* written(place, ignoreInvite(place))
      }),

      mute: Effect.fn("Chats.mute")(function* ({ by, room }: RoomRequest) {
        const place = yield* seatOf({ by, room })
        if (!(yield* permissions(room, by, 0)).mayRead) return yield* new NeedPermission()
        return yield* written(place, muteRoom(place))
      }),

      unmute: Effect.fn("Chats.unmute")(function* ({ by, room }: RoomRequest) {
        const place = yield* seatOf({ by, room })
        return yield* written(place, unmuteRoom(place))
      }),

      markRead: Effect.fn("Chats.markRead")(function* ({ by, room, seq }: MessageRequest) {
        const place = yield* seatOf({ by, room })
        const permitted = yield* permissions(room, by)
        // Messages of the last second may have been read too.
        const { mayRead, head } =
          permitted.mayRead && seq <= permitted.head ? permitted : yield* permissions(room, by, 0)
        if (!mayRead) return yield* new NeedPermission()
        const reached = Math.min(Math.max(Math.floor(seq), 0), head)
        return { ...(yield* written(place, moveReadPointer({ ...place, seq: reached }))), seq: reached }
      }),

      endSeat: Effect.fn("Chats.endSeat")(function* (roomId: string, personId: string) {
        const place = { roomId, personId, nowIso: yield* currentTimeIso }
        return yield* written(place, leaveRoom(place))
      }),
    }
  })
