import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { type ChainKit, onlyMovement, run, UNITS } from "./ChainKit.ts"

/** How payments to watched scripts are reported. */
export const describeDeposits = (kit: ChainKit): void => {
  describe("deposits", () => {
    it(
      "are reported in the mempool, then in their block, with the exact amount",
      run(() =>
        Effect.gen(function* () {
          const script = yield* kit.draw()
          const txid = yield* kit.pay(script, UNITS + 1n)
          const waiting = onlyMovement(yield* kit.movementsOf(script))
          expect(waiting).toMatchObject({ amount: UNITS + 1n, isImmature: false, status: { _tag: "Mempool" } })
          expect(waiting.outpoint.txid).toBe(txid)
          yield* kit.mine(1)
          const tip = yield* kit.chain.tip
          expect(onlyMovement(yield* kit.movementsOf(script))).toEqual({
            ...waiting,
            status: { _tag: "Confirmed", block: tip, confirmations: 1 },
          })
          yield* kit.mine(2)
          expect(onlyMovement(yield* kit.movementsOf(script)).status).toMatchObject({ block: tip, confirmations: 3 })
          expect(yield* kit.chain.statusOf({ txid, inputs: [] })).toMatchObject({ confirmations: 3 })
        }),
      ),
    )

    it(
      "are distinct for two payments to one script, and watching a script twice is harmless",
      run(() =>
        Effect.gen(function* () {
          const script = yield* kit.draw()
          yield* kit.pay(script, UNITS)
          yield* kit.chain.watch([kit.account.watchOf(0, kit.drawn - 1)])
          yield* kit.pay(script, UNITS)
          yield* kit.mine(1)
          const movements = yield* kit.movementsOf(script)
          expect(movements.map(({ amount }) => amount)).toEqual([UNITS, UNITS])
          expect(new Set(movements.map(({ outpoint }) => outpoint.txid)).size).toBe(2)
        }),
      ),
    )

    it(
      "are reported again for the same cursor, even if a result was never read",
      run(() =>
        Effect.gen(function* () {
          const before = yield* kit.chain.movements(null)
          const script = yield* kit.draw()
          yield* kit.pay(script, UNITS)
          yield* kit.mine(1)
          const lost = yield* kit.chain.movements(before.cursor)
          yield* kit.mine(1)
          const again = yield* kit.chain.movements(before.cursor)
          expect(again).toEqual(yield* kit.chain.movements(before.cursor))
          const txids = new Set(again.movements.map(({ outpoint }) => outpoint.txid))
          for (const { outpoint } of lost.movements) expect(txids).toContain(outpoint.txid)
          onlyMovement(yield* kit.movementsOf(script, before.cursor))
          onlyMovement(yield* kit.movementsOf(script, lost.cursor))
        }),
      ),
    )

    it(
      "are reported as long as they can be undone, and not after",
      run(() =>
        Effect.gen(function* () {
          const script = yield* kit.draw()
          yield* kit.pay(script, UNITS)
          yield* kit.mine(kit.network.windowBlocks)
          const deep = yield* kit.chain.movements(null)
          onlyMovement(yield* kit.movementsOf(script, deep.cursor))
          yield* kit.mine(1)
          const deeper = yield* kit.chain.movements(deep.cursor)
          expect(yield* kit.movementsOf(script, deeper.cursor)).toEqual([])
          onlyMovement(yield* kit.movementsOf(script, null))
          const cursor = yield* kit.chain.blockAt(deeper.tip.height - kit.network.windowBlocks)
          expect(cursor?.hash).toBe(deeper.cursor)
          expect(yield* kit.chain.blockAt(deeper.tip.height + 1)).toBeNull()
        }),
      ),
    )

    it(
      "are found for payments before the script was watched, from its birth height",
      run(() =>
        Effect.gen(function* () {
          const { height } = yield* kit.chain.tip
          const watch = kit.account.watchOf(1, 7, height)
          yield* kit.pay(watch.script, UNITS)
          yield* kit.mine(1)
          yield* kit.chain.watch([watch])
          const born = yield* kit.chain.blockAt(height)
          onlyMovement(yield* kit.movementsOf(watch.script, born?.hash ?? null))
        }),
      ),
    )
  })
}
