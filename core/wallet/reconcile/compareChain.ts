import { Effect } from "effect"
import type { SqlClient } from "#core/kernel"
import type { Chain, Coin, Standing } from "../chain/Chain.ts"
import { keyOf } from "../chain/payment/chooseCoins.ts"
import { readTransaction } from "../chain/sim/readTransaction.ts"
import { changeAddress } from "../withdrawals/ownScripts.ts"
import { type Gift, isRipe, toChange } from "./gifts.ts"
import { depositOf, readChainBooks, type Signed } from "./readChainBooks.ts"
import { spentGifts } from "./spentGifts.ts"

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
  readonly gifts: bigint
  /** Those of them that lie deep enough to be booked. */
  readonly ripe: ReadonlyArray<Gift>
  /** On the chain less what the books say: nought, or somebody has to look. */
  readonly difference: bigint
}

/**
 * Compares one chain with the books. The two are looked at one after the other, so something that happened between may make
 * a difference that is gone at the next look: only one that stays is one.
 */
export const compareChain = Effect.fn("compareChain")(function* (sql: SqlClient, chain: Chain) {
  const { network } = chain
  const { assetTypeId } = network
  const { tip, coins } = yield* chain.unspent
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
  const rest = onChain - (custody + uncredited + unsent + sum(books.gifts))
  // Coins of ours that were made of more than the books know of: of gifts that a payment spent before they were booked.
  const spent = rest > 0n && change !== undefined ? yield* spentGifts(sql, chain, change, unspent) : []
  const explained = sum(spent) === rest ? spent : []
  const gifts = [...books.gifts, ...explained]
  return {
    ...found,
    gifts: sum(gifts),
    ripe: gifts.filter((gift) => isRipe(network, gift)),
    difference: rest - sum(explained),
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
  const standings = yield* Effect.forEach(sent, ({ txid }) => chain.standingOf({ txid, inputs: [] }))
  const there = sent.find((_, index) => THERE.has(standings[index]?._tag))
  return there === undefined ? BigInt(amount) : BigInt(fee) - BigInt(there.fee)
})
const THERE = new Set<Standing["_tag"] | undefined>(["Mempool", "Confirmed"])

const sum = (amounts: ReadonlyArray<{ readonly amount: bigint }>): bigint =>
  amounts.map(({ amount }) => amount).reduce(add, 0n)
const add = (one: bigint, other: bigint): bigint => one + other
