import { Effect, Exit, Fiber } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { connect, type SqlClient } from "./Sql.ts"
import { withAdvisoryLock } from "./withAdvisoryLock.ts"

let db: TestDatabase
let sql: SqlClient

beforeAll(async () => {
  db = await testDatabase({ migrated: false })
  // Nothing listens on port 1.
  sql = connect(db.url.replace(/@/, "@127.0.0.1:1,"), { connectionsMax: 3, name: "several hosts" })
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await db.drop()
})

describe("a pool with several hosts", () => {
  it("uses the host that is the primary, for statements, transactions and notifications", async () => {
    const rows = await Promise.all(
      Array.from({ length: 5 }, (_, id) => sql<Array<{ id: number }>>`select ${id}::int as id`),
    )
    expect(rows.flat().map(({ id }) => id)).toEqual([0, 1, 2, 3, 4])
    const received = new Promise((resolve) => void sql.listen("news", resolve).then(() => sql.notify("news", "one")))
    expect(await received).toBe("one")
  })
})

describe("withAdvisoryLock", () => {
  it("interrupts its effect when the session that holds the lock is lost", async () => {
    let isHeld = () => {}
    const held = new Promise<void>((resolve) => {
      isHeld = resolve
    })
    const work = Effect.sync(() => isHeld()).pipe(Effect.andThen(Effect.never))
    const fiber = Effect.runFork(withAdvisoryLock(sql, { work: "test", on: 1 }, work))
    await held
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`
    expect(Exit.isFailure(await Effect.runPromise(Fiber.await(fiber)))).toBe(true)
    // The lock is free again.
    expect(await Effect.runPromise(withAdvisoryLock(sql, { work: "test", on: 1 }, Effect.succeed("done")))).toBe("done")
  })
})
