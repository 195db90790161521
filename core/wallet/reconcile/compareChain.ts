import { Effect } from "effect"
import type { SqlClient } from "#core/kernel"
import type { Chain, Coin, Standing } from "../chain/Chain.ts"
import { keyOf } from "../chain/payment/chooseCoins.ts"
import { readTransaction } from "../chain/sim/readTransaction.ts"
import { platformAccount } from "../ledger/accounts.ts"
import type { WithdrawalSigned } from "../withdrawals/events.ts"

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
  /** On the chain less what the books say: nought, or somebody has to look. */
  readonly difference: bigint
}

/**
 * Compares one chain with the books. The two are looked at one after the other, so something that happened between may make
 * a difference that is gone at the next look: only one that stays is one.
 */
export const compareChain = Effect.fn("compareChain")(function* (sql: SqlClient, chain: Chain) {
  const { assetTypeId } = chain.network
  const { tip, coins } = yield* chain.unspent
  const account = platformAccount("custody", assetTypeId)
  const books = yield* Effect.promise(() =>
    sql.begin("isolation level repeatable read read only", async (transaction) => {
      const [custody] = await transaction<Array<{ sum: string }>>`
        select (coalesce((select posted from wallet.account where account = ${account}), 0)
          + coalesce((select sum(amount) from wallet.hot_entry where account = ${account}), 0))::text as sum`
      const given = await transaction<Array<{ script: string }>>`
        select script from wallet.address where asset_type_id = ${assetTypeId} and script = any(${scriptsOf(coins)})`
      const credited = await transaction<Array<{ stream: string }>>`
        select stream from (
          select distinct on (stream) stream, type from es.event
          where stream = any(${coins.map((coin) => `deposit-${idOf(assetTypeId, coin)}`)})
            and type in ('wallet.DepositCredited.v1', 'wallet.DepositReversed.v1') order by stream, version desc) d
        where type = 'wallet.DepositCredited.v1'`
      const signed = await transaction<Array<Signed>>`
        select (w.amount + f.fee)::text as amount, f.fee::text as fee, a.attempts
        from wallet.withdrawal w
          -- What left custody with the signature, which is less than what was set aside.
          join lateral (
            select (data->>'fee')::numeric as fee from es.event where stream = 'withdrawal-' || w.withdrawal_id
              and type in ('wallet.WithdrawalSigned.v1', 'wallet.WithdrawalConfirmed.v1') order by version desc limit 1
          ) f on true
          join lateral (
            select jsonb_agg(data order by version) as attempts from es.event
            where stream = 'withdrawal-' || w.withdrawal_id and type = 'wallet.WithdrawalSigned.v1'
          ) a on a.attempts is not null
        where w.asset_type_id = ${assetTypeId} and w.phase in ('built', 'signed', 'broadcast', 'seen', 'confirmed')
          and exists (select from wallet.withdrawal_input i where i.withdrawal_id = w.withdrawal_id)`
      return { custody: -BigInt(custody?.sum ?? 0), given, credited, signed }
    }),
  )
  const ours = new Set(books.given.map(({ script }) => script))
  const counted = new Set(books.credited.map(({ stream }) => stream))
  const waits = (coin: Coin) => ours.has(coin.script) && !counted.has(`deposit-${idOf(assetTypeId, coin)}`)
  const unspent = new Set(coins.map(({ outpoint }) => keyOf(outpoint)))
  const onChain = sum(coins.map(({ amount }) => amount))
  const uncredited = sum(coins.filter(waits).map(({ amount }) => amount))
  const unsent = sum(yield* Effect.forEach(books.signed, (each) => unsentOf(chain, unspent, each)))
  const { custody } = books
  const difference = onChain - (custody + uncredited + unsent)
  return { assetTypeId, height: tip.height, onChain, custody, uncredited, unsent, difference } satisfies ChainComparison
})

/** A withdrawal as its signatures left it. */
type Signed = {
  readonly amount: string
  readonly fee: string
  readonly attempts: ReadonlyArray<Pick<typeof WithdrawalSigned.Type, "txid" | "raw" | "fee">>
}

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

const idOf = (assetTypeId: number, { outpoint: { txid, vout } }: Coin): string => `${assetTypeId}.${txid}.${vout}`
const scriptsOf = (coins: ReadonlyArray<Coin>): Array<string> => [...new Set(coins.map(({ script }) => script))]
const sum = (amounts: ReadonlyArray<bigint>): bigint => amounts.reduce((all, each) => all + each, 0n)
