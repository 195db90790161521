import { Effect } from "effect"
import { Chats } from "#core/chat"
import { readRoom, readWord } from "./fields.ts"
import type { Handler } from "./Handler.ts"

/** Answers an invitation, or enters or leaves a room. What follows from it for this node holds when it is answered. */
export const inRoom: Handler = Effect.fn("In")(function* (asker, [scope = "", target = "", word = ""]) {
  const { node, person } = asker
  const room = yield* readRoom(asker, scope, target, "Person")
  const verb = yield* readWord(word, ["accept", "ignore", "join", "leave"])
  person.saw(yield* Chats.use((chats) => chats[verb]({ by: person.personId, room })))
  yield* Effect.promise(() => node.seats.recheck(person, room))
  return {}
})
