import { Effect } from "effect"
import { type Append, BooksRefused, type SqlClient } from "#core/kernel"
import { ReceiverLeft } from "./refusals.ts"

/** A donation as far as it counts towards what may be given by a session alone. */
type Counted = {
  readonly fromId: string
  readonly assetTypeId: number
  readonly amount: bigint
  readonly nowMs: number
}

/** Whether a donation stays within what somebody may give within 24 hours by their session alone. */
export const isFree = async (
  sql: SqlClient,
  { fromId, assetTypeId, amount, nowMs }: Counted,
  most: bigint,
): Promise<boolean> => {
  const [row] = await sql<Array<{ given: string }>>`
    select coalesce(sum(amount), 0)::text as given from wallet.free_donation
    where person_id = ${fromId} and asset_type_id = ${assetTypeId}
      and donated_at > ${new Date(nowMs)}::timestamptz - interval '24 hours'`
  return BigInt(row?.given ?? 0) + amount <= most
}

/** Counts a donation in the transaction that appends it, where two at once would be more than one. */
export const countingFree =
  (donationId: string, { fromId, assetTypeId, amount, nowMs }: Counted, most: bigint): NonNullable<Append["books"]> =>
  (sql, answer) =>
    sql`
    wallet.give_freely(${answer}, ${donationId}, ${fromId}, ${assetTypeId}, ${String(amount)}::text::numeric,
      ${new Date(nowMs)}::timestamptz, ${String(most)}::text::numeric)`

/** Tells that another donation came first, and both are more than is free, or that the receiver has left. */
export const asDonationRefusals = <A, E, R, Refusal>(
  effect: Effect.Effect<A, E, R>,
  beyond: Refusal,
): Effect.Effect<A, E | Refusal | ReceiverLeft, R> =>
  Effect.catchDefect(effect, (defect): Effect.Effect<never, Refusal | ReceiverLeft> => {
    const reason = defect instanceof BooksRefused ? (defect.detail as { readonly reason: string }).reason : null
    if (reason === "closed") return Effect.fail(new ReceiverLeft())
    return reason === "freeDonations" ? Effect.fail(beyond) : Effect.die(defect)
  })
