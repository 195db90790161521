import { Effect } from "effect"
import { Chats } from "#core/chat"
import { readRoom, readSeq } from "./fields.ts"
import type { Handler } from "./Handler.ts"

/** Takes back a message: one's own or, as a room's creator, anybody's. */
export const de: Handler = Effect.fn("De")(function* (asker, [scope = "", target = "", number = ""]) {
  const room = yield* readRoom(asker, scope, target, "Person")
  const seq = yield* readSeq(number)
  const done = yield* Chats.use((chats) => chats.remove({ by: asker.person.personId, room, seq }))
  asker.person.saw(done)
  return { Room: done.roomId, Seq: seq }
})
