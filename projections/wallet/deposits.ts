import { Clock, Effect } from "effect"
import { type InferResult, sql } from "kysely"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { deposit } from "./tables.ts"

/** Deposits on one page: the pending ones first, then the newest. */
const DEPOSITS_SHOWN = 30
/** Nodes forget an unconfirmed transaction after this time (Bitcoin Core, DEFAULT_MEMPOOL_EXPIRY_HOURS: 336). */
const MEMPOOL_EXPIRY_MS = 336 * 3_600_000

const db = readModels(deposit).withTables<{ "wallet.chain": { asset_type_id: number; tip_height: number } }>()

const deposits = db
  .selectFrom("read.deposit as d")
  .leftJoin("wallet.chain as c", "c.asset_type_id", "d.asset_type_id")
  .select([
    "d.deposit_id as depositId",
    "d.asset_type_id as assetTypeId",
    "d.amount",
    "d.status",
    "d.confirmations_needed as confirmationsNeeded",
    "d.txid",
    "d.seen_at as seenAt",
    sql<number>`coalesce(greatest(c.tip_height - d.height + 1, 0), 0)`.as("confirmations"),
  ])

/** A payment to an address of a person. The amount is in minor units. */
export type DepositEntry = Omit<InferResult<typeof deposits>[number], "amount"> & { readonly amount: bigint }

/** A person's deposits with their confirmations at the last scan of each chain. */
export const listDeposits = Effect.fn("listDeposits")(function* (personId: string) {
  const { query } = yield* Sql
  const rows = yield* query(
    deposits
      .where("d.owner_id", "=", personId)
      .orderBy(sql`(d.status = 'seen')`, "desc")
      .orderBy("d.seen_at", "desc")
      .limit(DEPOSITS_SHOWN),
  )
  return rows.map((row): DepositEntry => ({ ...row, amount: BigInt(row.amount) }))
})

/** Whether a deposit is pending: it is in a block, or was announced within the expiry time of mempools. */
export const hasPendingDeposits = Effect.fn("hasPendingDeposits")(function* (personId: string) {
  const { query } = yield* Sql
  const since = new Date((yield* Clock.currentTimeMillis) - MEMPOOL_EXPIRY_MS)
  const found = yield* query(
    db
      .selectFrom("read.deposit")
      .select("deposit_id")
      .where("owner_id", "=", personId)
      .where("status", "=", "seen")
      .where((eb) => eb.or([eb("height", "is not", null), eb("seen_at", ">", since)]))
      .limit(1),
  )
  return found.length > 0
})
