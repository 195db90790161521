import { once } from "node:events"
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import postgres from "postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { changeOwner, type Postgres, postgresAccount, runningUrl, startPostgres } from "../postgres.ts"
import { isAlive, waitUntil } from "../processes.ts"

let home: string
let server: Postgres

const ask = async <Row>(url: string, text: string): Promise<Row | undefined> => {
  const sql = postgres(url, { max: 1 })
  try {
    return (await sql.unsafe(text))[0] as Row | undefined
  } finally {
    await sql.end()
  }
}

beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), "quire-postgres-"))
  chmodSync(root, 0o755)
  home = join(root, "postgres")
  // Durable, because the tests check that nothing is lost.
  server = await startPostgres(home, { durability: "durable" })
  await ask(server.url("postgres"), "create table kept as select 1 as one")
})

afterAll(async () => {
  await server.stop()
  rmSync(join(home, ".."), { recursive: true })
})

describe("the embedded PostgreSQL", () => {
  it("is version 18 with Unicode rules for every language", async () => {
    const row = await ask(
      server.url("postgres"),
      "select upper('straße') as up, current_setting('server_version_num')::int / 10000 as major",
    )
    expect(row).toEqual({ up: "STRASSE", major: 18 })
  })

  it("refuses a client without the password", async () => {
    const url = new URL(server.url("postgres"))
    url.password = "guess"
    await expect(ask(url.href, "select 1")).rejects.toThrow(/password authentication failed/)
  })

  it("tells other processes where it runs", async () => {
    expect(runningUrl(home, "postgres")).toBe(server.url("postgres"))
  })

  it("stops an orphaned server and keeps committed data", async () => {
    const before = server
    server = await startPostgres(home, { durability: "durable" })
    expect(isAlive(before.pid)).toBe(false)
    expect(await ask(server.url("postgres"), "select * from kept")).toEqual({ one: 1 })
  })

  it("recovers from kill -9 of the server", async () => {
    await ask(server.url("postgres"), "insert into kept values (2)")
    process.kill(server.pid, "SIGKILL")
    await server.ended
    server = await startPostgres(home, { durability: "durable" })
    expect(await ask(server.url("postgres"), "select sum(one)::int from kept")).toEqual({ sum: 3 })
  })

  it("starts although the process id in its lock file belongs to another program", async () => {
    await server.stop()
    const lock = join(home, "data", "postmaster.pid")
    writeFileSync(lock, `${process.pid}\n${join(home, "data")}\n`)
    changeOwner(lock, postgresAccount())
    server = await startPostgres(home, { durability: "durable" })
    expect(isAlive(process.pid)).toBe(true)
    expect(await ask(server.url("postgres"), "select 1 as one")).toEqual({ one: 1 })
  })

  it("uses another port if the preferred one is taken", async () => {
    const other = await startPostgres(join(home, "..", "other"), { durability: "throwaway", port: server.port })
    expect(other.port).not.toBe(server.port)
    await other.stop()
  })

  it("waits for its port if it must have the same one again", async () => {
    const { port } = server
    await server.stop()
    const other = createServer().listen(port, "127.0.0.1")
    await once(other, "listening")
    const log = join(home, "postgres.log")
    const refusals = () => readFileSync(log, "utf8").split("could not create any TCP/IP sockets").length
    const before = refusals()
    const restarted = startPostgres(home, { durability: "durable", port, isPortFixed: true })
    await expect.poll(refusals).toBeGreaterThan(before)
    other.close()
    server = await restarted
    expect(server.port).toBe(port)
  })

  it("explains why it did not start", async () => {
    const broken = join(home, "..", "broken")
    mkdirSync(join(broken, "data"), { recursive: true })
    for (const path of [broken, join(broken, "data")]) changeOwner(path, postgresAccount())
    await expect(startPostgres(broken, { durability: "durable" })).rejects.toThrow(/did not start.*postgres\.log/s)
    expect(readFileSync(join(broken, "postgres.log"), "utf8")).not.toBe("")
  })

  it("is no longer running after it was stopped", async () => {
    await server.stop()
    expect(await waitUntil(() => !isAlive(server.pid), 15_000)).toBe(true)
    expect(runningUrl(home, "postgres")).toBeUndefined()
  })
})
