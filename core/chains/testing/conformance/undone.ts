import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import type { BuiltPayment, Hex } from "../../Chain.ts"
import { ReorgTooDeep } from "../../refusals.ts"
import { readTransaction } from "../../sim/readTransaction.ts"
import { type ChainKit, onlyMovement, outpointsOf, run, UNITS } from "./ChainKit.ts"

/** How undone blocks are reported. */
export const describeUndone = (kit: ChainKit): void => {
  const toOurselves = (amount: bigint) => [{ script: kit.changeScript, amount }]

  describe("a reorganization", () => {
    it(
      "returns a payment to the mempool when its block is undone, and into another block",
      run(() =>
        Effect.gen(function* () {
          const script = yield* kit.draw()
          yield* kit.pay(script, UNITS)
          yield* kit.mine(2)
          const { cursor } = yield* kit.chain.movements(null)
          const first = onlyMovement(yield* kit.movementsOf(script, cursor))
          yield* kit.reorg(2)
          const undone = onlyMovement(yield* kit.movementsOf(script, cursor))
          expect(undone).toMatchObject({ outpoint: first.outpoint, amount: UNITS, status: { _tag: "Mempool" } })
          yield* kit.mine(1)
          const second = onlyMovement(yield* kit.movementsOf(script, cursor))
          expect(second).toMatchObject({ outpoint: first.outpoint, status: { _tag: "Confirmed", confirmations: 1 } })
          expect(second.status).not.toEqual(first.status)
        }),
      ),
    )

    it.skipIf(kit.network.name !== "BTC")(
      "reports the earlier of two payments as conflicted after the fee was raised",
      run(() =>
        Effect.gen(function* () {
          const script = yield* kit.draw()
          const before = yield* kit.pay(script, UNITS)
          const after = yield* kit.bump(before)
          const statuses = Effect.map(kit.movementsOf(script), (movements) =>
            Object.fromEntries(movements.map(({ outpoint, status }) => [outpoint.txid, status])),
          )
          expect(yield* statuses).toMatchObject({
            [before]: { _tag: "Conflicted", by: after, confirmations: 0 },
            [after]: { _tag: "Mempool", isReplaceable: true },
          })
          yield* kit.mine(1)
          expect(yield* statuses).toMatchObject({
            [before]: { _tag: "Conflicted", by: after, confirmations: 1 },
            [after]: { _tag: "Confirmed", confirmations: 1 },
          })
        }),
      ),
    )

    it.each([
      ["that waits", 0],
      ["that was in a block", 2],
    ] as const)("reports which transaction double-spent a payment %s", (_, depth) =>
      run(() =>
        Effect.gen(function* () {
          const script = yield* kit.draw()
          const txid = yield* kit.pay(script, UNITS)
          if (depth > 0) yield* kit.mine(depth)
          const { cursor } = yield* kit.chain.movements(null)
          const by = yield* kit.doubleSpend(txid)
          const { status } = onlyMovement(yield* kit.movementsOf(script, cursor))
          expect(status).toEqual({ _tag: "Conflicted", by, confirmations: depth + 1 })
          expect(yield* kit.chain.statusOf({ txid, inputs: [] })).toEqual(status)
          expect((yield* kit.chain.unspent).coins.filter((coin) => coin.script === script)).toEqual([])
        }),
      )(),
    )

    it.each([
      ["wait", 0],
      ["were in blocks", 2],
    ] as const)("reports which transaction double-spent the parents of payments that %s", (_, depth) =>
      run(() =>
        Effect.gen(function* () {
          const coin = yield* kit.coin(UNITS)
          yield* kit.leave([coin])
          const child = yield* kit.chain.build(kit.payment(toOurselves(UNITS / 2n)))
          const childId = yield* kit.chain.broadcast(kit.sign(child.psbt))
          const buildOn = (txid: Hex, { change }: BuiltPayment, amount: bigint) =>
            kit.chain.build(kit.payment(toOurselves(amount), { mustSpend: [{ txid, vout: change?.vout ?? -1 }] }))
          const grandchild = yield* buildOn(childId, child, UNITS / 4n)
          const grandchildId = yield* kit.chain.broadcast(kit.sign(grandchild.psbt))
          const unsent = yield* buildOn(grandchildId, grandchild, UNITS / 10n)
          const unsentId = readTransaction(kit.sign(unsent.psbt))?.txid ?? ""
          if (depth > 0) yield* kit.mine(depth)
          const { cursor } = yield* kit.chain.movements(null)

          const by = yield* kit.doubleSpend(coin.outpoint.txid)
          const status = { _tag: "Conflicted", by, confirmations: depth + 2 }
          const statusOf = (txid: Hex, payment: BuiltPayment) =>
            kit.chain.statusOf({ txid, inputs: outpointsOf(payment) })
          expect(yield* statusOf(childId, child)).toEqual(status)
          expect(yield* statusOf(grandchildId, grandchild)).toEqual(status)
          expect(yield* statusOf(unsentId, unsent)).toEqual(status)
          const found = (yield* kit.movementsOf(kit.changeScript, cursor)).filter(({ outpoint: { txid } }) =>
            [childId, grandchildId].includes(txid),
          )
          expect(found.map((movement) => movement.status)).toEqual(Array(4).fill(status))
        }),
      )(),
    )

    it.skipIf(kit.network.finalityDepth !== null)(
      "halts at a reorganisation that is deeper than its window",
      run(() =>
        Effect.gen(function* () {
          const { windowBlocks } = kit.network
          yield* kit.mine(windowBlocks + 2)
          const { cursor, tip } = yield* kit.chain.movements(null)
          yield* kit.reorg(windowBlocks)
          expect(Result.isSuccess(yield* Effect.result(kit.chain.movements(cursor)))).toBe(true)
          yield* kit.reorg(windowBlocks + 2)
          const halted = yield* Effect.flip(kit.chain.movements(cursor))
          if (!(halted instanceof ReorgTooDeep)) throw halted
          expect(halted).toMatchObject({ cursor, fork: { height: tip.height - windowBlocks - 1 } })
          yield* kit.chain.movements(halted.fork?.hash ?? "")
        }),
      ),
    )

    it(
      "stops at a cursor that the chain does not know",
      run(() =>
        Effect.gen(function* () {
          const cursor = "ab".repeat(32)
          const halted = yield* Effect.flip(kit.chain.movements(cursor))
          expect(halted).toMatchObject({ _tag: "ReorgTooDeep", cursor, fork: null })
        }),
      ),
    )
  })
}
