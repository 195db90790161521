import { hostname } from "node:os"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { connect, type SqlClient, uuidv7 } from "#core/kernel"
import type { Release } from "#core/releases"
import { type TestDatabase, testDatabase } from "#testing"
import { chooseStarted } from "./chooseStarted.ts"

const MASTER_KEY = Buffer.alloc(32, 7)
const old = { version: "0.7.2", build: "aaaaaaaaaaaa" }
const next = { version: "0.8.0", build: "bbbbbbbbbbbb" }
/** No process has this id: the kernel's largest is 2^22. */
const NO_PID = 2 ** 22 + 1

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
beforeEach(() => sql`delete from cluster.process`)

const lines: Array<string> = []
const start = (release: Release) => {
  lines.length = 0
  return chooseStarted(db.url, MASTER_KEY, release, (line) => lines.push(line))
}
const run = ({ version, build }: Release, host: string, pid: number) => sql`
  insert into cluster.process (process_id, role, host, pid, build, version, phase, lag_ms)
  values (${uuidv7(Date.now())}, 'worker', ${host}, ${pid}, ${build}, ${version}, 'serving', 0)`

it("a start chooses the first release and a newer one; the one before does not return while another machine runs", async () => {
  expect(await start(old)).toBe(true)
  expect(lines).toEqual([])
  await run(old, "another machine", 1)
  expect(await start(next)).toBe(true)
  expect(lines).toEqual(["release 0.8.0+bbbbbbbbbbbb is chosen in place of 0.7.2+aaaaaaaaaaaa"])
  expect(await start(old)).toBe(false)
  expect(lines.join()).toContain("releases choose aaaaaaaaaaaa")
  const events = await sql`select type from es.event where stream = 'releases-all' order by version`
  expect(events.map(({ type }) => type)).toEqual(["releases.ReleaseChosen.v1", "releases.ReleaseChosen.v1"])
})

it("a start of an earlier release is chosen if only killed processes of this machine have not said that they ended", async () => {
  await run(next, hostname(), NO_PID)
  expect(await start(old)).toBe(true)
  await run(old, hostname(), process.pid)
  expect(await start(next)).toBe(false)
})
