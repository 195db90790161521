import { Effect, Exit, Fiber, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { beginRestoredEra, confirmEra, connect, listEras, type SqlClient, uuidv7 } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { watchEra } from "./watchEra.ts"

let db: TestDatabase
let sql: SqlClient
beforeAll(async () => {
  db = await testDatabase()
  sql = connect(db.url, { connectionsMax: 8 })
})
afterAll(async () => {
  await sql?.end()
  await db?.drop()
})

const beat = (at: string) => sql`
  insert into cluster.process (process_id, role, host, pid, build, phase, lag_ms, seen_at)
  values (${uuidv7(Date.now())}, 'worker', 'a', 1, 'b', 'serving', 0, now() - ${at}::interval)`

describe("the era of the log", () => {
  it("begins once, however many processes look at the same time, and goes on while nothing changes", async () => {
    const found = await Promise.all(Array.from({ length: 8 }, () => confirmEra(sql, null)))
    expect(new Set(found.map(({ eraId }) => eraId)).size).toBe(1)
    expect(await confirmEra(sql, null)).toEqual(found[0])
    expect(found[0]).toMatchObject({ number: 1, cause: "first", fromPosition: 0 })
  })

  it("goes on after the promotion of a synchronous standby, and changes after that of another one", async () => {
    const [first] = await listEras(sql)
    await beat("5 seconds")
    const promoted = (isSynchronous: boolean) =>
      sql`update es.era set timeline = timeline + 1, is_synchronous = ${isSynchronous}
        where number = (select max(number) from es.era)`
    await promoted(true)
    expect((await confirmEra(sql, null)).eraId).toBe(first?.eraId)
    await promoted(false)
    const found = await Promise.all(Array.from({ length: 8 }, () => confirmEra(sql, null)))
    expect(new Set(found.map(({ eraId }) => eraId)).size).toBe(1)
    expect(found[0]).toMatchObject({ number: 2, cause: "failover" })
  })

  it("changes when an event is gone that a process has read", async () => {
    const [second, first] = await listEras(sql)
    const seen = { position: 7, eventId: uuidv7(Date.now()) }
    expect((await confirmEra(sql, { eraId: first?.eraId ?? "", seen })).number).toBe(2)
    expect((await confirmEra(sql, { eraId: second?.eraId ?? "", seen })).number).toBe(3)
    expect((await confirmEra(sql, { eraId: second?.eraId ?? "", seen })).number).toBe(3)
  })

  it("ends a process that has started in an earlier one", async () => {
    const scope = Effect.runSync(Scope.make())
    const ended = await Effect.runPromise(Scope.provide(watchEra("worker", db.url), scope))
    const fiber = Effect.runFork(ended)
    const era = await beginRestoredEra(sql)
    const exit = await Effect.runPromise(Fiber.await(fiber))
    expect(Exit.isFailure(exit)).toBe(true)
    expect(JSON.stringify(exit)).toContain(era.eraId)
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
})
