import { Result } from "effect"
import type { Coin, Outpoint, Payment } from "../Chain.ts"
import { INPUTS_MAX } from "../limits.ts"
import type { Network } from "../networks.ts"
import { FeeTooHigh, NoSuchCoin, NotEnoughCoins } from "../refusals.ts"
import { feeFor, vbytesOf } from "./vbytes.ts"

export interface ChosenCoins {
  readonly coins: ReadonlyArray<Coin>
  readonly fee: bigint
  /** null if the remainder would be dust, or zero. */
  readonly change: bigint | null
  readonly vbytes: number
}

export const keyOf = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`

/**
 * Chooses the coins of a payment: first the required ones, then the largest available ones, so that few inputs are
 * needed. The result does not depend on the order of the coins.
 */
export const chooseCoins = (
  network: Network,
  all: ReadonlyArray<Coin>,
  payment: Payment,
): Result.Result<ChosenCoins, NotEnoughCoins | FeeTooHigh | NoSuchCoin> => {
  const must = new Set((payment.mustSpend ?? []).map(keyOf))
  const known = new Map(all.map((coin) => [keyOf(coin.outpoint), coin]))
  for (const outpoint of payment.mustSpend ?? []) {
    if (!known.has(keyOf(outpoint))) return Result.fail(new NoSuchCoin({ outpoint }))
  }
  const confirmationsMin = Math.max(1, payment.confirmationsMin)
  const isFree = (coin: Coin) => !coin.isLocked && !coin.isImmature && coin.confirmations >= confirmationsMin
  const free = all.filter((coin) => !must.has(keyOf(coin.outpoint)) && isFree(coin)).sort(byWorth)
  const coins = all.filter((coin) => must.has(keyOf(coin.outpoint))).sort(byWorth)
  for (;;) {
    const settled = settle(network, coins, payment)
    const next = coins.length < INPUTS_MAX ? free[coins.length - must.size] : undefined
    if (settled !== null && settled.fee <= payment.feeMax) return Result.succeed(settled)
    // Change below the dust limit goes to the fee, which may then exceed the maximum; one more coin creates change.
    if (settled !== null && (settled.change !== null || next === undefined)) {
      return Result.fail(new FeeTooHigh({ fee: settled.fee, atMost: payment.feeMax }))
    }
    if (next === undefined) return Result.fail(shortage(network, coins, payment))
    coins.push(next)
  }
}

/** Fee and change with these coins; null if they are insufficient. */
const settle = (network: Network, coins: ReadonlyArray<Coin>, payment: Payment): ChosenCoins | null => {
  const scripts = payment.outputs.map(({ script }) => script)
  const left = sumOf(coins) - sumOf(payment.outputs)
  const withChange = vbytesOf(network, coins.length, [...scripts, payment.changeScript])
  const change = left - feeFor(withChange, rateOf(network, payment))
  if (change >= (network.dust[network.ownScript] ?? 0n)) {
    return { coins: [...coins], fee: left - change, change, vbytes: withChange }
  }
  const without = vbytesOf(network, coins.length, scripts)
  if (coins.length === 0 || left < feeFor(without, rateOf(network, payment))) return null
  return { coins: [...coins], fee: left, change: null, vbytes: without }
}

const shortage = (network: Network, coins: ReadonlyArray<Coin>, payment: Payment): NotEnoughCoins => {
  const vbytes = vbytesOf(
    network,
    Math.max(1, coins.length),
    payment.outputs.map(({ script }) => script),
  )
  const needed = sumOf(payment.outputs) + feeFor(vbytes, rateOf(network, payment))
  return new NotEnoughCoins({ needed, available: sumOf(coins) })
}

const rateOf = ({ feeRate: { min, max } }: Network, { feeRate }: Payment): bigint =>
  feeRate < min ? min : feeRate > max ? max : feeRate

const sumOf = (parts: ReadonlyArray<{ readonly amount: bigint }>): bigint =>
  parts.reduce((sum, { amount }) => sum + amount, 0n)

const byWorth = (a: Coin, b: Coin): number =>
  a.amount === b.amount ? (keyOf(a.outpoint) < keyOf(b.outpoint) ? -1 : 1) : a.amount > b.amount ? -1 : 1
