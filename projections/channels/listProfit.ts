import { Effect } from "effect"
import { sql } from "kysely"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"

/** Months of one list. */
const MONTHS_MAX = 24

const db = readModels().withTables<{
  "read.donation": { to_id: string; asset_type_id: number; amount: string; at: Date }
  "read.subscription_income": {
    creator_id: string
    asset_type_id: number
    amount: string
    cycles: number
    paid_at: Date
  }
}>()

/** What a creator received in one month (UTC, `2026-11`) in one asset, in minor units. */
export type MonthlyProfit = {
  readonly month: string
  readonly kind: "donation" | "subscription"
  readonly assetTypeId: number
  readonly amount: bigint
  /** Donations, or paid months of subscribers. */
  readonly count: number
}

const donations = (personId: string, since: Date) => {
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
}

const subscriptions = (personId: string, since: Date) => {
  const month = sql<string>`to_char(income.paid_at at time zone 'UTC', 'YYYY-MM')`
  return db
    .selectFrom("read.subscription_income as income")
    .where("income.creator_id", "=", personId)
    .where("income.paid_at", ">=", since)
    .select((eb) => [
      month.as("month"),
      "income.asset_type_id as assetTypeId",
      eb.fn.sum<string>("income.amount").as("amount"),
      eb.fn.sum<string>("income.cycles").as("count"),
    ])
    .groupBy([month, "income.asset_type_id"])
}

/** What a creator received, by month, kind and asset, the newest month first. */
export const listProfit = Effect.fn("listProfit")(function* (personId: string, nowMs: number) {
  const { query } = yield* Sql
  const now = new Date(nowMs)
  const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS_MAX - 1), 1))
  const given = (yield* query(donations(personId, since))).map((row) => ({ ...row, kind: "donation" as const }))
  const earned = (yield* query(subscriptions(personId, since))).map((row) => ({
    ...row,
    kind: "subscription" as const,
  }))
  const profit = [...given, ...earned].map(
    (row): MonthlyProfit => ({
      ...row,
      amount: BigInt(row.amount),
      count: Number(row.count),
    }),
  )
  return profit.sort(
    (one, other) =>
      other.month.localeCompare(one.month) || one.kind.localeCompare(other.kind) || one.assetTypeId - other.assetTypeId,
  )
})
