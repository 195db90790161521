import { Effect } from "effect"
import { Chats } from "#core/chat"
import { readRoom, readSeq } from "./fields.ts"
import type { Handler } from "./Handler.ts"

/** Shows a message to those who look after the place. */
export const rp: Handler = Effect.fn("Rp")(function* (asker, [scope = "", target = "", number = "", reason = ""]) {
  const room = yield* readRoom(asker, scope, target, "Person")
  const seq = yield* readSeq(number)
  yield* Chats.use((chats) => chats.report({ by: asker.person.personId, room, seq, reason }))
  return {}
})
