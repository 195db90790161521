import { Effect } from "effect"
import { sql } from "kysely"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"

/** Months of one list. */
const MONTHS_MAX = 24

const db = readModels().withTables<{
  "read.donation": { to_id: string; asset_type_id: number; amount: string; at: Date }
}>()

/** What a creator received in one month (UTC, `2026-11`) in one asset, in minor units. */
export type MonthlyProfit = {
  readonly month: string
  readonly assetTypeId: number
  readonly amount: bigint
  readonly count: number
}

const profitOf = (personId: string, since: Date) => {
  const month = sql<string>`to_char(donation.at at time zone 'UTC', 'YYYY-MM')`
  return db
    .selectFrom("read.donation as donation")
    .where("donation.to_id", "=", personId)
    .where("donation.at", ">=", since)
    .select((eb) => [
      month.as("month"),
      "donation.asset_type_id as assetTypeId",
      eb.fn.sum<string>("donation.amount").as("amount"),
      eb.fn.countAll<string>().as("count"),
    ])
    .groupBy([month, "donation.asset_type_id"])
    .orderBy(month, "desc")
    .orderBy("donation.asset_type_id")
}

/** What a creator received in donations, by month and asset, the newest month first. */
export const listProfit = Effect.fn("listProfit")(function* (personId: string, nowMs: number) {
  const { query } = yield* Sql
  const now = new Date(nowMs)
  const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS_MAX - 1), 1))
  const rows = yield* query(profitOf(personId, since))
  return rows.map((row): MonthlyProfit => ({ ...row, amount: BigInt(row.amount), count: Number(row.count) }))
})
