import { Cause, Effect, Exit, Fiber, Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { connect, Sql, type SqlClient } from "../database/Sql.ts"
import { Sealing } from "../sealing/Sealing.ts"
import { type CuttingProxy, startCuttingProxy } from "../testing/cuttingProxy.ts"
import { deposit, TestBalance } from "../testing/TestBalance.ts"
import { batchedWriter } from "../writing/batchedWriter.ts"
import { CurrentMeta } from "../writing/command.ts"
import { writer } from "../writing/writer.ts"
import { ANY_VERSION, type Append, EventStore } from "./EventStore.ts"
import { Hints } from "./Hints.ts"
import { uuidv7 } from "./Ids.ts"
import { PostgresEventStore } from "./PostgresEventStore.ts"

let db: TestDatabase
let proxy: CuttingProxy
let direct: SqlClient
let runtime: ManagedRuntime.ManagedRuntime<EventStore | Sealing | Sql, never>
let store: (typeof EventStore)["Service"]

const run = <A, E>(effect: Effect.Effect<A, E, EventStore | Sealing | Sql>) => runtime.runPromise(effect)

beforeAll(async () => {
  db = await testDatabase()
  proxy = await startCuttingProxy(db.url)
  direct = connect(db.url)
  const layer = PostgresEventStore.pipe(Layer.provide(Hints.layerSilent), Layer.provideMerge(Sql.layer(proxy.url)))
  runtime = ManagedRuntime.make(Layer.mergeAll(layer, Sealing.layerMemory))
  store = await runtime.runPromise(EventStore)
})

afterAll(async () => {
  await runtime.dispose()
  await direct.end({ timeout: 1 })
  await proxy.close()
  await db.drop()
})

const append = (stream: string, expected: number, count = 1): Append => ({
  commandId: uuidv7(Date.now()),
  correlationId: uuidv7(0),
  causationId: uuidv7(0),
  actor: "system",
  streams: [
    {
      stream,
      expected,
      events: Array.from({ length: count }, () => ({ eventId: uuidv7(0), type: "test.Happened.v1", data: {} })),
    },
  ],
})

/** Repeats a query until its answer is true. */
const until = async (fact: () => Promise<boolean>) => {
  while (!(await fact())) await new Promise((resolve) => setImmediate(resolve))
}

describe("an append with a lost response", () => {
  it.each([
    ["one event", append("test-one", 0)],
    ["many events", append("test-many", 0, 5)],
    ["one event at any version", append("test-any", ANY_VERSION)],
  ])("is executed once: %s", async (_, command) => {
    const before = proxy.lost()
    proxy.loseAnswerTo("test.Happened.v1")
    const receipt = await run(store.append(command))
    expect(proxy.lost()).toBe(before + 1)
    const stored = await run(store.readStream(command.streams[0]?.stream ?? ""))
    expect(stored).toHaveLength(command.streams[0]?.events.length ?? 0)
    expect(receipt).toMatchObject({ position: stored.at(-1)?.position, version: stored.length, repeated: true })
  })

  it.each([
    ["the writer", writer(TestBalance)],
    ["the batched writer", batchedWriter(TestBalance)],
  ])("is not a repeat for %s, which generated the command id", async (_, makeWriter) => {
    const before = proxy.lost()
    const id = uuidv7(Date.now())
    const written = await run(
      Effect.scoped(
        Effect.gen(function* () {
          const write = yield* makeWriter
          yield* write(id, deposit(1))
          proxy.loseAnswerTo("test.Deposited.v1")
          return yield* write(id, deposit(2))
        }),
      ),
    )
    expect(proxy.lost()).toBe(before + 1)
    expect(written).toMatchObject({
      state: { balance: 3, count: 2 },
      events: [{ amount: 2 }],
      receipt: { repeated: false, version: 2 },
    })
    expect(await run(store.readStream(`purse-${id}`))).toHaveLength(2)
  })

  it("is reported as a repeat if the caller chose the command id, because no one can tell the difference", async () => {
    const id = uuidv7(Date.now())
    const meta = { actor: "guest", commandId: uuidv7(Date.now()), correlationId: null, causationId: null }
    proxy.loseAnswerTo("test.Deposited.v1")
    const written = await run(
      Effect.gen(function* () {
        return yield* (yield* writer(TestBalance))(id, deposit(1))
      }).pipe(Effect.provideService(CurrentMeta, meta)),
    )
    expect(written).toMatchObject({ state: null, receipt: { repeated: true, version: 1 } })
  })
})

describe("an unavailable database", () => {
  it("is retried after it closed the connection of a waiting append", async () => {
    const stream = "test-waiting"
    await run(store.append(append(stream, 0)))
    const holder = await direct.reserve()
    await holder`begin`
    await holder`select from es.stream where stream = ${stream} for update`
    const waiting = runtime.runFork(store.append(append(stream, 1)))
    const end = () => direct`select pg_terminate_backend(pid) from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`
    await until(async () => (await end()).length > 0)
    await holder`rollback`
    holder.release()
    expect(await run(Fiber.join(waiting))).toMatchObject({ version: 2, repeated: false })
    expect(await run(store.readStream(stream))).toHaveLength(2)
  })

  it("causes a defect after some seconds of retries", async () => {
    const missing = new URL(db.url)
    missing.port = "1"
    const layer = PostgresEventStore.pipe(Layer.provide(Hints.layerSilent), Layer.provide(Sql.layer(missing.href)))
    const exit = await Effect.runPromiseExit(
      Effect.flatMap(EventStore, (away) => away.head).pipe(Effect.provide(layer)),
    )
    expect(Exit.isFailure(exit) && Cause.pretty(exit.cause)).toMatch(/ECONNREFUSED/)
  })

  it("is not retried for statements that can never succeed", async () => {
    const sealed = { eventId: uuidv7(0), type: "test.Happened.v1", data: {}, subjectId: "nobody", sealed: Buffer.of(1) }
    const command = { ...append("test-wrong", 0), streams: [{ stream: "test-wrong", expected: 0, events: [sealed] }] }
    const exit = await runtime.runPromiseExit(store.append(command))
    expect(Exit.isFailure(exit) && Cause.pretty(exit.cause)).toMatch(/invalid input syntax for type uuid/)
  })
})
