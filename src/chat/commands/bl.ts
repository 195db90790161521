import { Effect } from "effect"
import { Chats } from "#core/chat"
import { readPerson, readWord } from "./fields.ts"
import type { Handler } from "./Handler.ts"

/** Blocks somebody, or lets them write again. */
export const bl: Handler = Effect.fn("Bl")(function* (asker, [code = "", word = ""]) {
  const verb = (yield* readWord(word, ["on", "off"])) === "on" ? "block" : "unblock"
  const personId = yield* readPerson(asker, code)
  asker.person.saw(yield* Chats.use((chats) => chats[verb]({ by: asker.person.personId, personId })))
  return {}
})
