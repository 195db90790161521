import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import { TERM_PERIODS } from "../limits.ts"

/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
/** Minor units as text. */
const Units = Schema.String
/** The person who paid, and the gift: a digest of its code. */
const gift = { personId: Schema.String, giftId: Schema.String }

/** A person paid a subscription to one creator for somebody else, who claims it with a code. */
export const GiftBought = Schema.TaggedStruct("subscriptions.GiftBought.v1", {
  ...gift,
  channelId: Schema.Int,
  creatorId: Schema.String,
  assetTypeId: Schema.Int,
  /** The monthly fee in minor units of the base currency, and the rate at which it was priced. */
  currencyId: Schema.Int,
  msf: Units,
  snapshotId: Schema.String,
  periods: Schema.Literals(TERM_PERIODS),
  /** The price of one period, and of all. */
  feeUnits: Units,
  units: Units,
  /** What opens it; null after erasure. */
  code: Schema.NullOr(Schema.String),
  /** When it goes back if nobody has claimed it. */
  returnsAt: Time,
  boughtAt: Time,
})

/** Somebody claimed the gift: its periods are cycles of a rule of theirs. */
export const GiftClaimed = Schema.TaggedStruct("subscriptions.GiftClaimed.v1", {
  ...gift,
  byId: Schema.String,
  number: Schema.Int,
  claimedAt: Time,
})

/** Why a gift went back: the payer wanted it, nobody claimed it, the creator left, or the payer's deposit was undone. */
export const GIFT_RETURN_REASONS = ["payer", "unclaimed", "creatorLeft", "undone"] as const
export type GiftReturnReason = (typeof GIFT_RETURN_REASONS)[number]

/** The gift was not claimed, and its price was returned. */
export const GiftReturned = Schema.TaggedStruct("subscriptions.GiftReturned.v1", {
  ...gift,
  assetTypeId: Schema.Int,
  units: Units,
  reason: Schema.Literals(GIFT_RETURN_REASONS),
  returnedAt: Time,
})

export const GiftEvent = Schema.Union([GiftBought, GiftClaimed, GiftReturned]).pipe(Schema.toTaggedUnion("_tag"))
export type GiftEvent = typeof GiftEvent.Type

export const GiftEvents = makeEventFamily(GiftEvent, {
  sealed: { "subscriptions.GiftBought.v1": { subject: "personId", fields: ["code"] } },
})
