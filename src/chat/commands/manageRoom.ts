import { Effect } from "effect"
import { BANS_SHOWN_MAX } from "#contract/chat"
import { Chats, NeedPermission, roomIdOf } from "#core/chat"
import { listBans } from "#projections/chat"
import type { CommandHandler } from "./CommandHandler.ts"
import { readChoice, readPerson, readRoom, readScope } from "./fields.ts"
import { caughtUp } from "./loadHistory.ts"

/** Answers an invitation, joins, leaves, mutes or unmutes. This node applies the new permissions before the reply. */
export const changeMembership: CommandHandler = Effect.fn("In")(function* (
  context,
  [scope = "", target = "", word = ""],
) {
  const { node, person } = context
  const room = yield* readRoom(context, scope, target, "Person")
  const verb = yield* readChoice(word, ["accept", "ignore", "join", "leave", "mute", "unmute"])
  person.advance(yield* Chats.use((chats) => chats[verb]({ by: person.personId, room })))
  yield* Effect.promise(() => node.fanout.recheck(person, room))
  return {}
})

export const blockPerson: CommandHandler = Effect.fn("Bl")(function* (context, [code = "", word = ""]) {
  const verb = (yield* readChoice(word, ["on", "off"])) === "on" ? "block" : "unblock"
  const personId = yield* readPerson(context, code)
  context.person.advance(yield* Chats.use((chats) => chats[verb]({ by: context.person.personId, personId })))
  return {}
})

/** Commands of creators for their own rooms. */
export const manageRoom: CommandHandler = Effect.fn("Rm")(function* (context, [scopeText = "", word = "", code = ""]) {
  const { personId } = context.person
  const scope = yield* readScope(scopeText, "Team")
  const verb = yield* readChoice(word, ["open", "shut", "ban", "unban", "banned"])
  // Groups among friends are changed by calls of `Message`.
  if (scope === "Group") return yield* new NeedPermission()
  if (verb === "open" || verb === "shut") {
    const of = { by: personId, ownerId: personId, scope }
    context.person.advance(yield* Chats.use((chats) => (verb === "open" ? chats.openRoom(of) : chats.shutRoom(of))))
    if (scope !== "Person") yield* Effect.promise(() => context.node.fanout.recheck(context.person, of))
    return {}
  }
  if (scope === "Person") return yield* new NeedPermission()
  if (verb === "banned") {
    const room = { scope, ownerId: personId }
    yield* caughtUp(context, [roomIdOf(room)])
    return { Banned: yield* listBans(room, BANS_SHOWN_MAX) }
  }
  const member = { by: personId, room: { scope, ownerId: personId }, personId: yield* readPerson(context, code) }
  context.person.advance(yield* Chats.use((chats) => chats[verb](member)))
  return {}
})
