import type { Coin, Hex } from "#core/chains"
import type { SqlClient } from "#core/kernel"
import { platformAccount } from "#core/ledger"
import type { WithdrawalSigned } from "../withdrawals/events.ts"
import { unbookedOutputs } from "./unsolicitedOutputs.ts"

/** A withdrawal as its signatures left it. */
export type Signed = {
  readonly amount: string
  readonly fee: string
  readonly attempts: ReadonlyArray<Pick<typeof WithdrawalSigned.Type, "txid" | "raw" | "fee">>
}

/** What the books say of the coins that a chain shows. */
export type ChainBooks = {
  /** What custody owes. */
  readonly custody: bigint
  /** The last block of the chain up to which deposits were booked; null before the first look. */
  readonly bookedTip: Hex | null
  /** Scripts that people were given. */
  readonly given: ReadonlyArray<Hex>
  /** Streams of deposits that count. */
  readonly credited: ReadonlyArray<string>
  /** Withdrawals that left custody and may not lie deep yet. */
  readonly signed: ReadonlyArray<Signed>
  /** Coins of our change that no payment of ours made, and that are in no book. */
  readonly unsolicited: ReadonlyArray<Coin>
}

/** Reads all of it as of one moment. @param change those of the coins that pay to our change */
export const readChainBooks = (
  sql: SqlClient,
  assetTypeId: number,
  coins: ReadonlyArray<Coin>,
  change: ReadonlyArray<Coin>,
): Promise<ChainBooks> =>
  sql.begin("isolation level repeatable read read only", async (transaction) => {
    const account = platformAccount("custody", assetTypeId)
    const [custody] = await transaction<Array<{ sum: string }>>`
      select (coalesce((select posted from wallet.account where account = ${account}), 0)
        + coalesce((select sum(amount) from wallet.hot_entry where account = ${account}), 0))::text as sum`
    const [watched] = await transaction<Array<{ tip: Hex | null }>>`
      select tip_hash as tip from wallet.chain where asset_type_id = ${assetTypeId}`
    const scripts = [...new Set(coins.map(({ script }) => script))]
    const given = await transaction<Array<{ script: Hex }>>`
      select script from wallet.address where asset_type_id = ${assetTypeId} and script = any(${scripts})`
    const credited = await transaction<Array<{ stream: string }>>`
      select stream from (
        select distinct on (stream) stream, type from es.event
        where stream = any(${coins.map((coin) => depositOf(assetTypeId, coin))})
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
    return {
      custody: -BigInt(custody?.sum ?? 0),
      bookedTip: watched?.tip ?? null,
      given: given.map(({ script }) => script),
      credited: credited.map(({ stream }) => stream),
      signed: [...signed],
      unsolicited: await unbookedOutputs(transaction, assetTypeId, change),
    }
  })

/** The stream of the deposit that a coin is, where it is one. */
export const depositOf = (assetTypeId: number, { outpoint: { txid, vout } }: Pick<Coin, "outpoint">): string =>
  `deposit-${assetTypeId}.${txid}.${vout}`
