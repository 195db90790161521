import { type Effect, ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { testDatabase } from "#testing"
import { connect, Sql, type SqlClient } from "../database/Sql.ts"
import { postgresStore } from "../testing/postgresStore.ts"
import { appendOnce } from "./appendStatements.ts"
import { ANY_VERSION, type Append, EventStore } from "./EventStore.ts"
import { uuidv7 } from "./Ids.ts"

let under: Awaited<ReturnType<typeof postgresStore>>
let runtime: ManagedRuntime.ManagedRuntime<EventStore | Sql, never>
let store: (typeof EventStore)["Service"]
let sql: SqlClient

const run = <A, E>(effect: Effect.Effect<A, E>) => runtime.runPromise(effect)
const watermark = () => run(store.watermark)

beforeAll(async () => {
  under = await postgresStore()
  runtime = ManagedRuntime.make(under.layer)
  store = await runtime.runPromise(EventStore)
  sql = (await runtime.runPromise(Sql)).client
  expect(await watermark()).toBe(0)
  await run(store.append(command("test-first")))
})

afterAll(async () => {
  await runtime.dispose()
  await under.close()
})

const command = (stream: string): Append => ({
  commandId: uuidv7(Date.now()),
  correlationId: uuidv7(0),
  causationId: uuidv7(0),
  actor: "system",
  streams: [{ stream, expected: ANY_VERSION, events: [{ eventId: uuidv7(0), type: "test.Happened.v1", data: {} }] }],
})

/** A transaction that stays open until the test ends it. */
const openTransaction = async (url: string, work: (on: SqlClient) => Promise<unknown>) => {
  const client = connect(url, { connectionsMax: 1, name: "dawdler" })
  await client`begin`
  await work(client)
  return async (how: "commit" | "rollback") => {
    await client.unsafe(how)
    await client.end({ timeout: 1 })
  }
}

describe("the watermark position", () => {
  it("stays behind an append in progress, and reports which backend holds it back", async () => {
    const before = await watermark()
    const end = await openTransaction(under.url, (on) => appendOnce(on, command("test-open")))
    const { position } = await run(store.append(command("test-done")))
    expect(position).toBeGreaterThan(before + 1)
    expect(await watermark()).toBe(before)
    expect(await run(store.readLog({ after: before, upTo: await watermark(), limit: 10 }))).toEqual([])
    expect(await sql`select floor, application_name, state, age > interval '0' as aged from es.running_append`).toEqual(
      [{ floor: before, application_name: "dawdler", state: "idle in transaction", aged: true }],
    )
    await end("commit")
    expect(await watermark()).toBe(position)
    const log = await run(store.readLog({ after: before, upTo: position, limit: 10 }))
    expect(log.map(({ stream }) => stream)).toEqual(["test-open", "test-done"])
    expect(await sql`select from es.running_append`).toHaveLength(0)
  })

  it("skips positions of rolled back appends", async () => {
    const before = await watermark()
    const end = await openTransaction(under.url, (on) => appendOnce(on, command("test-undone")))
    await end("rollback")
    const { position } = await run(store.append(command("test-done")))
    expect(position).toBe(before + 2)
    expect(await watermark()).toBe(position)
  })

  it("does not wait for transactions without appends, in this database or another", async () => {
    const other = await testDatabase()
    const ends = [
      await openTransaction(other.url, (on) => on`insert into es.stream values ('test-other', 1)`),
      await openTransaction(other.url, (on) => appendOnce(on, command("test-elsewhere"))),
      await openTransaction(under.url, (on) => on`insert into es.snapshot values ('test-a', 'fold', 1, '{}')`),
    ]
    for (let count = 0; count < 20; count++) {
      const { position } = await run(store.append(command("test-done")))
      expect(await watermark()).toBe(position)
    }
    for (const end of ends) await end("rollback")
    await other.drop()
  })

  it("does not decrease for an append that announced itself late, which gets a later position", async () => {
    const floor = await watermark()
    const { position } = await run(store.append(command("test-done")))
    expect(await watermark()).toBe(position)
    // Simulates a writer that stopped between reading the last position and taking its lock.
    const end = await openTransaction(
      under.url,
      (on) => on`select pg_advisory_xact_lock_shared((7::bigint << 56) | ${floor})`,
    )
    expect((await sql`select es.watermark() as now`)[0]).toEqual({ now: floor })
    expect(await watermark()).toBe(position)
    await end("rollback")
  })

  it("never exceeds the last event, because a crash may reuse the positions of failed appends", async () => {
    const before = await watermark()
    const end = await openTransaction(under.url, (on) => appendOnce(on, command("test-undone")))
    await end("rollback")
    expect(await watermark()).toBe(before)
    // Simulates a crash without later commits: the sequence resets to its value on disk.
    await sql`select setval('es.position', ${before})`
    const { position } = await run(store.append(command("test-done")))
    expect(position).toBe(before + 1)
    expect(await watermark()).toBe(position)
  })

  it("ignores other advisory locks", async () => {
    const head = await run(store.head)
    const end = await openTransaction(
      under.url,
      (on) => on`
      select pg_advisory_xact_lock(1), pg_advisory_xact_lock_shared((6::bigint << 56) | 1), pg_advisory_xact_lock(7, 1),
             pg_advisory_xact_lock((1::bigint << 56) | 2), pg_advisory_xact_lock(117440512, 1)`,
    )
    expect((await sql`select es.watermark() as now`)[0]).toEqual({ now: head })
    await end("rollback")
  })
})
