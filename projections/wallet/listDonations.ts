import { Effect } from "effect"
import { type InferResult, sql } from "kysely"
import { Sql } from "#core/kernel"
import { account } from "#projections/accounts"
import { readModels } from "#projections/runner"
import { donation } from "./tables.ts"

/** Donations on one page. */
export const DONATIONS_PAGE = 50

const db = readModels(donation, account)

/** One side of a person's donations, newest first. A subquery each, so that both are one index range. */
const side = (column: "from_id" | "to_id", personId: string, before: number | null) =>
  db
    .selectFrom(
      db
        .selectFrom("read.donation")
        .selectAll()
        .where(column, "=", personId)
        .$if(before !== null, (donations) => donations.where("position", "<", before))
        .orderBy("position", "desc")
        .limit(DONATIONS_PAGE)
        .as(column),
    )
    .selectAll()

const donationsOf = (personId: string, before: number | null) =>
  db
    .selectFrom(
      side("from_id", personId, before)
        .unionAll(side("to_id", personId, before))
        .as("d"),
    )
    .leftJoin("read.account as a", (join) =>
      join.on(sql<boolean>`a.person_id = case d.from_id when ${personId} then d.to_id else d.from_id end`),
    )
    .select([
      "d.donation_id as donationId",
      "d.position",
      /** Whether the person is the donor. */
      sql<boolean>`d.from_id = ${personId}`.as("isOwn"),
      /** The other person; null if their account was deleted. */
      "a.user_code as userCode",
      "a.display_name as displayName",
      "d.asset_type_id as assetTypeId",
      "d.amount",
      "d.message",
      "d.at",
    ])
    .orderBy("d.position", "desc")
    .limit(DONATIONS_PAGE)

type DonationRow = InferResult<ReturnType<typeof donationsOf>>[number]

/** A donation that a person made or received. The amount is in minor units. */
export type DonationEntry = Omit<DonationRow, "amount"> & { readonly amount: bigint }

/**
 * A page of the donations that a person made and received, newest first.
 * @param before only donations older than this log position; null for the newest
 */
export const listDonations = Effect.fn("listDonations")(function* (personId: string, before: number | null) {
  const { query } = yield* Sql
  const rows = yield* query(donationsOf(personId, before))
  return rows.map((row): DonationEntry => ({ ...row, amount: BigInt(row.amount) }))
})
