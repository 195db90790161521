import { afterAll, beforeAll, expect, it } from "vitest"
import { type OpsKit, spawnOps, startOpsKit } from "./testing/opsKit.ts"

let kit: OpsKit
beforeAll(async () => {
  kit = await startOpsKit()
})
afterAll(async () => kit.stop())

it("lets days pass for subscriptions after showing the plan, and only with demo chains", async () => {
  const clock = (...parameters: ReadonlyArray<string>) => kit.ops("subscriptions", "clock", ...parameters)
  const planned = await clock()
  expect([planned.code, planned.out]).toEqual([3, expect.stringContaining("live 31 days of all subscriptions")])
  const days = async () => {
    const { result } = (await clock("--days", "2", "--yes", "--json")).json() as { result?: { until: string } }
    return Math.round((Date.parse(result?.until ?? "") - Date.now()) / 86_400_000)
  }
  expect(await days()).toBe(2)
  expect((await clock("--days", "0", "--yes")).code).toBe(2)
  const parameters = ["subscriptions", "clock", "--yes"]
  const real = spawnOps({ ...kit.env, LTC_NODE: "http://quire:secret@127.0.0.1:9/regtest" }, parameters)
  expect(await real.ended).toMatchObject({ code: 2, err: expect.stringContaining("real coins") })
})
