import { Effect } from "effect"
import { REACTION_EMOJI } from "#contract/chat"
import { Chats } from "#core/chat"
import type { CommandHandler } from "./CommandHandler.ts"
import { readChoice, readRoom, readSeq } from "./fields.ts"

export const editMessage: CommandHandler = Effect.fn("Ed")(function* (
  context,
  [scope = "", target = "", number = "", text = ""],
) {
  const room = yield* readRoom(context, scope, target, "Person")
  const seq = yield* readSeq(number)
  const done = yield* Chats.use((chats) => chats.edit({ by: context.person.personId, room, seq, text }))
  context.person.advance(done)
  return { Room: done.roomId, Seq: seq }
})

/** Own messages, or any message in an own room. */
export const deleteMessage: CommandHandler = Effect.fn("De")(function* (
  context,
  [scope = "", target = "", number = ""],
) {
  const room = yield* readRoom(context, scope, target, "Person")
  const seq = yield* readSeq(number)
  const done = yield* Chats.use((chats) => chats.remove({ by: context.person.personId, room, seq }))
  context.person.advance(done)
  return { Room: done.roomId, Seq: seq }
})

/** Adds or removes a reaction. */
export const reactToMessage: CommandHandler = Effect.fn("Re")(function* (
  context,
  [scope = "", target = "", number = "", emojiText = "", word = ""],
) {
  const room = yield* readRoom(context, scope, target, "Person")
  const seq = yield* readSeq(number)
  const emoji = yield* readChoice(emojiText, REACTION_EMOJI)
  const isOn = (yield* readChoice(word, ["on", "off"])) === "on"
  const done = yield* Chats.use((chats) => chats.react({ by: context.person.personId, room, seq, emoji, isOn }))
  context.person.advance(done)
  return { Room: done.roomId, Seq: seq }
})

/** Reports a message to operators. */
export const reportMessage: CommandHandler = Effect.fn("Rp")(function* (
  context,
  [scope = "", target = "", number = "", reason = ""],
) {
  const room = yield* readRoom(context, scope, target, "Person")
  const seq = yield* readSeq(number)
  yield* Chats.use((chats) => chats.report({ by: context.person.personId, room, seq, reason }))
  return {}
})
