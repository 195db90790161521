import { Effect } from "effect"
import { Chats, roomIdOf } from "#core/chat"
import type { Sql } from "#core/kernel"
import { unreadOf } from "#projections/chat"
import { waitFor } from "#projections/runner"
import type { CommandHandler } from "./CommandHandler.ts"
import { readRoom, readSeq } from "./fields.ts"

export const markRead: CommandHandler = Effect.fn("Rd")(function* (context, [scope = "", target = "", number = ""]) {
  const { node, person } = context
  const { personId } = person
  const room = yield* readRoom(context, scope, target, "Person")
  const wanted = yield* readSeq(number)
  const services = yield* Effect.context<Chats | Sql>()
  const write = (seq: number) =>
    Effect.runPromiseExitWith(services)(Chats.use((chats) => chats.markRead({ by: personId, room, seq })))
  const key = `${roomIdOf(room)} ${personId}`
  const { roomId, seq, position } = yield* yield* Effect.promise(() => node.readPointers.move(key, wanted, write))
  if (position > 0) yield* waitFor("chat", position)
  return { Room: roomId, Read: seq, UnreadCount: yield* unreadOf(personId) }
})
