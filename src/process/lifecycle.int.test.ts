import { afterAll, beforeAll, expect, it } from "vitest"
import { connect } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { freePort } from "../../scripts/run/ports.ts"
import { spawnRole } from "../chat/testing/spawnRole.ts"
import { requireSchema } from "./requireSchema.ts"

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())

const start = async (drainSeconds: number) => {
  const port = String(await freePort())
  const role = await spawnRole("chat", {
    DATABASE_URL: db.url,
    CHAT_PORT: port,
    DRAIN_SECONDS: String(drainSeconds),
  })
  const probe = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    return [answer.status, ((await answer.json()) as { readonly status: string }).status]
  }
  return { role, probe }
}

it("a process that is asked to stop serves on for DRAIN_SECONDS while it says that it is not ready", async () => {
  const { role, probe } = await start(30)
  expect([await probe("/livez"), await probe("/startupz"), await probe("/readyz")]).toEqual([
    [200, "alive"],
    [200, "started"],
    [200, "ready"],
  ])
  const ended = role.kill("SIGTERM")
  await expect.poll(() => probe("/readyz")).toEqual([503, "draining"])
  expect([await probe("/livez"), await probe("/startupz")]).toEqual([
    [200, "alive"],
    [200, "started"],
  ])
  // A second signal does not wait for the rest.
  void role.kill("SIGTERM")
  expect(await ended).toBe(0)
})

it("a process without a drain ends at once", async () => {
  const { role } = await start(0)
  expect(await role.kill("SIGTERM")).toBe(0)
})

it("a process starts beside additions of a later release, and refuses a database that lost what it uses", async () => {
  const sql = connect(db.url, { connectionsMax: 1 })
  const apply = (name: string, kind: string) =>
    sql`insert into meta.migration ${sql({ number: Number(name.slice(0, 4)), name, checksum: "", kind })}`
  try {
    expect(await requireSchema(db.url)).toEqual([])
    await apply("9000_more.sql", "expand")
    expect(await requireSchema(db.url)).toEqual(["9000_more.sql"])
    await apply("9001_less.sql", "contract")
    const { role } = await start(0)
    expect(await role.ended).toBe(78)
    expect(role.output()).toContain("9001_less.sql, which this program does not know")
    await sql`delete from meta.migration where number >= 58`
    await expect(requireSchema(db.url)).rejects.toThrow("The database lacks 0058")
    await expect(requireSchema("postgres://quire@127.0.0.1:1/quire")).resolves.toEqual([])
  } finally {
    await sql.end()
  }
})
