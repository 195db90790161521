import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { keyOf } from "../../payment/chooseCoins.ts"
import { type ChainKit, run, UNITS } from "./ChainKit.ts"

/** Scripts of each branch that a scan looks through here. */
const SCAN_COUNT = 60

/** What reconciliation is told, and what else there is to know. */
export const describeBooks = (kit: ChainKit): void => {
  describe("books", () => {
    it(
      "finds by extended keys alone the same coins as by watching",
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
      "estimates fees within the bounds of the network",
      run(() =>
        Effect.gen(function* () {
          for (const blocks of [1, 6, 144]) {
            const { feeRate } = yield* kit.chain.feeRate(blocks)
            expect(feeRate >= kit.network.feeRate.min && feeRate <= kit.network.feeRate.max).toBe(true)
          }
        }),
      ),
    )

    it("says honestly what it can do", () => {
      const { capabilities, network } = kit.chain
      expect(network).toBe(kit.network)
      expect(capabilities.isDemo).toBe(network.stage === "demo")
      expect(capabilities.payableScripts).toContain(network.ownScript)
    })
  })
}
