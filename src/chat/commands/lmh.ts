import { Effect } from "effect"
import { listRooms, unreadIn } from "#projections/chat"
import type { Handler } from "./Handler.ts"
import { onlineAmong } from "./ls.ts"
import { caughtUp } from "./pages.ts"
import { summaryOf } from "./shapes.ts"

/** The rooms of the asker with their last messages and what is new. */
export const lmh: Handler = Effect.fn("Lmh")(function* (asker) {
  const { personId } = asker.person
  yield* caughtUp(asker)
  const rooms = yield* listRooms(personId)
  const online = yield* Effect.promise(() => onlineAmong(asker, rooms))
  return { Rooms: rooms.map((room) => summaryOf(room, online, personId)), UnreadCount: unreadIn(rooms) }
})
