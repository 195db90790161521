import { Effect } from "effect"
import { unreadIn, unreadOf } from "#projections/chat"
import type { Handler } from "./Handler.ts"
import { listPage } from "./listPage.ts"
import { summaryOf } from "./shapes.ts"

/** The rooms of the asker with their last messages and what is new. */
export const lmh: Handler = Effect.fn("Lmh")(function* (asker, [more = ""]) {
  const { personId } = asker.person
  const { rooms, page } = yield* listPage(asker, more, (room, online) => summaryOf(room, online, personId))
  return { ...page, UnreadCount: more === "" ? unreadIn(rooms) : yield* unreadOf(personId) }
})
