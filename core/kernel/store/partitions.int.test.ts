import { type Effect, ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { connect, Sql, type SqlClient } from "../database/Sql.ts"
import { postgresStore } from "../testing/postgresStore.ts"
import { EventStore } from "./EventStore.ts"
import { uuidv7 } from "./Ids.ts"
import { ensurePartitions } from "./partitions.ts"

const SIZE = 40
const ROOM = 20

let under: Awaited<ReturnType<typeof postgresStore>>
let runtime: ManagedRuntime.ManagedRuntime<EventStore | Sql, never>
let store: (typeof EventStore)["Service"]
let sql: SqlClient

const run = <A, E>(effect: Effect.Effect<A, E, Sql>) => runtime.runPromise(effect)
const add = () => run(ensurePartitions(SIZE, ROOM))
const partitions = async () =>
  (
    await sql<Array<{ name: string; bound: string }>>`
      select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'es.event'::regclass
      order by substring(c.relname from '\\d+')::bigint`
  ).map(({ name, bound }) => `${name} ${bound}`)

const append = (stream: string, expected: number, count: number) =>
  store.append({
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

beforeAll(async () => {
  under = await postgresStore()
  runtime = ManagedRuntime.make(under.layer)
  store = await runtime.runPromise(EventStore)
  sql = (await runtime.runPromise(Sql)).client
  // Small partitions, as if the log had started with them.
  await sql`drop table es.event_from_0`
})

afterAll(async () => {
  await runtime.dispose()
  await under.close()
})

describe("the partitions of the log", () => {
  it("are added in time, and only once", async () => {
    expect(await add()).toBe(1)
    expect(await add()).toBe(0)
    expect(await partitions()).toEqual([`event_from_0 FOR VALUES FROM ('0') TO ('40')`])
    await run(append("test-a", 0, 30))
    expect(await add()).toBe(1)
    expect(await add()).toBe(0)
    expect(await partitions()).toEqual([
      `event_from_0 FOR VALUES FROM ('0') TO ('40')`,
      `event_from_40 FOR VALUES FROM ('40') TO ('80')`,
    ])
  })

  it("are crossed by appends and stream reads without gaps", async () => {
    await run(append("test-a", 30, 25))
    await run(append("test-b", 0, 15))
    expect(await add()).toBe(1)
    await run(append("test-a", 55, 30))
    const [head, watermark] = [await run(store.head), await run(store.watermark)]
    expect(watermark).toBe(head)
    expect(head).toBeGreaterThan(80)
    expect((await run(store.readStream("test-a"))).map(({ version }) => version)).toEqual(numbers(1, 85))
    expect((await run(store.readStream("test-a", 20, 40))).map(({ version }) => version)).toEqual(numbers(21, 60))
    const log = await run(store.readLog({ after: 0, upTo: watermark, limit: 1_000 }))
    expect(log.map(({ position }) => position)).toEqual(numbers(2, head))
    expect(await counts()).toEqual([38, 40, head - 79])
  })

  it("refuse two events with the same version in a stream", async () => {
    await expect(
      sql`insert into es.event (position, stream, version, event_id, type, correlation_id, causation_id, actor, data)
        select nextval('es.position'), stream, version, event_id, type, correlation_id, causation_id, actor, data
        from es.event order by position desc limit 1`,
    ).rejects.toThrow(/duplicate key/)
  })

  it("are added while readers and writers hold the table", async () => {
    const other = connect(under.url)
    const busy = await other.reserve()
    try {
      await busy`begin`
      await busy`select count(*) from es.event`
      await busy`insert into es.stream values ('test-held', 1)`
      await busy`insert into es.event (position, stream, version, event_id, type, correlation_id, causation_id, actor, data)
        values (nextval('es.position'), 'test-held', 1, gen_random_uuid(), 'test.Happened.v1', gen_random_uuid(),
                gen_random_uuid(), 'system', '{}')`
      expect(await run(ensurePartitions(SIZE, 100))).toBeGreaterThan(0)
      await run(append("test-c", 0, 100))
      await busy`commit`
      expect(await run(store.readStream("test-held"))).toHaveLength(1)
    } finally {
      busy.release()
      await other.end()
    }
  })

  it("are added once if several workers ask concurrently", async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => run(ensurePartitions(SIZE, 200))))
    expect(made.filter((count) => count > 0)).toHaveLength(1)
  })

  it("are added under unused names after one was moved to an archive", async () => {
    await sql`alter table es.event detach partition es.event_from_0`
    expect(await run(ensurePartitions(SIZE, 400))).toBeGreaterThan(0)
    expect(new Set(await partitions()).size).toBe((await partitions()).length)
    await run(append("test-a", 85, 1))
  })
})

const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

const counts = async () => {
  const rows = await sql<Array<{ count: number }>>`
    select count(*)::int as count from es.event group by tableoid order by min(position)`
  return rows.map(({ count }) => count)
}
