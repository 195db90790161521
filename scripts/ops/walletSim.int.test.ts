import { createHash } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import { writeAddress } from "../../core/chains/addresses/writeAddress.ts"
import { networks } from "../../core/chains/networks.ts"
import { type OpsKit, spawnOps, startOpsKit } from "./testing/opsKit.ts"

let kit: OpsKit
beforeAll(async () => {
  kit = await startOpsKit()
})
afterAll(async () => kit.stop())

it("runs actions on the demo chains, each after showing the plan, and refuses impossible ones", async () => {
  const sim = (...parameters: ReadonlyArray<string>) => kit.ops("wallet", "sim", ...parameters)
  const result = (answer: { json(): Record<string, unknown> }) => answer.json()["result"] as Record<string, unknown>
  const hash = new Uint8Array(createHash("sha256").update("somebody").digest().subarray(0, 20))
  const address = writeAddress(networks.BTC.demo, "p2wpkh", hash)
  expect(address).toMatch(/^demobtc1q/)

  const planned = await sim("faucet", "BTC", address, "0.5")
  expect([planned.code, planned.out]).toEqual([3, expect.stringContaining(`pay 0.5 BTC to ${address}`)])
  const { transaction } = result(await sim("faucet", "BTC", address, "0.5", "--yes", "--json"))
  expect(result(await sim("mine", "BTC", "--blocks", "3", "--yes", "--json"))).toMatchObject({ height: 3 })
  expect(
    await kit.sql`
    select txid, o.amount, t.state from sim.output o join sim.transaction t using (network, txid)
    where o.script = ${`0014${Buffer.from(hash).toString("hex")}`}`,
  ).toEqual([{ txid: transaction, amount: "50000000", state: "block" }])
  const deep = await sim("reorg", "BTC", "9", "--yes")
  expect([deep.code, deep.err]).toEqual([1, expect.stringContaining("doesn’t have that many blocks")])
  const real = spawnOps({ ...kit.env, LTC_NODE: "http://quire:secret@127.0.0.1:9/regtest" }, [
    "wallet",
    "sim",
    "mine",
    "LTC",
  ])
  expect(await real.ended).toMatchObject({ code: 2, err: expect.stringContaining("LTC uses a node") })
})
