import { Effect } from "effect"
import type { Chain, Coin, Coins, TransactionStatus } from "#core/chains"
import { keyOf, readTransaction } from "#core/chains"
import type { SqlClient } from "#core/kernel"
import { changeAddress } from "../withdrawals/ownScripts.ts"
import { depositOf, readChainBooks, type Signed } from "./readChainBooks.ts"
import { spentUnsolicited } from "./spentUnsolicited.ts"
import { isBookable, toChange, type UnsolicitedOutput } from "./unsolicitedOutputs.ts"

/** What the chain holds for us beside what the books say that it should, in minor units. */
export type ChainComparison = {
  readonly assetTypeId: number
  readonly height: number
  /** All unspent outputs to scripts of ours. */
  readonly onChain: bigint
  /** What custody owes. */
  readonly custody: bigint
  /** Deposits that do not count yet. */
  readonly uncredited: bigint
  /**
   * Payments that were signed, and so left custody, and that the chain has not seen; of those that it has, what the network
   * took less than the books say yet, because another transaction of the withdrawal is there.
   */
  readonly unsent: bigint
  /** What strangers paid to the script of our change and that is in no book yet; where it was spent since, what it was. */
  readonly unsolicited: bigint
  /** Those of them that lie deep enough to be booked. */
  readonly bookable: ReadonlyArray<UnsolicitedOutput>
  /** On the chain minus what the books say: zero, or somebody has to look. */
  readonly difference: bigint
  /**
   * Whether deposits were booked up to the last block of the chain and, if there is a difference, the chain showed the same
   * coins before and after the books were read. If not, the sides belong to different moments and `difference` proves nothing.
   */
  readonly isSettled: boolean
}

/**
 * Compares one chain with the books. The chain and the books cannot be read in one transaction, so the chain is read on both
 * sides of the books: a payment that arrives or is credited in between shows as `isSettled: false`.
 * @param scanned confirmed coins that were found another way; for them the last block is checked again, not the coins
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
  // Coins of ours that were made of more than the books know of: of unsolicited that a payment spent before they were booked.
  const spent = rest > 0n && change !== undefined ? yield* spentUnsolicited(sql, chain, change, unspent) : []
  const explained = sum(spent) === rest ? spent : []
  const difference = rest - sum(explained)
  const isBooked = books.bookedTip === tip.hash
  // Nothing follows from a zero difference, so a node is spared the second question.
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

/** What of a withdrawal has left custody and is still, or again, on the chain, or will never have been there. */
const unsentOf = Effect.fnUntraced(function* (
  chain: Chain,
  unspent: ReadonlySet<string>,
  { amount, fee, attempts }: Signed,
) {
  // What is on its way has spent its coins. A coin that is gone may have been spent by others, or have been undone itself.
  const sent = attempts.filter(({ raw }) => !readTransaction(raw)?.inputs.some((input) => unspent.has(keyOf(input))))
  const statuses = yield* Effect.forEach(sent, ({ txid }) => chain.statusOf({ txid, inputs: [] }))
  const there = sent.find((_, index) => THERE.has(statuses[index]?._tag))
  return there === undefined ? BigInt(amount) : BigInt(fee) - BigInt(there.fee)
})
const THERE = new Set<TransactionStatus["_tag"] | undefined>(["Mempool", "Confirmed"])

/** The chain once more. Confirmed coins cannot change without a new last block. */
const chainAfter = (chain: Chain, scanned: Coins | undefined) =>
  scanned === undefined ? chain.unspent : Effect.map(chain.tip, (tip) => ({ tip, coins: scanned.coins }))

/** Which coins there are, in one order, and whether each is in a block. */
const fingerprintOf = (coins: ReadonlyArray<Coin>): string =>
  coins
    .map(({ outpoint, confirmations }) => `${keyOf(outpoint)} ${confirmations > 0}`)
    .sort()
    .join("\n")

const sum = (amounts: ReadonlyArray<{ readonly amount: bigint }>): bigint =>
  amounts.map(({ amount }) => amount).reduce(add, 0n)
const add = (one: bigint, other: bigint): bigint => one + other
