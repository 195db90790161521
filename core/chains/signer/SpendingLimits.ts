import { readDecimal } from "#core/ledger"
import { CHAIN_NAMES, type ChainName, type Network } from "../networks.ts"
import { unitsOf } from "../rpc/amounts.ts"
import { memoryStore, type SigningState, type StateStore } from "./SigningState.ts"

/** The rolling window of a spending limit. */
const WINDOW_MS = 24 * 3_600_000
/** How long an approved payment is remembered: longer than its approvals are accepted. */
const APPROVED_MS_MAX = 40 * 24 * 3_600_000

/** What leaves the wallet with a transaction: the payments to others and the fee, in minor units. */
export interface SpendingRequest {
  readonly network: Network
  readonly amount: bigint
  /** Its inputs, as txid:vout. */
  readonly inputs: ReadonlyArray<string>
}

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
 * Counts the amounts signed within the last 24 hours, per network. It is the last barrier against a compromised worker:
 * whatever it requests, no more than the limit leaves within a day, but for payments that two operators approved. The
 * state is stored before anything is signed, so neither a restart nor a crash allows more.
 */
export class SpendingLimits {
  readonly #limits: LimitPerChain
  readonly #store: StateStore
  readonly #now: () => number

  constructor(limits: LimitPerChain, { store = memoryStore(), now = Date.now }: Partial<LimitOptions> = {}) {
    this.#limits = limits
    this.#store = store
    this.#now = now
  }

  get nowMs(): number {
    return this.#now()
  }

  /**
   * Charges a transaction that is about to be signed. One that spends all inputs of an earlier one replaces its charge
   * (a fee bump, or a repeated request), because only one of them can confirm; the larger amount counts. Returns null,
   * or why the limit forbids it.
   */
  charge({ network, amount, inputs }: SpendingRequest): string | null {
    const limit = this.#limits[network.name]
    if (limit === undefined) return null
    return this.#change((state, nowMs) => {
      const key = `${network.name} ${network.stage}`
      const spent = new Set(inputs)
      const recent = (state.charges[key] ?? []).filter(({ atMs }) => nowMs - atMs < WINDOW_MS)
      const replaced = recent.filter((earlier) => earlier.inputs.every((input) => spent.has(input)))
      const others = recent.filter((earlier) => !replaced.includes(earlier))
      const replacedAmount = sumOf(replaced)
      const counted = amount > replacedAmount ? amount : replacedAmount
      const total = sumOf(others) + counted
      if (total > limit)
        return `${total} of ${network.name} ${network.stage} within 24 hours; the limit is ${limit} (minor units)`
      const charge = { atMs: nowMs, amount: counted.toString(), inputs }
      return { ...state, charges: { ...state.charges, [key]: [...others, charge] } }
    })
  }

  /**
   * Notes a payment that operators approved, which no limit counts. A second transaction of the same withdrawal has to
   * spend all inputs of the first one, so that only one of them can confirm. Returns null, or why it is refused.
   */
  noteApproved(withdrawalId: string, { inputs }: Pick<SpendingRequest, "inputs">): string | null {
    return this.#change((state, nowMs) => {
      const kept = Object.entries(state.approved).filter(([, { atMs }]) => nowMs - atMs < APPROVED_MS_MAX)
      const approved = Object.fromEntries(kept)
      const spent = new Set(inputs)
      if (approved[withdrawalId]?.inputs.some((input) => !spent.has(input)))
        return `withdrawal ${withdrawalId} was signed with other inputs`
      return { ...state, approved: { ...approved, [withdrawalId]: { atMs: nowMs, inputs } } }
    })
  }

  /** Stores a change before its transaction is signed. What cannot be stored is not signed. */
  #change(decide: (state: SigningState, nowMs: number) => SigningState | string): string | null {
    try {
      const decided = decide(this.#store.load(), this.#now())
      if (typeof decided === "string") return decided
      this.#store.save(decided)
      return null
    } catch (error) {
      return `the signer's state cannot be stored: ${(error as Error).message}`
    }
  }
}

type LimitOptions = { readonly store: StateStore; readonly now: () => number }

const sumOf = (charges: ReadonlyArray<{ readonly amount: string }>): bigint =>
  charges.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
