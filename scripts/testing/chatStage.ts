import { Effect, Layer, ManagedRuntime } from "effect"
import { Chats, OPERATOR, type RoomAddress } from "#core/chat"
import { Hints, PostgresEventStore, Sealing, Sql } from "#core/kernel"
import { creatorsLayer } from "#projections/chat"
import { waitFor } from "#projections/runner"
import { openPeople, TEST_MASTER_KEY, type TestPerson } from "../../core/accounts/testing/people.ts"

/** A user who may chat. */
export type ChatPerson = Pick<TestPerson, "personId" | "userCode" | "token">

export type ChatStage = {
  /** Creates this many users, signed up and signed in. */
  readonly makePeople: (count: number) => Promise<ReadonlyArray<ChatPerson>>
  /** Opens the Team room of a user and lets others join it. */
  readonly gather: (owner: ChatPerson, members: ReadonlyArray<ChatPerson>) => Promise<RoomAddress>
  /** Sends a message from the first to the second of each pair, who accepts the conversation. */
  readonly introduce: (pairs: ReadonlyArray<readonly [ChatPerson, ChatPerson]>) => Promise<void>
  /** Posts messages in a room, by the given users in turn. */
  readonly talk: (room: RoomAddress, writers: ReadonlyArray<ChatPerson>, texts: ReadonlyArray<string>) => Promise<void>
  /** Waits until the read models include everything. */
  readonly settle: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Concurrent commands, each with its own connection. */
const AT_ONCE = 8
const READABLE_MS_MAX = 120_000

/**
 * Prepares chat load tests: users and rooms, created by the real services in the database of a product that was started
 * with TEST_MASTER_KEY and runs a worker.
 */
export const openChatStage = (url: string): ChatStage => {
  const people = openPeople({ url, isProjected: false })
  const runtime = ManagedRuntime.make(
    Chats.layer.pipe(
      Layer.provideMerge(creatorsLayer),
      Layer.provideMerge(PostgresEventStore),
      Layer.provideMerge(Layer.mergeAll(Hints.layer, Sealing.layer(Buffer.from(TEST_MASTER_KEY, "hex")))),
      Layer.provideMerge(Sql.layer(url, { connectionsMax: AT_ONCE })),
    ),
  )
  return {
    makePeople: async (count) => {
      const made: Array<ChatPerson> = []
      let started = 0
      const lane = async () => {
        while (started++ < count) made.push(await people.make())
      }
      await Promise.all(Array.from({ length: AT_ONCE }, lane))
      return made
    },
    gather: async (owner, members) => {
      const room = { scope: "Team", ownerId: owner.personId } as const
      const gathering = Effect.gen(function* () {
        const chats = yield* Chats
        yield* chats.openRoom({ by: OPERATOR, ...room })
        const join = ({ personId }: ChatPerson) => chats.join({ by: personId, room })
        yield* Effect.forEach(members, join, { concurrency: AT_ONCE, discard: true })
      })
      await runtime.runPromise(gathering)
      return room
    },
    introduce: async (pairs) => {
      const introduced = Effect.fnUntraced(function* ([one, other]: readonly [ChatPerson, ChatPerson]) {
        const chats = yield* Chats
        const room = { scope: "Person", personIds: [one.personId, other.personId] } as const
        const hello = { by: one.personId, room, clientId: "hello", text: "Hello!", replyTo: null, pictures: [] }
        yield* chats.post(hello)
        yield* chats.accept({ by: other.personId, room })
      })
      await runtime.runPromise(Effect.forEach(pairs, introduced, { concurrency: AT_ONCE, discard: true }))
    },
    talk: async (room, writers, texts) => {
      const said = Effect.fnUntraced(function* (text: string, at: number) {
        const chats = yield* Chats
        const by = writers[at % writers.length]?.personId ?? null
        yield* chats.post({ by, room, clientId: `said-${at}`, text, replyTo: null, pictures: [] })
      })
      await runtime.runPromise(Effect.forEach(texts, said, { concurrency: AT_ONCE, discard: true }))
    },
    settle: () =>
      runtime.runPromise(
        Effect.gen(function* () {
          const { client: sql } = yield* Sql
          const [log] = yield* Effect.promise(() => sql<Array<{ head: number }>>`select es.head() as head`)
          for (const projection of ["accounts", "chat"])
            if (!(yield* waitFor(projection, Number(log?.head), READABLE_MS_MAX)))
              return yield* Effect.die(new Error(`${projection} cannot be read: no worker runs, or it is too slow`))
        }),
      ),
    close: async () => {
      await people.close()
      await runtime.dispose()
    },
  }
}
