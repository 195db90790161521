import { Effect } from "effect"
import type { ChatHistory } from "#contract/chat"
import { Chats, NeedPermission, type RoomAddress } from "#core/chat"
import { type HistoryPage, unreadOf } from "#projections/chat"
import { waitFor } from "#projections/runner"
import { targetOf } from "../rooms/RoomMessage.ts"
import { fitted } from "./fitted.ts"
import type { Asker } from "./Handler.ts"
import { messageOf } from "./shapes.ts"

/** A page that is older than what was pushed would stay so until something else happens: better is to wait longer. */
const CAUGHT_UP_MS_MAX = 2_000

/** Waits, for a moment, until read models show what the asker did and what was pushed to them. */
export const caughtUp = ({ node, person }: Asker, roomIds: Iterable<string> = person.rooms.keys()) => {
  let { position } = person
  for (const roomId of roomIds) position = Math.max(position, node.rooms.find(roomId)?.position ?? 0)
  return position === 0 ? Effect.succeed(true) : waitFor("chat", position, CAUGHT_UP_MS_MAX)
}

/** A room that the asker may read, once history shows what this node knows of it. */
export const readableRoom = Effect.fnUntraced(function* (asker: Asker, address: RoomAddress) {
  const { node, person } = asker
  // As the facts are now: nobody is refused what they have just been let into, or shown what they have just lost.
  const { mayRead, roomId } = yield* Chats.use((chats) => chats.standing(address, person.personId, 0))
  if (!mayRead) return yield* new NeedPermission()
  yield* caughtUp(asker, [roomId])
  const opened = yield* Effect.promise(() => node.log.opened(roomId))
  const place = yield* Effect.promise(() => node.seats.placeOf(roomId, { address, epoch: opened?.epoch ?? 0 }))
  return place
})

/** A page of history in the words of the socket, as much of it as fits, from that side on where the page before ended. */
export const historyOf = Effect.fnUntraced(function* (
  { person: { personId } }: Asker,
  place: Effect.Success<ReturnType<typeof readableRoom>>,
  { messages, hasMore }: HistoryPage,
  keep: "first" | "last",
) {
  const frame = { epoch: place.epoch, scope: place.address.scope, targetCode: targetOf(place, personId) }
  const all = messages.map((message) => messageOf(message, frame, personId))
  const fitting = fitted(all, keep)
  const history: ChatHistory = {
    Room: place.roomId,
    Epoch: place.epoch,
    Messages: fitting,
    HasMore: hasMore || fitting.length < all.length,
    UnreadCount: yield* unreadOf(personId),
  }
  return history
})
