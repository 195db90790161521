import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { connect, type SqlClient, type SqlTransaction } from "../database/Sql.ts"

/** More losses than the pool has connections, so that a connection that is never restored would show. */
const ROUNDS = 8

let db: TestDatabase
let sql: SqlClient
let master: SqlClient
let lost = 0

beforeAll(async () => {
  db = await testDatabase({ migrated: false })
  master = connect(db.url, { connectionsMax: 1, name: "master" })
  await master`create table kept (id text)`
})

beforeEach(async () => {
  sql = connect(db.url, { connectionsMax: 3, name: "victim" })
  const options: { onclose?: unknown } = sql.options
  options.onclose = () => {
    lost++
  }
  await master`truncate kept`
  return async () => {
    const started = performance.now()
    // Closed by the driver, not by the timeout.
    await sql.end({ timeout: 40 })
    expect(performance.now() - started).toBeLessThan(30_000)
  }
})

afterAll(async () => {
  await master.end({ timeout: 1 })
  await db.drop()
})

const pidOf = async (on: SqlClient | SqlTransaction) => {
  const [row] = await on<Array<{ pid: number }>>`select pg_backend_pid() as pid`
  return row?.pid ?? 0
}
const end = async (pid: number) => {
  const before = lost
  await master`select pg_terminate_backend(${pid})`
  while (lost === before) await new Promise((resolve) => setImmediate(resolve))
}
const stored = async () => (await master<Array<{ id: string }>>`select id from kept order by id`).map(({ id }) => id)
const works = async () => {
  const all = await Promise.all(Array.from({ length: 12 }, (_, index) => sql`select ${index}::int as index`))
  return all.every(([row], index) => row?.["index"] === index)
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "no error",
    (error: { readonly code?: string }) => error.code,
  )
const LOST = /^(CONNECTION_CLOSED|57P01|ECONNRESET)$/

describe("a lost connection", () => {
  it("is replaced if it was idle", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await end(await pidOf(sql))
      expect(await works()).toBe(true)
    }
  })

  it("rejects a running statement, also one that was sent for the first time", async () => {
    const sleeping = () => master<Array<{ pid: number }>>`
      select pid from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`
    for (let round = 0; round < ROUNDS; round++) {
      const running = codeOf(sql.unsafe(`select pg_sleep(60), $1::int, ${round}`, [round], { prepare: true }))
      let [victim] = await sleeping()
      while (victim === undefined) [victim] = await sleeping()
      await end(victim.pid)
      expect(await running).toMatch(LOST)
      expect(await works()).toBe(true)
    }
  })

  it("rolls back its transaction, and sends nothing of it on another connection", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const outcome = codeOf(
        sql.begin(async (transaction) => {
          await transaction`insert into kept values ('before')`
          await end(await pidOf(transaction as SqlTransaction))
          expect(await works()).toBe(true)
          const late = [codeOf(transaction`insert into kept values ('late')`), codeOf(transaction`select 1`)]
          expect(await Promise.all(late)).toEqual([expect.stringMatching(LOST), expect.stringMatching(LOST)])
          throw Object.assign(new Error("it went wrong"), { code: "wrong" })
        }),
      )
      expect(await outcome).toMatch(LOST)
      expect(await stored()).toEqual([])
      expect(await works()).toBe(true)
    }
  })

  it("does not count as a commit if the transaction's function ignores the error", async () => {
    const outcome = codeOf(
      sql.begin(async (transaction) => {
        await transaction`insert into kept values ('before')`
        await end(await pidOf(transaction as SqlTransaction))
      }),
    )
    expect(await outcome).toMatch(LOST)
    expect(await stored()).toEqual([])
    expect(await works()).toBe(true)
  })

  it("rejects all waiting statements of a transaction", async () => {
    const outcome = sql.begin(async (transaction) => {
      const pid = await pidOf(transaction as SqlTransaction)
      const waiting = Array.from({ length: 300 }, (_, index) =>
        codeOf(transaction`select pg_sleep(0.01), ${index}::int`),
      )
      await end(pid)
      return Promise.all(waiting)
    })
    expect(await codeOf(outcome)).toMatch(LOST)
    expect(await works()).toBe(true)
  })

  it("rejects later statements while it is reserved, and can be released", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const reserved = await sql.reserve()
      await end(await pidOf(reserved as unknown as SqlClient))
      expect(await codeOf(reserved`select 1`)).toMatch(LOST)
      expect(await codeOf(reserved`insert into kept values ('late')`)).toMatch(LOST)
      reserved.release()
      expect(await works()).toBe(true)
    }
    expect(await stored()).toEqual([])
  })

  it("never crashes the process or shrinks the pool, at any of many moments", async () => {
    let open = true
    const work = async (index: number) => {
      for (let round = 0; open; round++) {
        const way = (index + round) % 3
        if (way === 0) await codeOf(sql.unsafe(`select $1::int, ${round}`, [round], { prepare: true }))
        if (way === 1)
          await codeOf(sql.begin((transaction) => [transaction`select 1`, transaction`select pg_sleep(0.001)`]))
        if (way === 2) {
          const reserved = await sql.reserve().catch(() => null)
          await (reserved && codeOf(reserved`select 1`))
          reserved?.release()
        }
      }
    }
    const workers = Array.from({ length: 6 }, (_, index) => work(index))
    for (let round = 0; round < 150; round++) {
      await master`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'victim'
        order by random() limit 1`
    }
    open = false
    await Promise.all(workers)
    expect(await works()).toBe(true)
  })
})

describe("a connection that stays open", () => {
  it("leaks no rows of a failed statement into the next one", async () => {
    const divided = (from: number) => sql`select 12 / x as part from generate_series(${from}::int, 0, -1) as x`
    const failed = Array.from({ length: ROUNDS }, () => codeOf(divided(3)))
    expect(new Set(await Promise.all(failed))).toEqual(new Set(["22012"]))
    expect(await works()).toBe(true)
  })
})
