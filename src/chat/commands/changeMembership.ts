import { Effect } from "effect"
import { Chats } from "#core/chat"
import type { CommandHandler } from "./CommandHandler.ts"
import { readChoice, readPerson, readRoom } from "./fields.ts"

/** Answers an invitation, joins or leaves. This node applies the new permissions before the reply. */
export const changeMembership: CommandHandler = Effect.fn("In")(function* (
  context,
  [scope = "", target = "", word = ""],
) {
  const { node, person } = context
  const room = yield* readRoom(context, scope, target, "Person")
  const verb = yield* readChoice(word, ["accept", "ignore", "join", "leave"])
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
