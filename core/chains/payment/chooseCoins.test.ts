import { Result } from "effect"
import { describe, expect, it } from "vitest"
import type { Coin, Payment } from "../Chain.ts"
import { CHAIN_NAMES, networks } from "../networks.ts"
import { strangerScript } from "../testing/testAccount.ts"
import { chooseCoins } from "./chooseCoins.ts"
import { feeFor, vbytesOf } from "./vbytes.ts"

const network = networks.BTC.demo
const script = strangerScript(network, "us")
const stranger = strangerScript(network, "somebody")

const coin = (amount: bigint, more: Partial<Coin> = {}): Coin => ({
  outpoint: { txid: amount.toString(16).padStart(64, "0"), vout: 0 },
  script,
  amount,
  confirmations: 6,
  isImmature: false,
  isLocked: false,
  ...more,
})

const pay = (amount: bigint, more: Partial<Payment> = {}): Payment => ({
  outputs: [{ script: stranger, amount }],
  changeScript: script,
  feeRate: 10_000n,
  feeMax: 100_000n,
  confirmationsMin: 2,
  ...more,
})

describe("chooseCoins", () => {
  it("takes the largest available coins, in any input order, with amounts exact to the unit", () => {
    const coins = [coin(30_000n), coin(90_000n), coin(60_000n)]
    const chosen = Result.getOrThrow(chooseCoins(network, coins, pay(100_000n)))
    expect(chosen.coins.map(({ amount }) => amount)).toEqual([90_000n, 60_000n])
    expect(chosen.fee).toBe(feeFor(vbytesOf(network, 2, [stranger, script]), 10_000n))
    expect(150_000n).toBe(100_000n + chosen.fee + (chosen.change ?? 0n))
    expect(chooseCoins(network, [...coins].reverse(), pay(100_000n))).toEqual(Result.succeed(chosen))
  })

  it("ignores coins that are locked, immature or have too few confirmations", () => {
    const coins = [
      coin(1_000_000n, { isLocked: true }),
      coin(2_000_000n, { isImmature: true }),
      coin(3_000_000n, { confirmations: 1 }),
      coin(4_000_000n, { confirmations: 0 }),
    ]
    expect(chooseCoins(network, coins, pay(100_000n))).toMatchObject({
      failure: { _tag: "NotEnoughCoins", available: 0n },
    })
    expect(chooseCoins(network, coins, pay(100_000n, { confirmationsMin: 0 }))).toMatchObject({
      success: { coins: [{ amount: 3_000_000n }] },
    })
  })

  it("spends required coins first, even locked or young ones, and reports missing ones", () => {
    const coins = [coin(1_000_000n), coin(20_000n, { isLocked: true, confirmations: 0 })]
    const mustSpend = [{ txid: 20_000n.toString(16).padStart(64, "0"), vout: 0 }]
    const chosen = Result.getOrThrow(chooseCoins(network, coins, pay(100_000n, { mustSpend })))
    expect(chosen.coins.map(({ amount }) => amount)).toEqual([20_000n, 1_000_000n])
    const missing = [{ txid: "00".repeat(32), vout: 3 }]
    expect(chooseCoins(network, coins, pay(1n, { mustSpend: missing }))).toMatchObject({
      failure: { _tag: "NoSuchCoin", outpoint: missing[0] },
    })
  })

  it("adds change below the dust limit to the fee, and takes one more coin if the fee gets too high", () => {
    const fee = feeFor(vbytesOf(network, 1, [stranger]), 10_000n)
    const exact = chooseCoins(network, [coin(100_000n + fee + 200n)], pay(100_000n, { feeMax: fee + 200n }))
    expect(exact).toMatchObject({ success: { fee: fee + 200n, change: null } })
    const dear = chooseCoins(network, [coin(100_000n + fee + 200n)], pay(100_000n, { feeMax: fee }))
    expect(dear).toMatchObject({ failure: { _tag: "FeeTooHigh", fee: fee + 200n, atMost: fee } })
    // At a low fee rate, one more input costs less than dust.
    const [low, feeMax] = [vbytesOf(network, 1, [stranger]), vbytesOf(network, 2, [stranger, script])].map(BigInt)
    const coins = [coin(100_000n + (low ?? 0n) + 200n), coin(90_000n)]
    expect(chooseCoins(network, coins, pay(100_000n, { feeRate: 1_000n, feeMax: feeMax ?? 0n }))).toMatchObject({
      success: { fee: feeMax, coins: { length: 2 } },
    })
  })

  it("reports the required amount including the fee if the coins are insufficient", () => {
    expect(chooseCoins(network, [coin(50_000n)], pay(50_000n))).toMatchObject({
      failure: { needed: 50_000n + feeFor(vbytesOf(network, 1, [stranger]), 10_000n), available: 50_000n },
    })
    expect(chooseCoins(network, [], pay(50_000n))).toMatchObject({ failure: { available: 0n } })
  })

  it("clamps fee rates to the relay minimum and the maximum", () => {
    const coins = [coin(900_000_000n)]
    for (const name of CHAIN_NAMES) {
      const each = networks[name].demo
      const to = { outputs: [{ script: strangerScript(each, "x"), amount: 100_000n }], changeScript: script }
      const vbytes = vbytesOf(each, 1, [strangerScript(each, "x"), script])
      const at = (feeRate: bigint) => chooseCoins(each, coins, pay(0n, { ...to, feeRate, feeMax: 900_000_000n }))
      expect(at(0n)).toMatchObject({ success: { fee: feeFor(vbytes, each.feeRate.min) } })
      expect(at(10n ** 15n)).toMatchObject({ success: { fee: feeFor(vbytes, each.feeRate.max) } })
    }
  })
})
