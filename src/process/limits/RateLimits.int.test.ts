import { Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { connect, Sql, type SqlClient } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { RateLimits } from "./RateLimits.ts"

let db: TestDatabase
let sql: SqlClient
const open = () => ManagedRuntime.make(RateLimits.layer.pipe(Layer.provide(Sql.layer(db.url))))
let processes: ReadonlyArray<ReturnType<typeof open>> = []
beforeAll(async () => {
  db = await testDatabase()
  sql = connect(db.url, { connectionsMax: 1 })
  processes = [open(), open()]
})
afterAll(async () => {
  for (const each of processes) await each.dispose()
  await sql?.end()
  await db?.drop()
})

it("processes on one database count the calls of a source together", { timeout: 30_000 }, async () => {
  const limit = { name: "fetching", calls: 1_000, seconds: 3_600 }
  const take = (at: number, address: string, calls = 1) =>
    processes[at]?.runPromise(
      Effect.map(
        Effect.forEach(Array.from({ length: calls }), () => RateLimits.use((each) => each.take(limit, address))),
        (waits) => waits.at(-1),
      ),
    )
  // Both listen before the calls that they share.
  await expect.poll(async () => [await take(0, "192.0.2.1"), await listeners()]).toEqual([0, 2])
  expect(await take(0, "192.0.2.2", 1_000)).toBe(0)
  await expect.poll(() => take(1, "192.0.2.2"), { interval: 100, timeout: 10_000 }).toBeGreaterThan(0)
  expect(await take(1, "192.0.2.3")).toBe(0)
})

const listeners = async () => {
  const [row] = await sql<Array<{ count: number }>>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and query like '%listen%calls_spent%'`
  return row?.count
}
