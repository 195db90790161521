import { Clock, Effect } from "effect"
import { Chats, PERMISSION_AGE_MS_MAX } from "#core/chat"
import { EventStore, Sql } from "#core/kernel"
import { listReactedMessages, listSeatRoomIds } from "#projections/chat"
import { type Reactor, waitFor } from "#projections/runner"

/** Messages and seats per round. */
const ROUND_MAX = 10_000
/** How long to wait for the read model. */
const CATCH_UP_MS_MAX = 10_000

/** After the deletion of an account: stops new messages, ends seats, and deletes messages and reactions in batches. */
export const forgetChatReactor = Effect.gen(function* () {
  const chats = yield* Chats
  const { client: sql } = yield* Sql
  const services = yield* Effect.context<Sql | EventStore>()

  const forget = Effect.fn("forgetChat")(function* (personId: string) {
    const untilMs = (yield* Clock.currentTimeMillis) + PERMISSION_AGE_MS_MAX
    yield* chats.forgetPerson(personId)
    if (yield* isStranger(personId)) return
    // A node may trust older permissions for this long and still accept a message.
    yield* Effect.sleep(Math.max(untilMs - (yield* Clock.currentTimeMillis), 0))
    yield* caughtUp(yield* (yield* EventStore).head)
    for (const roomId of yield* listSeatRoomIds(personId, ROUND_MAX)) yield* chats.endSeat(roomId, personId)
    yield* forgetAll(personId)
    yield* forgetReactions(personId)
  })

  const isStranger = (personId: string) =>
    Effect.promise(async () => {
      const rows = await sql`select 1 from read.chat_seat where person_id = ${personId}
        union all select 1 from read.chat_author where person_id = ${personId}
        union all select 1 from read.chat_reaction where person_id = ${personId} limit 1`
      return rows.length === 0
    })

  const forgetAll = Effect.fnUntraced(function* (personId: string) {
    for (;;) {
      const rows = yield* Effect.promise(
        () => sql<Array<{ roomId: string; seq: number }>>`
          select room_id as "roomId", seq from read.chat_message
          where sender_id = ${personId} and not is_forgotten order by room_id, seq limit ${ROUND_MAX}`,
      )
      if (rows.length === 0) return
      let position = 0
      for (const [roomId, some] of Map.groupBy(rows, (row) => row.roomId)) {
        const done = yield* chats.forgetMessages({ roomId, senderId: personId, seqs: some.map(({ seq }) => seq) })
        position = done.position
      }
      // The read model takes a limited number of rows at a time; the next round continues.
      yield* caughtUp(position)
    }
  })

  const forgetReactions = Effect.fnUntraced(function* (personId: string) {
    for (;;) {
      const reactions = yield* listReactedMessages(personId, ROUND_MAX)
      if (reactions.length === 0) return
      let position = 0
      // One event stream per message.
      for (const { roomId, seq } of reactions)
        position = Math.max(position, (yield* chats.forgetReactions({ roomId, seq, personId })).position)
      yield* caughtUp(position)
    }
  })

  const caughtUp = (position: number) =>
    Effect.map(waitFor("chat", position, CATCH_UP_MS_MAX), (isThere) => {
      if (!isThere) throw new Error("the read model of chat is behind")
    })

  return {
    name: "forget_chat",
    types: ["accounts.AccountDeleted.v1"],
    from: "beginning",
    react: async ({ data }) => {
      // Only the open fields are needed.
      const { personId } = data as { readonly personId: string }
      await Effect.runPromiseWith(services)(forget(personId))
    },
  } satisfies Reactor
})
