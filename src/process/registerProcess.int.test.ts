import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { connect, type SqlClient } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { registerProcess } from "./registerProcess.ts"

let db: TestDatabase
let sql: SqlClient
beforeAll(async () => {
  db = await testDatabase()
  sql = connect(db.url, { connectionsMax: 1 })
})
afterAll(async () => {
  await sql?.end()
  await db?.drop()
})

it("a process writes its row, and at its end that it ended; rows of old processes are forgotten", async () => {
  const old = "01890000-0000-7000-8000-000000000001"
  await sql`
    insert into cluster.process (process_id, role, host, pid, build, phase, lag_ms, seen_at)
    values (${old}, 'worker', 'a', 1, 'b', 'serving', 0, now() - interval '91 days')`
  const rows = () => sql<Array<{ role: string; pid: number; isEnded: boolean }>>`
    select role, pid, ended_at is not null as "isEnded" from cluster.process order by started_at`
  const scope = Effect.runSync(Scope.make())
  await Effect.runPromise(Scope.provide(registerProcess("worker", db.url), scope))
  await expect.poll(rows).toEqual([{ role: "worker", pid: process.pid, isEnded: false }])
  await Effect.runPromise(Scope.close(scope, Exit.void))
  expect(await rows()).toEqual([{ role: "worker", pid: process.pid, isEnded: true }])
})
