import { Effect } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { cancellable } from "./cancellable.ts"
import { replicaClient } from "./replicaClient.ts"
import { connect, runQuery, Sql, type SqlClient, sqlOf } from "./Sql.ts"

let databases: ReadonlyArray<TestDatabase>
let replica: SqlClient
let primary: SqlClient
let routed: SqlClient
let noted: Array<unknown> = []

beforeAll(async () => {
  databases = [await testDatabase({ migrated: false }), await testDatabase({ migrated: false })]
  ;[replica, primary] = databases.map(({ url }) => connect(url, { connectionsMax: 2 })) as [SqlClient, SqlClient]
  for (const client of [replica, primary]) await client`create table kept (id int, place text)`
  await replica`insert into kept values (1, 'replica')`
  await primary`insert into kept values (1, 'primary')`
  await primary`create table fresh (id int)`
  // As on a standby, nothing can be written; a superuser could otherwise.
  await replica.unsafe(
    `alter database ${new URL(databases[0]?.url ?? "").pathname.slice(1)} set default_transaction_read_only = on`,
  )
  await replica.end()
  replica = connect(databases[0]?.url ?? "", { connectionsMax: 2 })
  routed = replicaClient(replica, primary, (error) => noted.push(error))
})
beforeEach(() => {
  noted = []
})
afterAll(async () => {
  await Promise.all([replica, primary].map((client) => client.end({ timeout: 1 })))
  for (const { drop } of databases) await drop()
})

describe("replicaClient", () => {
  it("reads from the replica, with fragments, lists and built statements", async () => {
    const where = routed`where id = any(${[1, 2]})`
    expect(await routed`select ${routed("place")} from kept ${where}`).toEqual([{ place: "replica" }])
    expect(await routed`select place from kept`.values()).toEqual([["replica"]])
    const built = { compile: () => ({ sql: "select place from kept where id = $1", parameters: [1] }) }
    expect(await runQuery(routed, built as unknown as Parameters<typeof runQuery>[1])).toEqual([{ place: "replica" }])
    expect(noted).toEqual([])
  })

  it("sends a statement once more, to the primary, if the replica cannot run it", async () => {
    expect(await routed`select count(*) as count from fresh where id = ${1}`).toEqual([{ count: 0 }])
    expect(await routed`insert into kept values (${2}, 'written') returning place`.values()).toEqual([["written"]])
    expect(await routed.unsafe("select place from kept where id = $1", [2], { prepare: true })).toEqual([])
    expect(noted).toHaveLength(2)
  })

  it("sends it once more if the replica is lost", async () => {
    const running = routed`select place, pg_sleep(case current_database() when ${databases[0]?.url.split("/").at(-1) ?? ""} then 60 else 0 end) from kept where id = 1`
    running.execute()
    const victim = () => primary<Array<{ pid: number }>>`
      select pid from pg_stat_activity where query like 'select place, pg_sleep%' and state = 'active'`
    let [found] = await victim()
    while (found === undefined) [found] = await victim()
    await primary`select pg_terminate_backend(${found.pid})`
    expect((await running)[0]?.["place"]).toBe("primary")
    expect(noted).toHaveLength(1)
  })

  it("does the same for reads that can be interrupted", async () => {
    const request = (table: string) =>
      cancellable((sql) => sql<Array<{ count: number }>>`select count(*) as count from ${sql(table)}`).pipe(
        Effect.provideService(Sql, sqlOf(routed)),
        Effect.runPromise,
      )
    expect(await request("kept")).toEqual([{ count: 1 }])
    expect(noted).toEqual([])
    expect(await request("fresh")).toEqual([{ count: 0 }])
    expect(noted).toHaveLength(1)
  })

  it("fails with the error of a wrong statement", async () => {
    await expect(routed`select 1 / ${0}::int`).rejects.toThrow("division by zero")
    expect(noted).toEqual([])
  })

  it("runs transactions on the primary", async () => {
    expect(await routed.begin((transaction) => transaction`select place from kept where id = 1`)).toEqual([
      { place: "primary" },
    ])
  })
})
