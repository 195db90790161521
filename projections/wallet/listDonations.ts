import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** How many donations one page has. */
export const DONATIONS_PAGE = 50

/** A donation that a person made or got. The amount is minor units of its asset. */
export type DonationEntry = {
  readonly donationId: string
  readonly position: number
  /** Whether the person is the giver. */
  readonly isOwn: boolean
  /** The other side; null where they left. */
  readonly userCode: string | null
  readonly displayName: string | null
  readonly assetTypeId: number
  readonly amount: bigint
  readonly message: string | null
  readonly at: Date
}

/**
 * What a person gave and was given, newest first. Over the read model of accounts.
 * @param before older than the donation at this position; null for the newest
 */
export const listDonations = Effect.fn("listDonations")(function* (personId: string, before: number | null) {
  const { client: sql } = yield* Sql
  const older = before === null ? sql`` : sql`and position < ${before}`
  const rows = yield* Effect.promise(
    () => sql<Array<Omit<DonationEntry, "amount"> & { amount: string }>>`
      select d.donation_id as "donationId", d.position, d.from_id = ${personId} as "isOwn", a.user_code as "userCode",
        a.display_name as "displayName", d.asset_type_id as "assetTypeId", d.amount::text, d.message, d.at
      from ((select * from read.donation where from_id = ${personId} ${older} order by position desc limit ${DONATIONS_PAGE})
        union all
        (select * from read.donation where to_id = ${personId} ${older} order by position desc limit ${DONATIONS_PAGE})) d
        left join read.account a on a.person_id = case d.from_id when ${personId} then d.to_id else d.from_id end
      order by d.position desc limit ${DONATIONS_PAGE}`,
  )
  return rows.map((row): DonationEntry => ({ ...row, amount: BigInt(row.amount) }))
})
