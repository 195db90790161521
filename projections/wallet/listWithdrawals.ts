import { Effect } from "effect"
import { Sql, type SqlPart } from "#core/kernel"
import type { WithdrawalPhase } from "#core/wallet"

/** How many withdrawals one page has. */
export const WITHDRAWALS_PAGE = 50
/** How many of those that have not ended are read at once. */
const OPEN_PAGE = 500

/** A withdrawal. Amounts are minor units of its asset. */
export type WithdrawalEntry = {
  readonly withdrawalId: string
  readonly position: number
  readonly personId: string
  readonly assetTypeId: number
  readonly amount: bigint
  /** What the network may take; from the signature on what it takes. */
  readonly fee: bigint
  readonly address: string
  readonly isInside: boolean
  readonly approvalsNeeded: number
  readonly approvals: number
  readonly status: WithdrawalPhase
  readonly isUnsent: boolean
  readonly problem: string | null
  readonly txid: string | null
  readonly at: Date
}

/**
 * What a person has sent out, newest first.
 * @param before older than the withdrawal at this position; null for the newest
 */
export const listWithdrawals = (personId: string, before: number | null) =>
  Effect.flatMap(Sql, ({ client: sql }) =>
    rowsOf(
      sql`person_id = ${personId} ${before === null ? sql`` : sql`and position < ${before}`}`,
      sql`order by position desc limit ${WITHDRAWALS_PAGE}`,
    ),
  )

/** Everybody's withdrawals that have not ended, oldest first: what operators look at. All of them. */
export const openWithdrawals = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const open: Array<WithdrawalEntry> = []
  for (;;) {
    const page = yield* rowsOf(
      sql`status not in ('confirmed', 'cancelled', 'failed') and position > ${open.at(-1)?.position ?? 0}`,
      sql`order by position limit ${OPEN_PAGE}`,
    )
    open.push(...page)
    if (page.length < OPEN_PAGE) return open
  }
})

const rowsOf = Effect.fnUntraced(function* (which: SqlPart, order: SqlPart) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<Omit<WithdrawalEntry, "amount" | "fee"> & { amount: string; fee: string }>>`
      select withdrawal_id as "withdrawalId", position, person_id as "personId", asset_type_id as "assetTypeId",
        amount::text, fee::text, address, is_inside as "isInside", approvals_needed as "approvalsNeeded", approvals,
        status, is_unsent as "isUnsent", problem, txid, requested_at as at
      from read.withdrawal where ${which} ${order}`,
  )
  return rows.map((row): WithdrawalEntry => ({ ...row, amount: BigInt(row.amount), fee: BigInt(row.fee) }))
})
