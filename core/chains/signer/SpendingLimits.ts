import { readDecimal } from "#core/ledger"
import { CHAIN_NAMES, type ChainName, type Network } from "../networks.ts"
import { unitsOf } from "../rpc/amounts.ts"

/** The rolling window of a spending limit. */
const WINDOW_MS = 24 * 3_600_000

/** What leaves the wallet with a transaction: the payments to others and the fee, in minor units. */
export interface SpendingRequest {
  readonly network: Network
  readonly amount: bigint
  /** Its inputs, as txid:vout. */
  readonly inputs: ReadonlyArray<string>
}

/** Signed transactions that exclude each other, or several that together spend at most `amount`. */
type Charge = { readonly atMs: number; readonly amount: bigint; readonly inputs: ReadonlySet<string> }

/** Limits per chain in minor units for 24 hours; a chain without one has no limit. */
export type LimitPerChain = Partial<Readonly<Record<ChainName, bigint>>>

/**
 * Reads WALLET_SIGNER_LIMITS, like `BTC=2.5,LTC=400`, in coins.
 *
 * @throws Error if it names an unknown chain, one chain twice, or an amount that is not a number of coins
 */
export function parseSpendingLimits(text: string): LimitPerChain {
  const limits: Partial<Record<ChainName, bigint>> = {}
  for (const part of text.split(",").map((each) => each.trim())) {
    const [chain = "", coins = ""] = part.split("=")
    const name = CHAIN_NAMES.find((each) => each === chain)
    const units = readDecimal(coins) === null || coins.startsWith("-") ? null : unitsOf(coins)
    if (name === undefined || units === null || limits[name] !== undefined || part.split("=").length !== 2)
      throw new Error(`WALLET_SIGNER_LIMITS has "${part}"; allowed is a list like BTC=2.5,LTC=400`)
    limits[name] = units
  }
  return limits
}

/**
 * Counts the amounts signed within the last 24 hours, per network, in the memory of this process. It is the last
 * barrier against a compromised worker: whatever it requests, no more than the limit leaves within a day.
 */
export class SpendingLimits {
  readonly #limits: LimitPerChain
  readonly #now: () => number
  readonly #charges = new Map<string, ReadonlyArray<Charge>>()

  constructor(limits: LimitPerChain, now: () => number = Date.now) {
    this.#limits = limits
    this.#now = now
  }

  /**
   * Charges a transaction that is about to be signed. One that spends all inputs of an earlier one replaces its charge
   * (a fee bump, or a repeated request), because only one of them can confirm; the larger amount counts. Returns null,
   * or why the limit forbids it.
   */
  charge({ network, amount, inputs }: SpendingRequest): string | null {
    const limit = this.#limits[network.name]
    if (limit === undefined) return null
    const nowMs = this.#now()
    const key = `${network.name} ${network.stage}`
    const spent = new Set(inputs)
    const recent = (this.#charges.get(key) ?? []).filter(({ atMs }) => nowMs - atMs < WINDOW_MS)
    const replaced = recent.filter((earlier) => [...earlier.inputs].every((input) => spent.has(input)))
    const others = recent.filter((earlier) => !replaced.includes(earlier))
    const replacedAmount = sumOf(replaced)
    const counted = amount > replacedAmount ? amount : replacedAmount
    const total = sumOf(others) + counted
    if (total > limit)
      return `${total} of ${network.name} ${network.stage} within 24 hours; the limit is ${limit} (minor units)`
    this.#charges.set(key, [...others, { atMs: nowMs, amount: counted, inputs: spent }])
    return null
  }
}

const sumOf = (charges: ReadonlyArray<Charge>): bigint => charges.reduce((sum, { amount }) => sum + amount, 0n)
