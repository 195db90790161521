import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import postgres from "postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeTestHome, type Product, postgresPid, startProduct } from "#testing"
import { runningUrl } from "../postgres.ts"
import { isAlive, waitUntil } from "../processes.ts"

// Only the chat role: these tests cover supervision, which treats all roles alike.
const env = { ROLES: "chat" }
const WAIT_MS_MAX = 45_000

let home: string
let product: Product

// One directory for all tests: the first start creates a PostgreSQL, which takes longer than everything else here.
beforeAll(async () => {
  home = makeTestHome()
  product = await startProduct({ home, env })
})
afterAll(async () => {
  await product?.stop()
  rmSync(home, { recursive: true, force: true })
})

const answers = async () =>
  fetch(`${product.chatUrl.replace("ws", "http")}/readyz`).then(
    (response) => response.ok,
    () => false,
  )
const count = async () => {
  const sql = postgres(runningUrl(`${home}/postgres`, "quire") ?? "", { max: 1 })
  try {
    return (await sql`select count(*)::int as count from meta.migration`)[0]?.["count"]
  } finally {
    await sql.end()
  }
}

const residentBytes = (pid: number) => 1_024 * Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)]))

describe("npm start", () => {
  it("builds in separate processes: the supervisor uses less than 250 MB", () => {
    expect(residentBytes(product.pid)).toBeLessThan(250_000_000)
  })

  it("restarts a killed process", async () => {
    process.kill(product.pidOf("chat") ?? 0, "SIGKILL")
    expect(
      await waitUntil(async () => product.output().includes("; restarting in") && (await answers()), WAIT_MS_MAX),
    ).toBe(true)
  })

  it("restarts a killed PostgreSQL on the same port with all its data", async () => {
    const before = [runningUrl(`${home}/postgres`, "quire"), await count()]
    const killed = postgresPid(home)
    process.kill(killed, "SIGKILL")
    const isBack = () => runningUrl(`${home}/postgres`, "quire") !== undefined && postgresPid(home) !== killed
    expect(await waitUntil(isBack, WAIT_MS_MAX)).toBe(true)
    expect([runningUrl(`${home}/postgres`, "quire"), await count()]).toEqual(before)
  })

  it("refuses to run twice on the same data", async () => {
    await expect(startProduct({ home, env })).rejects.toThrow(/already runs here as process \d+/)
    // The database restart may have crashed a process as well.
    await expect.poll(answers).toBe(true)
  })

  it.each(["CHAT_PORT", "DEMO_PORT"])(
    "names a port that is in use and the variable %s that changes it",
    async (name) => {
      const other = createServer().listen(0, "127.0.0.1")
      await once(other, "listening")
      const { port } = other.address() as { port: number }
      await expect(startProduct({ env: { ROLES: "chat,worker", DEMO: "true", [name]: String(port) } })).rejects.toThrow(
        `Port ${port} of 127.0.0.1 is in use by another program. Set ${name} to another one.`,
      )
      other.close()
    },
  )

  it("stops at an invalid configuration and names it", async () => {
    await expect(startProduct({ env: { ROLES: "kitchen", LOG_LEVEL: "loud" } })).rejects.toThrow(
      /\(78\).*ROLES is "kitchen"; allowed is.*LOG_LEVEL is "loud"; allowed is/s,
    )
  })

  it("recovers after the supervisor was killed", async () => {
    const orphans = [product.pidOf("chat") ?? 0, postgresPid(home)]
    process.kill(product.pid, "SIGKILL")
    expect(await product.ended).toBe("SIGKILL")
    product = await startProduct({ home, env })
    expect(await answers()).toBe(true)
    expect(orphans.map(isAlive)).toEqual([false, false])
  })

  it("stops everything while PostgreSQL restarts", async () => {
    const killed = postgresPid(home)
    process.kill(killed, "SIGKILL")
    const starts = () => existsSync(`${home}/postgres/data/postmaster.pid`) && postgresPid(home) > 0
    expect(await waitUntil(() => starts() && postgresPid(home) !== killed, WAIT_MS_MAX)).toBe(true)
    const restarted = postgresPid(home)
    await product.stop()
    expect([await product.ended, isAlive(restarted)]).toEqual([0, false])
    product = await startProduct({ home, env })
  })

  it("migrates its own PostgreSQL and stops everything in order", async () => {
    expect(await answers()).toBe(true)
    expect(await count()).toBeGreaterThan(0)
    const processes = [product.pidOf("chat") ?? 0, postgresPid(home)]
    await product.stop()
    expect(await product.ended).toBe(0)
    expect(processes.map(isAlive)).toEqual([false, false])
    const said = product.output()
    expect(said.indexOf('"stopping"')).toBeLessThan(said.indexOf('"name":"chat"', said.indexOf('"stopping"')))
  })
})
