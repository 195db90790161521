import { Effect } from "effect"
import { BANS_SHOWN_MAX } from "#contract/chat"
import { Chats, NeedPermission, roomIdOf } from "#core/chat"
import { bannedFrom } from "#projections/chat"
import { readPerson, readScope, readWord } from "./fields.ts"
import type { Handler } from "./Handler.ts"
import { caughtUp } from "./pages.ts"

/** What creators do to rooms of their own: open and shut them, ban people, let them in again, see whom they banned. */
export const rm: Handler = Effect.fn("Rm")(function* (asker, [scopeText = "", word = "", code = ""]) {
  const { personId } = asker.person
  const scope = yield* readScope(scopeText, "Team")
  const verb = yield* readWord(word, ["open", "shut", "ban", "unban", "banned"])
  if (verb === "open" || verb === "shut") {
    const of = { by: personId, ownerId: personId, scope }
    asker.person.saw(yield* Chats.use((chats) => (verb === "open" ? chats.openRoom(of) : chats.shutRoom(of))))
    if (scope !== "Person") yield* Effect.promise(() => asker.node.seats.recheck(asker.person, of))
    return {}
  }
  if (scope === "Person") return yield* new NeedPermission()
  if (verb === "banned") {
    const room = { scope, ownerId: personId }
    yield* caughtUp(asker, [roomIdOf(room)])
    return { Banned: yield* bannedFrom(room, BANS_SHOWN_MAX) }
  }
  const member = { by: personId, room: { scope, ownerId: personId }, personId: yield* readPerson(asker, code) }
  asker.person.saw(yield* Chats.use((chats) => chats[verb](member)))
  return {}
})
