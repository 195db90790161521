import { Effect, ManagedRuntime, Result } from "effect"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { Sql, type SqlClient } from "../database/Sql.ts"
import { type Append, EventStore, type NewEvent } from "../store/EventStore.ts"
import { uuidv7 } from "../store/Ids.ts"
import { postgresStore } from "../testing/postgresStore.ts"

const WAIT = { timeout: 20_000, interval: 20 }

let under: Awaited<ReturnType<typeof postgresStore>>
let runtime: ManagedRuntime.ManagedRuntime<EventStore | Sql, never>
let store: (typeof EventStore)["Service"]
let sql: SqlClient

beforeAll(async () => {
  under = await postgresStore()
  runtime = ManagedRuntime.make(under.layer)
  store = await runtime.runPromise(EventStore)
  sql = (await runtime.runPromise(Sql)).client
})
afterAll(async () => {
  await runtime.dispose()
  await under.close()
})

const run = <A, E>(effect: Effect.Effect<A, E>) => runtime.runPromise(effect)
const command = (stream: string, expected = 0, event: Partial<NewEvent> = {}): Append => ({
  commandId: uuidv7(Date.now()),
  correlationId: uuidv7(Date.now()),
  causationId: uuidv7(Date.now()),
  actor: `user:"${stream}"`,
  answer: { stream },
  streams: [
    {
      stream,
      expected,
      events: [{ eventId: uuidv7(Date.now()), type: "test.Happened.v1", data: { stream }, ...event }],
    },
  ],
})
const names = (prefix: string) => Array.from({ length: 40 }, (_, at) => `test-${prefix}${at}`)

it("gives appends of one event that wait at the same time a transaction together, and each what it would get alone", async () => {
  const streams = names("shared")
  const sealed = { subjectId: uuidv7(0), sealed: Uint8Array.of(0, 255, 7) }
  const appends = streams.map((stream) => command(stream, 0, sealed))
  const receipts = await Promise.all(appends.map((append) => run(store.append(append))))

  for (const [at, append] of appends.entries()) {
    const [receipt, stream = ""] = [receipts[at], streams[at]]
    expect(receipt).toMatchObject({ version: 1, repeated: false, answer: { stream } })
    const [stored] = await run(store.readStream(stream))
    const { actor, correlationId, causationId } = append
    const event = { ...append.streams[0]?.events[0], sealed: Buffer.from(sealed.sealed) }
    expect(stored).toMatchObject({ ...event, actor, correlationId, causationId, version: 1 })
    expect(stored?.position).toBe(receipt?.position)
    expect(await run(store.append(append))).toEqual({ ...receipt, repeated: true })
  }
  const [transactions] = await sql<Array<{ count: number }>>`
    select count(distinct xmin::text)::integer as count from es.event where stream = any(${streams})`
  expect(transactions?.count).toBeLessThan(streams.length / 2)
})

it("fails only the appends that expect another version", async () => {
  const streams = names("late")
  await Promise.all(streams.map((stream) => run(store.append(command(stream)))))
  const outcomes = await Promise.all(
    streams.map((stream, at) => run(Effect.result(store.append(command(stream, at % 10 === 3 ? 0 : 1))))),
  )
  expect(outcomes.map(Result.isSuccess)).toEqual(streams.map((_, at) => at % 10 !== 3))
  const versions = await run(store.versions(streams))
  expect(streams.map((stream) => versions.get(stream))).toEqual(streams.map((_, at) => (at % 10 === 3 ? 1 : 2)))
})

it("lets appends pass that have nothing to do with a stream that somebody locks", async () => {
  const [locked = "", ...others] = names("locked")
  await run(store.append(command(locked)))
  const isLocked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holder = sql.begin(async (transaction) => {
    await transaction`select from es.stream where stream = ${locked} for update`
    isLocked.resolve()
    await release.promise
  })
  await isLocked.promise
  const waiting = Promise.all([1, 1].map((expected) => run(Effect.result(store.append(command(locked, expected))))))
  const blocked = () => sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await vi.waitUntil(async () => (await blocked()).length > 1, WAIT)
  for (const stream of others) expect(await run(store.append(command(stream)))).toMatchObject({ version: 1 })
  release.resolve()
  await holder
  expect((await waiting).filter(Result.isSuccess)).toHaveLength(1)
})
