import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { keyOf } from "../../payment/chooseCoins.ts"
import { feeFor } from "../../payment/vbytes.ts"
import { readTransaction } from "../../sim/readTransaction.ts"
import { strangerScript, UNKNOWN_WITNESS } from "../testAccount.ts"
import { type ChainKit, outpointsOf, run, UNITS } from "./ChainKit.ts"

/** How payments are built, broadcast and tracked. */
export const describePayments = (kit: ChainKit): void => {
  const stranger = strangerScript(kit.network, "somebody")
  const toStranger = (amount = UNITS / 2n) => [{ script: stranger, amount }]

  describe("payments", () => {
    it(
      "are built as requested, broadcast when signed, and accepted again at any time",
      run(() =>
        Effect.gen(function* () {
          const coin = yield* kit.coin(UNITS)
          yield* kit.leave([coin])
          const built = yield* kit.chain.build(kit.payment(toStranger()))
          expect(outpointsOf(built)).toEqual([coin.outpoint])
          expect(built.change).toEqual({ vout: 1, amount: UNITS / 2n - built.fee })
          const raw = kit.sign(built.psbt)
          const signed = readTransaction(raw)
          expect(signed?.outputs).toEqual([...toStranger(), { script: kit.changeScript, amount: built.change?.amount }])
          const vbytes = signed?.vbytes ?? 0
          expect([vbytes <= built.vbytes, built.vbytes - vbytes < 12]).toEqual([true, true])
          expect(built.fee).toBe(feeFor(built.vbytes, kit.network.feeRate.fallback))

          const transaction = { txid: signed?.txid ?? "", inputs: outpointsOf(built) }
          expect(yield* kit.chain.statusOf(transaction)).toEqual({ _tag: "Absent" })
          expect(yield* kit.chain.broadcast(raw)).toBe(transaction.txid)
          expect(yield* kit.chain.broadcast(raw)).toBe(transaction.txid)
          expect(yield* kit.chain.statusOf(transaction)).toMatchObject({ _tag: "Mempool" })
          yield* kit.mine(1)
          expect(yield* kit.chain.broadcast(raw)).toBe(transaction.txid)
          expect(yield* kit.chain.statusOf(transaction)).toMatchObject({ _tag: "Confirmed", confirmations: 1 })
          const { coins } = yield* kit.chain.unspent
          expect(coins.find(({ outpoint }) => keyOf(outpoint) === keyOf(coin.outpoint))).toBeUndefined()
          expect(coins.find(({ outpoint }) => outpoint.txid === transaction.txid)).toMatchObject({
            outpoint: { vout: 1 },
            script: kit.changeScript,
            amount: built.change?.amount,
            confirmations: 1,
          })
        }),
      ),
    )

    it(
      "lock their coins until released, or until another set of locks replaces them",
      run(() =>
        Effect.gen(function* () {
          const coins = [yield* kit.coin(UNITS), yield* kit.coin(UNITS)]
          yield* kit.leave(coins)
          const payment = kit.payment(toStranger())
          const [first, second] = [yield* kit.chain.build(payment), yield* kit.chain.build(payment)]
          expect([...outpointsOf(first), ...outpointsOf(second)].map(keyOf).sort()).toEqual(
            coins.map(({ outpoint }) => keyOf(outpoint)).sort(),
          )
          expect(yield* Effect.flip(kit.chain.build(payment))).toMatchObject({ _tag: "NotEnoughCoins", available: 0n })
          yield* kit.chain.release(outpointsOf(first))
          yield* kit.chain.release(outpointsOf(first))
          expect(outpointsOf(yield* kit.chain.build(payment))).toEqual(outpointsOf(first))
          yield* kit.leave(coins)
          const { coins: all } = yield* kit.chain.unspent
          const free = all.filter(({ isLocked }) => !isLocked).map(({ outpoint }) => keyOf(outpoint))
          expect(free.sort()).toEqual(coins.map(({ outpoint }) => keyOf(outpoint)).sort())
        }),
      ),
    )

    it(
      "are refused for dust, unspendable scripts, fees above the maximum and missing coins",
      run(() =>
        Effect.gen(function* () {
          const coin = yield* kit.coin(UNITS)
          yield* kit.leave([coin])
          const refusal = (...payment: Parameters<ChainKit["payment"]>) =>
            Effect.flip(kit.chain.build(kit.payment(...payment)))
          const atLeast = kit.network.dust[kit.network.ownScript] ?? 0n
          expect(yield* refusal(toStranger(atLeast - 1n))).toMatchObject({ _tag: "Dust", atLeast })
          expect(yield* refusal([{ script: UNKNOWN_WITNESS, amount: UNITS / 2n }])).toMatchObject({
            _tag: "UnknownScript",
          })
          expect(yield* refusal(toStranger(), { feeMax: 10n })).toMatchObject({ _tag: "FeeTooHigh", atMost: 10n })
          expect(yield* refusal(toStranger(UNITS))).toMatchObject({ _tag: "NotEnoughCoins", available: UNITS })
          const missing = { txid: "cd".repeat(32), vout: 0 }
          expect(yield* refusal(toStranger(), { mustSpend: [missing] })).toMatchObject({ _tag: "NoSuchCoin" })
          // Refused payments have locked nothing.
          const built = yield* kit.chain.build(kit.payment(toStranger(UNITS - 50_000n)))
          expect(outpointsOf(built)).toEqual([coin.outpoint])
        }),
      ),
    )

    it(
      "give change below the dust limit to the miner",
      run(() =>
        Effect.gen(function* () {
          const coin = yield* kit.coin(UNITS)
          yield* kit.leave([coin])
          const { fee } = yield* kit.chain.build(kit.payment(toStranger()))
          yield* kit.leave([coin])
          const built = yield* kit.chain.build(kit.payment(toStranger(UNITS - fee)))
          expect(built).toMatchObject({ change: null, fee })
          yield* kit.chain.broadcast(kit.sign(built.psbt))
          yield* kit.mine(1)
        }),
      ),
    )

    it(
      "are rejected with the reason if their bytes are invalid or their inputs never existed",
      run(() =>
        Effect.gen(function* () {
          expect(yield* Effect.flip(kit.chain.broadcast("00ff"))).toMatchObject({ _tag: "BroadcastRefused" })
          const coin = yield* kit.coin(UNITS)
          yield* kit.leave([coin])
          const raw = kit.sign((yield* kit.chain.build(kit.payment(toStranger()))).psbt)
          const foreign = raw.replace(reversed(coin.outpoint.txid), "ee".repeat(32))
          expect(foreign).not.toBe(raw)
          expect(yield* Effect.flip(kit.chain.broadcast(foreign))).toMatchObject({ reason: "missing" })
          // The signature does not cover this amount of change.
          const change = readTransaction(raw)?.outputs[1]?.amount ?? 0n
          const changed = raw.replace(amountHex(change), amountHex(change - 1n))
          expect(yield* Effect.flip(kit.chain.broadcast(changed))).toMatchObject({ reason: "invalid" })
        }),
      ),
    )

    it(
      "are replaced with a higher fee if the chain supports it, and refused otherwise",
      run(() =>
        Effect.gen(function* () {
          const coin = yield* kit.coin(UNITS)
          yield* kit.leave([coin])
          const first = yield* kit.chain.build(kit.payment(toStranger()))
          const mustSpend = outpointsOf(first)
          const txid = yield* kit.chain.broadcast(kit.sign(first.psbt))
          const second = yield* kit.chain.build(
            kit.payment(toStranger(), { mustSpend, feeRate: kit.network.feeRate.fallback * 3n }),
          )
          expect(outpointsOf(second)).toEqual(mustSpend)
          expect(second.fee > first.fee).toBe(true)
          const raw = kit.sign(second.psbt)
          if (!kit.chain.capabilities.replacesByFee) {
            expect(yield* Effect.flip(kit.chain.broadcast(raw))).toMatchObject({ reason: "conflict" })
            return
          }
          const by = yield* kit.chain.broadcast(raw)
          const status = kit.chain.statusOf({ txid, inputs: mustSpend })
          expect(yield* status).toEqual({ _tag: "Conflicted", by, confirmations: 0 })
          yield* kit.mine(1)
          expect(yield* status).toEqual({ _tag: "Conflicted", by, confirmations: 1 })
        }),
      ),
    )

    it(
      "report what spent their coins even if the chain never saw them",
      run(() =>
        Effect.gen(function* () {
          const coin = yield* kit.coin(UNITS)
          yield* kit.leave([coin])
          const unsent = yield* kit.chain.build(kit.payment(toStranger()))
          const txid = readTransaction(kit.sign(unsent.psbt))?.txid ?? ""
          yield* kit.leave([coin])
          const sent = yield* kit.chain.build(kit.payment(toStranger(UNITS / 3n)))
          const by = yield* kit.chain.broadcast(kit.sign(sent.psbt))
          yield* kit.mine(2)
          const status = yield* kit.chain.statusOf({ txid, inputs: outpointsOf(unsent) })
          expect(status).toEqual({ _tag: "Conflicted", by, confirmations: 2 })
          expect(yield* Effect.flip(kit.chain.broadcast(kit.sign(unsent.psbt)))).toMatchObject({ reason: "conflict" })
        }),
      ),
    )

    it(
      "release their coins when the mempool drops them, lock them on request, and are accepted again",
      run(() =>
        Effect.gen(function* () {
          const coin = yield* kit.coin(UNITS)
          yield* kit.leave([coin])
          const { coins } = yield* kit.chain.unspent
          const built = yield* kit.chain.build(kit.payment(toStranger()))
          const raw = kit.sign(built.psbt)
          const txid = yield* kit.chain.broadcast(raw)
          const ours = Effect.map(kit.chain.unspent, ({ coins }) =>
            coins.find(({ outpoint }) => keyOf(outpoint) === keyOf(coin.outpoint)),
          )
          const status = kit.chain.statusOf({ txid, inputs: outpointsOf(built) })
          const drop = kit.evict(txid)
          yield* drop
          // A caller that stores the payment locks its coins first, so no other payment chooses them.
          yield* kit.chain.lockOnly(coins.map(({ outpoint }) => outpoint))
          expect(yield* ours).toMatchObject({ amount: UNITS, isLocked: true })
          expect(yield* Effect.flip(kit.chain.build(kit.payment(toStranger())))).toMatchObject({
            _tag: "NotEnoughCoins",
            available: 0n,
          })
          expect(yield* status).toEqual({ _tag: "Absent" })

          expect(yield* kit.chain.broadcast(raw)).toBe(txid)
          expect([yield* ours, yield* status]).toMatchObject([undefined, { _tag: "Mempool" }])
          yield* drop
          expect(yield* ours).toMatchObject({ amount: UNITS })
          const raised = yield* kit.chain.build(
            kit.payment(toStranger(), { mustSpend: outpointsOf(built), feeRate: kit.network.feeRate.fallback * 2n }),
          )
          expect(outpointsOf(raised)).toEqual(outpointsOf(built))
          const by = yield* kit.chain.broadcast(kit.sign(raised.psbt))
          yield* kit.mine(1)
          expect(yield* status).toEqual({ _tag: "Conflicted", by, confirmations: 1 })
          expect(yield* ours).toBeUndefined()
        }),
      ),
    )

    it(
      "can spend an unconfirmed coin if it is required",
      run(() =>
        Effect.gen(function* () {
          const coin = yield* kit.coin(UNITS)
          yield* kit.leave([coin])
          const parent = yield* kit.chain.build(kit.payment(toStranger()))
          const txid = yield* kit.chain.broadcast(kit.sign(parent.psbt))
          yield* kit.leave([])
          const change = { txid, vout: parent.change?.vout ?? -1 }
          const child = yield* kit.chain.build(
            kit.payment([{ script: kit.changeScript, amount: UNITS / 4n }], { mustSpend: [change] }),
          )
          const childId = yield* kit.chain.broadcast(kit.sign(child.psbt))
          yield* kit.mine(1)
          const status = yield* kit.chain.statusOf({ txid: childId, inputs: outpointsOf(child) })
          expect(status).toMatchObject({ _tag: "Confirmed", confirmations: 1 })
        }),
      ),
    )

    it(
      "have as many outputs as requested, from as many coins as needed",
      run(() =>
        Effect.gen(function* () {
          const coins = [yield* kit.coin(UNITS), yield* kit.coin(UNITS), yield* kit.coin(UNITS)]
          yield* kit.leave(coins)
          const outputs = Array.from({ length: 10 }, (_, index) => ({
            script: strangerScript(kit.network, `somebody ${index}`),
            amount: UNITS / 4n + BigInt(index),
          }))
          const built = yield* kit.chain.build(kit.payment(outputs))
          expect(built.inputs).toHaveLength(3)
          const raw = kit.sign(built.psbt)
          expect(readTransaction(raw)?.outputs.slice(0, 10)).toEqual(outputs)
          yield* kit.chain.broadcast(raw)
          yield* kit.mine(1)
        }),
      ),
    )
  })
}

const reversed = (txid: string): string => Buffer.from(txid, "hex").reverse().toString("hex")

const amountHex = (amount: bigint): string => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(amount)
  return bytes.toString("hex")
}
