import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** Deposits that a page shows at most: those that are on their way, and the newest others. */
const DEPOSITS_SHOWN = 30

/** A payment to an address of a person's. */
export type DepositEntry = {
  readonly depositId: string
  readonly assetTypeId: number
  /** In minor units. */
  readonly amount: bigint
  /** `seen`: on its way; `credited`: it counts; `vanished`: it cannot come any more. */
  readonly status: "seen" | "credited" | "vanished"
  readonly confirmations: number
  readonly confirmationsNeeded: number
  readonly txid: string
  readonly seenAt: Date
}

/** What was sent to a person's addresses, newest first. Over the tips of chains, as they were last looked at. */
export const listDeposits = Effect.fn("listDeposits")(function* (personId: string) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<Omit<DepositEntry, "amount"> & { amount: string }>>`
      select d.deposit_id as "depositId", d.asset_type_id as "assetTypeId", d.amount::text, d.status,
        coalesce(greatest(c.tip_height - d.height + 1, 0), 0) as confirmations,
        d.confirmations_needed as "confirmationsNeeded", d.txid, d.seen_at as "seenAt"
      from read.deposit d left join wallet.chain c using (asset_type_id)
      where d.owner_id = ${personId} order by (d.status = 'seen') desc, d.seen_at desc limit ${DEPOSITS_SHOWN}`,
  )
  return rows.map((row): DepositEntry => ({ ...row, amount: BigInt(row.amount) }))
})
