import { Effect } from "effect"
import { type Append, LedgerRejected, type SqlClient } from "#core/kernel"
import { catchClosed } from "#core/ledger"
import { RecipientClosed } from "./refusals.ts"

/** The part of a donation that counts towards the daily limit without verification. */
type CountedDonation = {
  readonly fromId: string
  readonly assetTypeId: number
  readonly amount: bigint
  readonly nowMs: number
}

/** Whether a donation stays within the amount that a session alone may donate within 24 hours. */
export const isWithinUnverifiedLimit = async (
  sql: SqlClient,
  { amount, ...donation }: CountedDonation,
  max: bigint,
): Promise<boolean> => (await donatedUnverified(sql, donation)) + amount <= max

/** What a person donated without verification within the last 24 hours, in minor units. */
export const donatedUnverified = async (
  sql: SqlClient,
  { fromId, assetTypeId, nowMs }: Omit<CountedDonation, "amount">,
): Promise<bigint> => {
  const [row] = await sql<Array<{ given: string }>>`
    select coalesce(sum(amount), 0)::text as given from wallet.unverified_donation
    where person_id = ${fromId} and asset_type_id = ${assetTypeId}
      and donated_at > ${new Date(nowMs)}::timestamptz - interval '24 hours'`
  return BigInt(row?.given ?? 0)
}

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
