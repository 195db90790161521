import { Effect } from "effect"
import {
  type Chain,
  type Coin,
  type Coins,
  type Hex,
  keyOf,
  readTransaction,
  type TransactionStatus,
} from "#core/chains"
import type { SqlClient } from "#core/kernel"
import { openChain } from "../deposits/chainBook.ts"
import { changeAddress } from "../withdrawals/ownScripts.ts"
import { depositOf, readChainBooks, type Signed } from "./readChainBooks.ts"
import {
  findUnbookedOutputs,
  isBookable,
  type ToChange,
  toChange,
  type UnsolicitedOutput,
} from "./unsolicitedOutputs.ts"

/**
 * Confirmed unsolicited outputs that are not booked and already spent. Only our own payments can have spent them: coins
 * are selected at fewer confirmations than booking requires.
 */
const spentUnsolicited = Effect.fnUntraced(function* (
  sql: SqlClient,
  chain: Chain,
  change: Hex,
  unspent: ReadonlySet<string>,
) {
  const { network } = chain
  const { cursor } = yield* Effect.promise(() => openChain(sql, network))
  const movements = yield* chain.movements(cursor).pipe(
    Effect.map((seen) => seen.movements),
    // The deposit watch halts the chain in this case, and nothing is sent.
    Effect.catchTag("ReorgTooDeep", () => Effect.succeed([])),
  )
  const missing = toChange(movements, change).flatMap(({ outpoint, amount, status, isImmature }) =>
    status._tag === "Confirmed" && !unspent.has(keyOf(outpoint))
      ? [{ outpoint, amount, isImmature, confirmations: status.confirmations } satisfies ToChange]
      : [],
  )
  return yield* Effect.promise(() => findUnbookedOutputs(sql, network.assetTypeId, missing))
})

/** Coins on the chain compared with the books, in minor units. */
export type ChainComparison = {
  readonly assetTypeId: number
  readonly height: number
  /** Sum of unspent outputs to our scripts. */
  readonly onChain: bigint
  /** Balance of the custody account, sign reversed. */
  readonly custody: bigint
  /** Deposits that are not credited yet. */
  readonly uncredited: bigint
  /**
   * Payments that left custody when they were signed but are not on the chain yet. For payments on the chain: the fee
   * difference if another attempt of the withdrawal is there.
   */
  readonly unsent: bigint
  /** Unsolicited outputs that are not booked yet, including those that a payment has spent since. */
  readonly unsolicited: bigint
  /** Unsolicited outputs deep enough to be booked. */
  readonly bookable: ReadonlyArray<UnsolicitedOutput>
  /** Chain minus books. Anything but zero needs a check. */
  readonly difference: bigint
  /**
   * Whether both sides belong to the same moment: deposits are booked up to the last block and, if there is a
   * difference, the chain had the same coins before and after the books were read. Otherwise `difference` proves
   * nothing.
   */
  readonly isSettled: boolean
}

/**
 * Compares one chain with the books. They cannot be read in one transaction, so the chain is read before and after the
 * books: a payment that arrives or is credited in between gives `isSettled: false`.
 * @param scanned confirmed coins from a scan; then only the last block is read again
 */
export const compareChain = Effect.fn("compareChain")(function* (sql: SqlClient, chain: Chain, scanned?: Coins) {
  const { network } = chain
  const { assetTypeId } = network
  const { tip, coins } = scanned ?? (yield* chain.unspent)
  const change = (yield* Effect.promise(() => changeAddress(sql, network)))?.script
  const books = yield* Effect.promise(() => readChainBooks(sql, assetTypeId, coins, toChange(coins, change)))
  const ours = new Set(books.given)
  const counted = new Set(books.credited)
  const waits = (coin: Coin) => ours.has(coin.script) && !counted.has(depositOf(assetTypeId, coin))
  const unspent = new Set(coins.map(({ outpoint }) => keyOf(outpoint)))
  const onChain = sum(coins)
  const uncredited = sum(coins.filter(waits))
  const unsent = (yield* Effect.forEach(books.signed, (each) => unsentOf(chain, unspent, each))).reduce(add, 0n)
  const { custody } = books
  const found = { assetTypeId, height: tip.height, onChain, custody, uncredited, unsent }
  const rest = onChain - (custody + uncredited + unsent + sum(books.unsolicited))
  // An unsolicited output that a payment spent before it was booked makes our coins exceed the books.
  const spent = rest > 0n && change !== undefined ? yield* spentUnsolicited(sql, chain, change, unspent) : []
  const explained = sum(spent) === rest ? spent : []
  const difference = rest - sum(explained)
  const isBooked = books.bookedTip === tip.hash
  // A zero difference has no consequences, so the second read is skipped.
  const after = difference === 0n || !isBooked ? { tip, coins } : yield* chainAfter(chain, scanned)
  const isSettled = isBooked && after.tip.hash === tip.hash && fingerprintOf(after.coins) === fingerprintOf(coins)
  const unsolicited = [...books.unsolicited, ...explained]
  return {
    ...found,
    unsolicited: sum(unsolicited),
    bookable: unsolicited.filter((gift) => isBookable(network, gift)),
    difference,
    isSettled,
  } satisfies ChainComparison
})

/** The part of a withdrawal that left custody and is not spent on the chain. */
const unsentOf = Effect.fnUntraced(function* (
  chain: Chain,
  unspent: ReadonlySet<string>,
  { amount, fee, attempts }: Signed,
) {
  // An attempt on the chain has spent its inputs. A missing input may also have been spent by others or undone.
  const sent = attempts.filter(({ raw }) => !readTransaction(raw)?.inputs.some((input) => unspent.has(keyOf(input))))
  const statuses = yield* Effect.forEach(sent, ({ txid }) => chain.statusOf({ txid, inputs: [] }))
  const there = sent.find((_, index) => THERE.has(statuses[index]?._tag))
  return there === undefined ? BigInt(amount) : BigInt(fee) - BigInt(there.fee)
})
const THERE = new Set<TransactionStatus["_tag"] | undefined>(["Mempool", "Confirmed"])

/** Reads the chain again. Confirmed coins cannot change without a new last block. */
const chainAfter = (chain: Chain, scanned: Coins | undefined) =>
  scanned === undefined ? chain.unspent : Effect.map(chain.tip, (tip) => ({ tip, coins: scanned.coins }))

/** Stable text of the coins and whether each is confirmed. */
const fingerprintOf = (coins: ReadonlyArray<Coin>): string =>
  coins
    .map(({ outpoint, confirmations }) => `${keyOf(outpoint)} ${confirmations > 0}`)
    .sort()
    .join("\n")

const sum = (amounts: ReadonlyArray<{ readonly amount: bigint }>): bigint =>
  amounts.map(({ amount }) => amount).reduce(add, 0n)
const add = (one: bigint, other: bigint): bigint => one + other
