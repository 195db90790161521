import type { Coin, Hex } from "#core/chains"
import type { SqlClient } from "#core/kernel"
import { platformAccount } from "#core/ledger"
import type { WithdrawalSigned } from "../withdrawals/events.ts"
import { findUnbookedOutputs } from "./unsolicitedOutputs.ts"

/** A withdrawal with its signed attempts. */
export type Signed = {
  readonly amount: string
  readonly fee: string
  readonly attempts: ReadonlyArray<Pick<typeof WithdrawalSigned.Type, "txid" | "raw" | "fee">>
}

/** What the books say about the coins on a chain. */
export type ChainBooks = {
  /** Balance of the custody account, sign reversed. */
  readonly custody: bigint
  /** Last block up to which deposits are booked; null before the first scan. */
  readonly bookedTip: Hex | null
  /** Scripts of deposit addresses. */
  readonly given: ReadonlyArray<Hex>
  /** Streams of credited deposits. */
  readonly credited: ReadonlyArray<string>
  /** Withdrawals that left custody and may not be deep yet. */
  readonly signed: ReadonlyArray<Signed>
  /** Outputs to our change script that none of our payments made and that are not booked. */
  readonly unsolicited: ReadonlyArray<Coin>
}

/** Reads everything in one snapshot. @param change the coins that pay to our change script */
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
      unsolicited: await findUnbookedOutputs(transaction, assetTypeId, change),
    }
  })

/** Name of the deposit stream of a coin. */
export const depositOf = (assetTypeId: number, { outpoint: { txid, vout } }: Pick<Coin, "outpoint">): string =>
  `deposit-${assetTypeId}.${txid}.${vout}`
