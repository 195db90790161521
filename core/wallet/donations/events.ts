import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** A person donated coins to another. `ledger.Transferred` in the same append moves them. */
export const Donated = Schema.TaggedStruct("wallet.Donated.v1", {
  donationId: Schema.String,
  fromId: Schema.String,
  toId: Schema.String,
  assetTypeId: Schema.Int,
  /** Minor units as text. */
  amount: Schema.String,
  /** Null if there is none, or after erasure of the donor. */
  message: Schema.NullOr(Schema.String),
  /** ISO 8601 in UTC with milliseconds. */
  donatedAt: Schema.String,
})

const DonationEvent = Schema.Union([Donated]).pipe(Schema.toTaggedUnion("_tag"))
export type DonationEvent = typeof DonationEvent.Type

export const DonationEvents = makeEventFamily(DonationEvent, {
  sealed: { "wallet.Donated.v1": { subject: "fromId", fields: ["message"] } },
})
