import { Effect } from "effect"
import { Chats } from "#core/chat"
import { readRoom, readSeq } from "./fields.ts"
import type { Handler } from "./Handler.ts"

/** Says something else in the place of what the asker said. */
export const ed: Handler = Effect.fn("Ed")(function* (asker, [scope = "", target = "", number = "", text = ""]) {
  const room = yield* readRoom(asker, scope, target, "Person")
  const seq = yield* readSeq(number)
  const done = yield* Chats.use((chats) => chats.edit({ by: asker.person.personId, room, seq, text }))
  asker.person.saw(done)
  return { Room: done.roomId, Seq: seq }
})
