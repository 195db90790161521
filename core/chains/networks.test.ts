import { assert, describe, expect, it } from "vitest"
import type { Capabilities } from "./Chain.ts"
import { CHAIN_NAMES, networks, SCRIPT_TYPES, STAGES } from "./networks.ts"

const all = CHAIN_NAMES.flatMap((name) => STAGES.map((stage) => networks[name][stage]))

describe("networks", () => {
  it.each(all.map((network) => [`${network.name} ${network.stage}`, network] as const))(
    "%s has its own name as key and consistent numbers",
    (_, network) => {
      expect(networks[network.name][network.stage]).toBe(network)
      expect(network.windowBlocks).toBeGreaterThan(network.confirmations.large)
      expect(network.confirmations.large).toBeGreaterThanOrEqual(network.confirmations.usual)
      const { min, fallback, max } = network.feeRate
      expect(min <= fallback && fallback < max).toBe(true)
      expect([network.hrp, network.cashPrefix].filter((each) => each !== null)).toHaveLength(1)
      const payable: Capabilities["payableScripts"] = SCRIPT_TYPES.filter((type) => network.dust[type] !== undefined)
      expect(payable).toContain(network.ownScript)
      expect(payable.includes("p2wpkh")).toBe(network.hrp !== null)
    },
  )

  it("gives demo chains unique prefixes and no address without a prefix", () => {
    const prefixes = all.flatMap(({ hrp, cashPrefix }) => [hrp ?? cashPrefix])
    expect(new Set(prefixes).size).toBe(prefixes.length)
    for (const name of CHAIN_NAMES) {
      const { demo, main } = networks[name]
      assert.deepStrictEqual([demo.p2pkh, demo.p2sh], [null, []])
      expect(demo.hrp ?? demo.cashPrefix).toMatch(/^demo/)
      expect(demo.bip32).not.toEqual(main.bip32)
    }
  })
})
