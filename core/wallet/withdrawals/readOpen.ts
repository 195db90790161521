import type { Outpoint } from "#core/chains"
import type { SqlClient } from "#core/kernel"
import { PLATFORM_ID } from "./platformId.ts"
import type { Phase } from "./Withdrawal.ts"

export type OpenWithdrawal = {
  readonly withdrawalId: string
  readonly personId: string
  readonly phase: Phase
  readonly amount: bigint
  readonly fee: bigint
}

/** Maximum withdrawals that one run begins. */
const BEGUN_MAX = 500
/** Maximum confirmed withdrawals that one run checks. */
const SETTLED_MAX = 500

type Row = {
  readonly withdrawalId: string
  readonly personId: string
  readonly phase: Phase
  readonly amount: string
  readonly fee: string
  readonly at: string
}

/**
 * Reads the actionable withdrawals of an asset, oldest first: those with a transaction, then those that can get one. If
 * there are more than one run begins, the next run continues behind them, so that none blocks the rest.
 */
export const openReader = (sql: SqlClient) => {
  /** Last row read, by asset, if there were more. */
  const lasts = new Map<number, Row>()

  const beginning = async (assetTypeId: number, nowMs: number): Promise<ReadonlyArray<Row>> => {
    const last = lasts.get(assetTypeId)
    const after =
      last === undefined
        ? sql``
        : sql`and (requested_at, withdrawal_id) > (${last.at}::text::timestamptz, ${last.withdrawalId})`
    const rows = await sql<Array<Row>>`
      select ${columns(sql)} from wallet.withdrawal
      where asset_type_id = ${assetTypeId} ${after} and (phase = 'approved' or phase = 'requested'
        and due_at <= ${new Date(nowMs)}::timestamptz and approvals >= approvals_needed)
      order by requested_at, withdrawal_id limit ${BEGUN_MAX}`
    const end = rows.at(-1)
    if (end !== undefined && rows.length === BEGUN_MAX) lasts.set(assetTypeId, end)
    else lasts.delete(assetTypeId)
    return rows.length === 0 && last !== undefined ? beginning(assetTypeId, nowMs) : rows
  }

  return async (assetTypeId: number, nowMs: number): Promise<ReadonlyArray<OpenWithdrawal>> => {
    const made = await sql<Array<Row>>`
      select ${columns(sql)} from wallet.withdrawal
      where asset_type_id = ${assetTypeId} and phase in ('built', 'signed', 'broadcast', 'seen')
      order by requested_at, withdrawal_id`
    return [...made, ...(await beginning(assetTypeId, nowMs))].map(({ at: _, ...row }) => ({
      ...row,
      amount: BigInt(row.amount),
      fee: BigInt(row.fee),
    }))
  }
}

const columns = (sql: SqlClient) => sql`
  withdrawal_id as "withdrawalId", person_id as "personId", phase, amount::text, fee::text, requested_at::text as at`

/** Confirmed withdrawals with blocks that can still be undone; their inputs are still reserved. */
export const readConfirmed = async (sql: SqlClient, assetTypeId: number): Promise<ReadonlyArray<string>> => {
  const rows = await sql<Array<{ withdrawalId: string }>>`
    select distinct withdrawal_id as "withdrawalId" from wallet.withdrawal_input i join wallet.withdrawal w using (withdrawal_id)
    where i.asset_type_id = ${assetTypeId} and w.phase = 'confirmed' order by withdrawal_id limit ${SETTLED_MAX}`
  return rows.map(({ withdrawalId }) => withdrawalId)
}

/** Releases the inputs of a withdrawal that nothing can undo. */
export const forgetInputs = async (sql: SqlClient, withdrawalId: string): Promise<void> => {
  await sql`delete from wallet.withdrawal_input where withdrawal_id = ${withdrawalId}`
}

/** Inputs reserved by open withdrawals. */
export const readReservedCoins = async (sql: SqlClient, assetTypeId: number): Promise<ReadonlyArray<Outpoint>> => [
  ...(await sql<Array<Outpoint>>`
    select txid, vout from wallet.withdrawal_input where asset_type_id = ${assetTypeId}`),
]

/** Amounts withdrawn within 24 hours, by a person and by all, and the number of the person's unsigned withdrawals. */
export const readPayoutUsage = async (
  sql: SqlClient,
  { personId, assetTypeId, nowMs }: { readonly personId: string; readonly assetTypeId: number; readonly nowMs: number },
): Promise<{ readonly person: bigint; readonly all: bigint; readonly unsigned: number }> => {
  const [row] = await sql<Array<{ person: string; all: string; unsigned: number }>>`
    select (select count(*) from wallet.withdrawal where asset_type_id = ${assetTypeId} and person_id = ${personId}
        and phase in ('requested', 'approved', 'built') and signed_at is null)::int as unsigned,
      coalesce(sum(amount) filter (where person_id = ${personId}), 0)::text as person,
      coalesce(sum(amount) filter (where person_id <> ${PLATFORM_ID}), 0)::text as "all"
    from wallet.withdrawal
    where asset_type_id = ${assetTypeId} and requested_at > ${new Date(nowMs)}::timestamptz - interval '24 hours'
      and phase not in ('cancelled', 'failed')`
  return { person: BigInt(row?.person ?? 0), all: BigInt(row?.all ?? 0), unsigned: row?.unsigned ?? 0 }
}

/** Fees of an asset that the platform paid within 24 hours, without those of one withdrawal. */
export const readSubsidies = async (
  sql: SqlClient,
  { besides, assetTypeId, nowMs }: { readonly besides: string; readonly assetTypeId: number; readonly nowMs: number },
): Promise<bigint> => {
  const [row] = await sql<Array<{ subsidy: string }>>`
    select coalesce(sum(subsidy), 0)::text as subsidy from wallet.withdrawal
    where asset_type_id = ${assetTypeId} and subsidy > 0 and subsidy_at > ${new Date(nowMs)}::timestamptz - interval '24 hours'
      and phase not in ('cancelled', 'failed') and person_id <> ${PLATFORM_ID} and withdrawal_id <> ${besides}`
  return BigInt(row?.subsidy ?? 0)
}
