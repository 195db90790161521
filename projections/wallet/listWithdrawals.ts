import { Effect } from "effect"
import { type InferResult, sql } from "kysely"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { withdrawal } from "./tables.ts"

/** Withdrawals on one page. */
export const WITHDRAWALS_PAGE = 50
const OPEN_PAGE = 500

const withdrawals = readModels(withdrawal)
  .selectFrom("read.withdrawal")
  .select([
    "withdrawal_id as withdrawalId",
    "position",
    "person_id as personId",
    "asset_type_id as assetTypeId",
    "amount",
    "fee",
    "address",
    "is_internal as isInternal",
    "approvals_needed as approvalsNeeded",
    "approvals",
    "status",
    "is_unsent as isUnsent",
    "problem",
    "txid",
    "requested_at as at",
  ])
type WithdrawalRow = InferResult<typeof withdrawals>[number]

/** A withdrawal. Amounts are in minor units. The fee is the maximum until it is signed, then the actual one. */
export type WithdrawalEntry = Omit<WithdrawalRow, "amount" | "fee"> & { readonly amount: bigint; readonly fee: bigint }

const toEntry = (row: WithdrawalRow): WithdrawalEntry => ({
  ...row,
  amount: BigInt(row.amount),
  fee: BigInt(row.fee),
})

/**
 * A page of a person's withdrawals, newest first.
 * @param before only withdrawals older than this log position; null for the newest
 */
export const listWithdrawals = Effect.fn("listWithdrawals")(function* (personId: string, before: number | null) {
  const { query } = yield* Sql
  const rows = yield* query(
    withdrawals
      .where("person_id", "=", personId)
      .$if(before !== null, (own) => own.where("position", "<", before))
      .orderBy("position", "desc")
      .limit(WITHDRAWALS_PAGE),
  )
  return rows.map(toEntry)
})

/** Whether a withdrawal is this person's. */
export const hasWithdrawal = Effect.fn("hasWithdrawal")(function* (personId: string, withdrawalId: string) {
  const { query } = yield* Sql
  const rows = yield* query(
    withdrawals.where("person_id", "=", personId).where("withdrawal_id", "=", withdrawalId).limit(1),
  )
  return rows.length > 0
})

/** All withdrawals that have not ended, of all people, oldest first. For operators. */
export const openWithdrawals = Effect.gen(function* () {
  const { query } = yield* Sql
  const open: Array<WithdrawalEntry> = []
  for (;;) {
    const page = yield* query(
      withdrawals
        // The condition of the partial index, word by word.
        .where(sql<boolean>`status not in ('confirmed', 'cancelled', 'failed')`)
        .where("position", ">", open.at(-1)?.position ?? 0)
        .orderBy("position")
        .limit(OPEN_PAGE),
    )
    open.push(...page.map(toEntry))
    if (page.length < OPEN_PAGE) return open
  }
})
