import { Effect } from "effect"
import { currentTimeIso, type Decide, dieOnConflict, isUuid, writer } from "#core/kernel"
import type { AtMessage, InRoom } from "./commands.ts"
import type { SeatEvent } from "./events.ts"
import { isConversation, roomIdOf, seatIdOf } from "./ids.ts"
import { done } from "./inTime.ts"
import { NeedPermission } from "./refusals.ts"
import { acceptInvite, ignoreInvite, joinRoom, leaveRoom, moveReadPointer } from "./seat/changeSeat.ts"
import { Seat, type SeatState } from "./seat/Seat.ts"
import { standingOf } from "./standingOf.ts"
import type { standings } from "./standings.ts"

type Place = { readonly roomId: string; readonly personId: string; readonly nowIso: string }

/** Comes and goes, answers invitations, reads. */
export const inSeats = (known: Effect.Success<typeof standings>) =>
  Effect.gen(function* () {
    const write = yield* writer(Seat)
    const standing = standingOf(known)

    const seatOf = Effect.fnUntraced(function* ({ by, room }: InRoom) {
      if (by === null || !isUuid(by)) return yield* new NeedPermission()
      return { roomId: roomIdOf(room), personId: by, nowIso: yield* currentTimeIso } satisfies Place
    })
    const written = <Refusal>(
      { roomId, personId }: Omit<Place, "nowIso">,
      decide: Decide<SeatState, SeatEvent, Refusal>,
    ) => Effect.map(dieOnConflict(write(seatIdOf(roomId, personId), decide)), done(roomId))

    return {
      join: Effect.fn("Chats.join")(function* ({ by, room }: InRoom) {
        const place = yield* seatOf({ by, room })
        const { mayJoin, head } = yield* standing(room, by, 0)
        if (!mayJoin) return yield* new NeedPermission()
        return yield* written(place, joinRoom({ ...place, head }))
      }),

      leave: Effect.fn("Chats.leave")(function* ({ by, room }: InRoom) {
        const place = yield* seatOf({ by, room })
        const { mayRead, seat } = yield* standing(room, by, 0)
        // A creator's room may be left by who is in by their level alone; a conversation begins with a seat for both.
        if (seat === "none" && (isConversation(room) || !mayRead)) return yield* new NeedPermission()
        return yield* written(place, leaveRoom(place))
      }),

      accept: Effect.fn("Chats.accept")(function* ({ by, room }: InRoom) {
        const place = yield* seatOf({ by, room })
        return yield* written(place, acceptInvite(place))
      }),

      ignore: Effect.fn("Chats.ignore")(function* ({ by, room }: InRoom) {
        const place = yield* seatOf({ by, room })
        return yield* written(place, ignoreInvite(place))
      }),

      markRead: Effect.fn("Chats.markRead")(function* ({ by, room, seq }: AtMessage) {
        const place = yield* seatOf({ by, room })
        const kept = yield* standing(room, by)
        // What was posted within the last second may have been read too.
        const { mayRead, head } = kept.mayRead && seq <= kept.head ? kept : yield* standing(room, by, 0)
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
