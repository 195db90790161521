import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { keyOf } from "../../payment/chooseCoins.ts"
import { type ChainKit, run, UNITS } from "./ChainKit.ts"

/** Number of scripts per branch that a scan covers here. */
const SCAN_COUNT = 60

/** Data for reconciliation, and the engine's other information. */
export const describeBooks = (kit: ChainKit): void => {
  describe("a chain", () => {
    it(
      "finds the same coins by extended keys alone as by watching",
      run(() =>
        Effect.gen(function* () {
          yield* kit.coin(UNITS + 7n)
          expect(kit.drawn).toBeLessThan(SCAN_COUNT)
          const watched = yield* kit.chain.unspent
          const scanned = yield* kit.chain.scan(kit.account.rangesOf(SCAN_COUNT))
          const lines = (coins: typeof watched.coins) =>
            coins.map(({ outpoint, script, amount }) => `${keyOf(outpoint)} ${script} ${amount}`).sort()
          expect(lines(scanned.coins)).toEqual(lines(watched.coins.filter(({ confirmations }) => confirmations > 0)))
          expect(scanned.coins.length).toBeGreaterThan(0)
          expect(scanned.tip).toEqual(watched.tip)
        }),
      ),
    )

    it(
      "estimates fees within the limits of the network",
      run(() =>
        Effect.gen(function* () {
          for (const blocks of [1, 6, 144]) {
            const { feeRate } = yield* kit.chain.feeRate(blocks)
            expect(feeRate >= kit.network.feeRate.min && feeRate <= kit.network.feeRate.max).toBe(true)
          }
        }),
      ),
    )

    it("reports its capabilities correctly", () => {
      const { capabilities, network } = kit.chain
      expect(network).toBe(kit.network)
      expect(capabilities.isDemo).toBe(network.stage === "demo")
      expect(capabilities.payableScripts).toContain(network.ownScript)
    })
  })
}
