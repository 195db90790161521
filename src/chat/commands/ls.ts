import { Effect } from "effect"
import { type ListedRoom, listRooms } from "#projections/chat"
import type { Asker, Handler } from "./Handler.ts"
import { caughtUp } from "./pages.ts"
import { roomOf } from "./shapes.ts"

/** The rooms of the asker. */
export const ls: Handler = Effect.fn("Ls")(function* (asker) {
  yield* caughtUp(asker)
  const rooms = yield* listRooms(asker.person.personId)
  const online = yield* Effect.promise(() => onlineAmong(asker, rooms))
  return { Rooms: rooms.map((room) => roomOf(room, online)) }
})

/** Who of those in touch with the asker is there. */
export const onlineAmong = ({ node }: Asker, rooms: ReadonlyArray<ListedRoom>): Promise<ReadonlySet<string>> =>
  node.presence.online(
    rooms.flatMap(({ scope, state, targetId }) => (scope === "Person" && state === "open" ? [targetId] : [])),
  )
