import { afterAll, beforeAll, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { freePort } from "../../scripts/run/ports.ts"
import { spawnRole } from "../chat/testing/spawnRole.ts"

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
