import type { SqlClient } from "#core/kernel"
import type { Outpoint } from "../chain/Chain.ts"
import { HOUSE_ID } from "./house.ts"
import type { Phase } from "./Withdrawal.ts"

export type OpenWithdrawal = {
  readonly withdrawalId: string
  readonly personId: string
  readonly phase: Phase
  readonly amount: bigint
  readonly fee: bigint
}

/** Withdrawals that one step takes on. */
const OPEN_MAX = 500

/** Withdrawals of an asset that have not ended, those that have come farthest first, then the oldest. */
export const readOpen = async (sql: SqlClient, assetTypeId: number): Promise<ReadonlyArray<OpenWithdrawal>> => {
  const rows = await sql<Array<{ withdrawalId: string; personId: string; phase: Phase; amount: string; fee: string }>>`
    select withdrawal_id as "withdrawalId", person_id as "personId", phase, amount::text, fee::text from wallet.withdrawal
    where asset_type_id = ${assetTypeId} and phase not in ('confirmed', 'cancelled', 'failed')
    order by phase in ('requested', 'approved'), requested_at, withdrawal_id limit ${OPEN_MAX}`
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount), fee: BigInt(row.fee) }))
}

/** Withdrawals that have arrived in blocks that may yet be undone: they still have their coins. */
export const readSettled = async (sql: SqlClient, assetTypeId: number): Promise<ReadonlyArray<string>> => {
  const rows = await sql<Array<{ withdrawalId: string }>>`
    select distinct withdrawal_id as "withdrawalId" from wallet.withdrawal_input i join wallet.withdrawal w using (withdrawal_id)
    where i.asset_type_id = ${assetTypeId} and w.phase = 'confirmed' order by withdrawal_id limit ${OPEN_MAX}`
  return rows.map(({ withdrawalId }) => withdrawalId)
}

/** Lets the coins of one go that nothing can undo any more: they are spent for good. */
export const forgetInputs = async (sql: SqlClient, withdrawalId: string): Promise<void> => {
  await sql`delete from wallet.withdrawal_input where withdrawal_id = ${withdrawalId}`
}

/** The coins that withdrawals under way spend. */
export const readTaken = async (sql: SqlClient, assetTypeId: number): Promise<ReadonlyArray<Outpoint>> => [
  ...(await sql<Array<Outpoint>>`
    select txid, vout from wallet.withdrawal_input where asset_type_id = ${assetTypeId}`),
]

/** What was withdrawn of an asset in the 24 hours before a time, by a person and by all, and what is free of theirs. */
export const readUsed = async (
  sql: SqlClient,
  { personId, assetTypeId, nowMs }: { readonly personId: string; readonly assetTypeId: number; readonly nowMs: number },
): Promise<{ readonly person: bigint; readonly all: bigint }> => {
  const [row] = await sql<Array<{ person: string; all: string }>>`
    select coalesce(sum(amount) filter (where person_id = ${personId}), 0)::text as person,
      coalesce(sum(amount) filter (where person_id <> ${HOUSE_ID}), 0)::text as "all"
    from wallet.withdrawal
    where asset_type_id = ${assetTypeId} and requested_at > ${new Date(nowMs)}::timestamptz - interval '24 hours'
      and phase not in ('cancelled', 'failed')`
  return { person: BigInt(row?.person ?? 0), all: BigInt(row?.all ?? 0) }
}
