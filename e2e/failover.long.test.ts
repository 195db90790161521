import { rm } from "node:fs/promises"
import { afterAll, describe, expect, it } from "vitest"
import { connect } from "#core/kernel"
import { TEST_MASTER_KEY } from "../core/accounts/testing/people.ts"
import { runFailovers } from "../scripts/bench/failover/runFailovers.ts"
import { openReaders } from "../scripts/bench/replica/openReaders.ts"
import { makeTestHome } from "../scripts/testing/home.ts"
import { startProduct } from "../scripts/testing/product.ts"
import { makeSynchronous, promote, startPair } from "../scripts/testing/replication.ts"

const undo: Array<() => unknown> = []
afterAll(async () => {
  for (const step of undo.reverse()) await step()
})

describe("a failover to a synchronous standby", { timeout: 600_000 }, () => {
  it("loses and doubles no acknowledged fact, and processes find the new primary by themselves", async () => {
    const { acknowledged, lost, doubled, backMs, hints } = await runFailovers(2, () => undefined)
    expect({ lost, doubled, kills: backMs.length }).toEqual({ lost: 0, doubled: 0, kills: 2 })
    expect(acknowledged).toBeGreaterThan(500)
    expect(hints).toBeGreaterThan(0)
  })

  it("leaves all processes running: people read and write, and read models follow", async () => {
    const root = makeTestHome()
    undo.push(() => rm(root, { recursive: true, force: true }))
    const { primary, standby, link, url } = await startPair(root)
    undo.push(link.close, primary.server.stop, standby.server.stop)
    await makeSynchronous(primary.server)
    const product = await startProduct({
      databaseUrl: url,
      // Both hosts: the one that is the primary is not used as a replica.
      env: {
        DATABASE_REPLICA_URL: url,
        MASTER_KEY: TEST_MASTER_KEY,
        TRUSTED_PROXIES: "1",
        READ_YOUR_WRITES_MS: "10000",
      },
    })
    undo.push(product.stop)
    const [reader] = await openReaders(product.origin, url, 1)
    if (reader === undefined) throw new Error("there is no reader")
    const first = await reader.write()
    expect(await reader.read("page")).toContain(first)
    const pids = ["web", "chat", "worker"].map(product.pidOf)

    process.kill(primary.server.pid, "SIGKILL")
    await promote(standby.server)
    const written = await expect
      .poll(() => reader.write().catch(() => null), { timeout: 30_000 })
      .not.toBeNull()
      .then(() => reader.write())
    expect(await reader.read("page")).toContain(written)
    expect(await reader.read("query")).toContain(written)
    expect(["web", "chat", "worker"].map(product.pidOf)).toEqual(pids)
  })
})

describe("a failover to a standby that lacks the last commits", { timeout: 600_000 }, () => {
  it("restarts all processes in a new era: nobody shows what is gone, and new events at the same positions arrive", async () => {
    const root = makeTestHome()
    undo.push(() => rm(root, { recursive: true, force: true }))
    const { primary, standby, link, url, database } = await startPair(root)
    undo.push(link.close, primary.server.stop, standby.server.stop)
    const env = { MASTER_KEY: TEST_MASTER_KEY, TRUSTED_PROXIES: "1", READ_YOUR_WRITES_MS: "10000" }
    const product = await startProduct({ databaseUrl: url, env })
    undo.push(product.stop)
    const [reader] = await openReaders(product.origin, url, 1)
    if (reader === undefined) throw new Error("there is no reader")
    const stored = await reader.write()
    const pids = ["web", "chat", "worker"].map(product.pidOf)
    const headOf = async (server: typeof primary) => {
      const sql = connect(server.server.url(database), { connectionsMax: 1 })
      const [row] = await sql<Array<{ head: number; eras: ReadonlyArray<string> }>>`
        select es.head() as head, (select array_agg(cause order by number) from es.era) as eras`
      await sql.end()
      return row ?? { head: 0, eras: [] }
    }
    await expect.poll(async () => (await headOf(standby)).head).toBe((await headOf(primary)).head)
    link.pause()
    const lost = await reader.write()
    expect(await reader.read("page")).toContain(lost)
    const before = await headOf(primary)

    process.kill(primary.server.pid, "SIGKILL")
    await promote(standby.server)
    expect((await headOf(standby)).head).toBeLessThan(before.head)
    const page = () => reader.read("page").catch(() => "")
    await expect.poll(page, { timeout: 60_000 }).toContain(stored)
    await expect
      .poll(() => ["web", "chat", "worker"].filter((name, at) => product.pidOf(name) === pids[at]))
      .toEqual([])
    await expect.poll(page, { timeout: 60_000 }).toContain(stored)
    expect(await page()).not.toContain(lost)
    const written = await expect
      .poll(() => reader.write().catch(() => null), { timeout: 30_000 })
      .not.toBeNull()
      .then(() => reader.write())
    await expect.poll(page).toContain(written)
    expect(await reader.read("query")).toContain(written)
    expect((await headOf(standby)).eras).toEqual(["first", "failover"])
  })
})
