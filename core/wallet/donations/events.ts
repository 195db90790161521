import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** Somebody gave somebody coins. The movement itself is the ledger's fact beside this one. */
export const Donated = Schema.TaggedStruct("wallet.Donated.v1", {
  donationId: Schema.String,
  fromId: Schema.String,
  toId: Schema.String,
  assetTypeId: Schema.Int,
  /** Minor units as text. */
  amount: Schema.String,
  /** What the giver wrote to the receiver; null where nothing, or once the giver was erased. */
  message: Schema.NullOr(Schema.String),
  /** ISO 8601 in UTC with milliseconds. */
  donatedAt: Schema.String,
})

const DonationEvent = Schema.Union([Donated]).pipe(Schema.toTaggedUnion("_tag"))
export type DonationEvent = typeof DonationEvent.Type

export const DonationEvents = makeEventFamily(DonationEvent, {
  sealed: { "wallet.Donated.v1": { subject: "fromId", fields: ["message"] } },
})
