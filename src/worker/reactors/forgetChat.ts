import { Clock, Effect } from "effect"
import { Chats, PERMISSION_AGE_MS_MAX } from "#core/chat"
import { EventStore, Sql } from "#core/kernel"
import { seatsOf } from "#projections/chat"
import { type Reactor, waitFor } from "#projections/runner"

/** Messages, and seats, that one round looks for. */
const ROUND_MAX = 10_000
/** How long the read model may take to come to where the person left. */
const CATCH_UP_MS_MAX = 10_000

/**
 * Ends what somebody had in chat who left for good: nobody can write to them, their seats end, and what they wrote is
 * forgotten, room by room, in rows as it is in the log.
 */
export const forgetChatReactor = Effect.gen(function* () {
  const chats = yield* Chats
  const { client: sql } = yield* Sql
  const services = yield* Effect.context<Sql | EventStore>()

  const forget = Effect.fn("forgetChat")(function* (personId: string) {
    const untilMs = (yield* Clock.currentTimeMillis) + PERMISSION_AGE_MS_MAX
    yield* chats.forgetPerson(personId)
    if (yield* isStranger(personId)) return
    // A node may trust for so long that the person is still there, and take a message from them.
    yield* Effect.sleep(Math.max(untilMs - (yield* Clock.currentTimeMillis), 0))
    yield* caughtUp(yield* (yield* EventStore).head)
    for (const roomId of yield* seatsOf(personId, ROUND_MAX)) yield* chats.endSeat(roomId, personId)
    yield* forgetAll(personId)
  })

  const isStranger = (personId: string) =>
    Effect.promise(async () => {
      const rows = await sql`select 1 from read.chat_seat where person_id = ${personId}
        union all select 1 from read.chat_author where person_id = ${personId} limit 1`
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
      // The read model takes in so many rows at a time, and the next round sees what is left.
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
      // What is sealed in it is of no use here: the open fields name the person.
      const { personId } = data as { readonly personId: string }
      await Effect.runPromiseWith(services)(forget(personId))
    },
  } satisfies Reactor
})
