import { existsSync, rmSync, statSync } from "node:fs"
import { afterAll, beforeAll, expect, it } from "vitest"
import { connect } from "#core/kernel"
import { makeTestHome, type Product, startProduct } from "#testing"
import { assetsOf, FEEDS_CALL, startSteadyLoad } from "../../bench/restart/steadyLoad.ts"
import { spawnOps } from "../../ops/testing/opsKit.ts"
import { embeddedHome } from "../database.ts"
import { runningUrl } from "../postgres.ts"
import { controlSocket, type Restarted } from "./control.ts"

/** Low, because this machine may run other tests; the bench `restart` sends 300. */
const PER_SECOND = 60

let home: string
let product: Product
beforeAll(async () => {
  home = makeTestHome()
  product = await startProduct({ home, env: { ROLES: "web,chat,console", TRUSTED_PROXIES: "1" } })
})
afterAll(async () => {
  await product?.stop()
  rmSync(home, { recursive: true, force: true })
})

const restart = async (...parameters: ReadonlyArray<string>) => {
  const env = { ...(process.env as Record<string, string>), QUIRE_DATA_DIR: home, DATABASE_URL: "" }
  const { code, out } = await spawnOps(env, ["restart", ...parameters, "--json"]).ended
  return { code, document: JSON.parse(out) as { readonly result?: ReadonlyArray<Restarted>; readonly error?: string } }
}

it("only prints what a restart does, and refuses a process that does not run", async () => {
  const before = product.pidOf("web")
  expect((await restart("web")).code).toBe(3)
  expect(product.pidOf("web")).toBe(before)
  const { code, document } = await restart("worker", "--yes")
  expect([code, document.error]).toEqual([1, "worker: No such process runs here."])
  expect(statSync(controlSocket(home)).mode & 0o777).toBe(0o600)
})

it("restarts the web process under load without a refused or cut request", async () => {
  const load = startSteadyLoad(product.origin, PER_SECOND, [
    { path: "/newsfeeds" },
    FEEDS_CALL,
    ...(await assetsOf(product.origin, "/newsfeeds")).map((path) => ({ path })),
  ])
  let before: number | null | undefined = product.pidOf("web")
  for (let round = 0; round < 3; round += 1) {
    const { code, document } = await restart("web", "--yes")
    const [one] = document.result ?? []
    expect([code, one]).toEqual([0, { name: "web", before, after: expect.any(Number) as number }])
    expect(one?.after).not.toBe(before)
    before = one?.after
  }
  const { sent, failures } = await load.stop()
  expect(sent).toBeGreaterThan(PER_SECOND)
  expect(failures).toEqual({})
})

it("restarts several processes one after the other", async () => {
  const { document } = await restart("chat", "console", "--yes")
  expect(document.result).toHaveLength(2)
  expect((await fetch(`${product.chatUrl.replace("ws", "http")}/readyz`)).status).toBe(200)
  expect((await fetch(product.consoleOrigin, { redirect: "manual" })).status).toBeLessThan(400)
})

it("connects the console with a role of its own, also after a restart", async () => {
  const sql = connect(runningUrl(embeddedHome(home), "quire") ?? "", { connectionsMax: 1 })
  const roles = () => sql<Array<{ role: string; process: string }>>`
    select distinct usename as role, application_name as process from pg_stat_activity
    where application_name in ('quire console era', 'quire web era') order by role`
  await expect.poll(roles).toEqual([
    { role: "quire", process: "quire web era" },
    { role: "quire_console", process: "quire console era" },
  ])
  await sql.end()
})

it("does not answer after the product has stopped", async () => {
  await product.stop()
  expect(existsSync(controlSocket(home))).toBe(false)
  const { code, document } = await restart("web", "--yes")
  expect([code, document.error]).toEqual([1, expect.stringContaining("Quire does not run")])
})
