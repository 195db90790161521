import { Effect } from "effect"
import { Chats, roomIdOf } from "#core/chat"
import type { Sql } from "#core/kernel"
import { unreadOf } from "#projections/chat"
import { waitFor } from "#projections/runner"
import { readRoom, readSeq } from "./fields.ts"
import type { Handler } from "./Handler.ts"

/** Says how far the asker has read in a room. */
export const rd: Handler = Effect.fn("Rd")(function* (asker, [scope = "", target = "", number = ""]) {
  const { node, person } = asker
  const { personId } = person
  const room = yield* readRoom(asker, scope, target, "Person")
  const wanted = yield* readSeq(number)
  const services = yield* Effect.context<Chats | Sql>()
  const write = (seq: number) =>
    Effect.runPromiseExitWith(services)(Chats.use((chats) => chats.markRead({ by: personId, room, seq })))
  const key = `${roomIdOf(room)} ${personId}`
  const { roomId, seq, position } = yield* yield* Effect.promise(() => node.readPointers.move(key, wanted, write))
  if (position > 0) yield* waitFor("chat", position)
  return { Room: roomId, Read: seq, UnreadCount: yield* unreadOf(personId) }
})
