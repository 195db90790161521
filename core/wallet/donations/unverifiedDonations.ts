import { Effect } from "effect"
import { type Append, formatIso, LedgerRejected, type SqlClient } from "#core/kernel"
import { catchClosed } from "#core/ledger"
import { RecipientClosed } from "./refusals.ts"

/** The part of a donation that counts towards the daily limit without verification. */
type CountedDonation = {
  readonly fromId: string
  readonly assetTypeId: number
  readonly amount: bigint
  readonly nowMs: number
}

/** What people donated without verification within the last 24 hours, in minor units, in the given order. */
export const donatedUnverifiedByAll = async (
  sql: SqlClient,
  donations: ReadonlyArray<Omit<CountedDonation, "amount">>,
): Promise<ReadonlyArray<bigint>> => {
  const rows = await sql<Array<{ given: string }>>`
    select (select coalesce(sum(d.amount), 0)::text from wallet.unverified_donation d
             where d.person_id = p.id and d.asset_type_id = p.asset
               and d.donated_at > p.at - interval '24 hours') as given
      from unnest(${donations.map(({ fromId }) => fromId)}::text[], ${donations.map((each) => each.assetTypeId)}::int[],
             ${donations.map(({ nowMs }) => formatIso(nowMs))}::text[]::timestamptz[]) with ordinality p(id, asset, at, no)
     order by p.no`
  return rows.map(({ given }) => BigInt(given))
}

/** What a person donated without verification within the last 24 hours, in minor units. */
export const donatedUnverified = async (sql: SqlClient, donation: Omit<CountedDonation, "amount">): Promise<bigint> =>
  (await donatedUnverifiedByAll(sql, [donation]))[0] ?? 0n

/** Counts a donation in the appending transaction, which also enforces the limit for concurrent donations. */
export const countUnverifiedDonation =
  (
    donationId: string,
    { fromId, assetTypeId, amount, nowMs }: CountedDonation,
    max: bigint,
  ): NonNullable<Append["ledgerCall"]> =>
  (sql, answer) =>
    sql`
    wallet.count_unverified_donation(${answer}, ${donationId}, ${fromId}, ${assetTypeId}, ${String(amount)}::text::numeric,
      ${new Date(nowMs)}::timestamptz, ${String(max)}::text::numeric)`

/** Translates the refusal of the ledgerCall if concurrent payments used up the limit. */
export const catchUnverifiedLimit = <A, E, R, Refusal>(
  effect: Effect.Effect<A, E, R>,
  beyond: Refusal,
): Effect.Effect<A, E | Refusal, R> =>
  Effect.catchDefect(effect, (defect): Effect.Effect<never, Refusal> => {
    const reason = defect instanceof LedgerRejected ? (defect.detail as { readonly reason: string }).reason : null
    return reason === "unverifiedDonationMax" ? Effect.fail(beyond) : Effect.die(defect)
  })

/** Also translates the refusal if the recipient left. */
export const asDonationRefusals = <A, E, R, Refusal>(
  effect: Effect.Effect<A, E, R>,
  beyond: Refusal,
): Effect.Effect<A, E | Refusal | RecipientClosed, R> =>
  catchClosed(catchUnverifiedLimit(effect, beyond), Effect.fail(new RecipientClosed()))
