import { Effect } from "effect"
import { Chats, NeedPermission } from "#core/chat"
import { readPerson, readScope, readWord } from "./fields.ts"
import type { Handler } from "./Handler.ts"

/** What creators do to rooms of their own: open and shut them, ban people and let them in again. */
export const rm: Handler = Effect.fn("Rm")(function* (asker, [scopeText = "", word = "", code = ""]) {
  const { personId } = asker.person
  const scope = yield* readScope(scopeText, "Team")
  const verb = yield* readWord(word, ["open", "shut", "ban", "unban"])
  if (verb === "open" || verb === "shut") {
    const of = { by: personId, ownerId: personId, scope }
    asker.person.saw(yield* Chats.use((chats) => (verb === "open" ? chats.openRoom(of) : chats.shutRoom(of))))
    if (scope !== "Person") yield* Effect.promise(() => asker.node.seats.recheck(asker.person, of))
    return {}
  }
  if (scope === "Person") return yield* new NeedPermission()
  const member = { by: personId, room: { scope, ownerId: personId }, personId: yield* readPerson(asker, code) }
  yield* Chats.use((chats) => chats[verb](member))
  return {}
})
