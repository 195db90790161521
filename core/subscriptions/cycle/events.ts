import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

const Time = Schema.String
/** Minor units as text. */
const Units = Schema.String
const cycle = { personId: Schema.String, number: Schema.Int, n: Schema.Int, assetTypeId: Schema.Int }

/** A period that somebody else paid as a gift: what is returned goes to them. */
const gift = Schema.optionalKey(Schema.Struct({ giftId: Schema.String, payerId: Schema.String }))

/** A period was paid: its units are unearned until it is over. It is the first event of its stream, so it happens once. */
export const CycleCharged = Schema.TaggedStruct("subscriptions.CycleCharged.v1", {
  ...cycle,
  startsAt: Time,
  endsAt: Time,
  units: Units,
  /** The monthly fee in minor units of the base currency, and the rate at which it was priced. */
  currencyId: Schema.Int,
  msf: Units,
  snapshotId: Schema.String,
  cutPerMille: Schema.Int,
  gift,
  chargedAt: Time,
})

/** Premium seats of the period were paid, with its charge or during it. Their prices are not split. */
export const SeatsCharged = Schema.TaggedStruct("subscriptions.SeatsCharged.v1", {
  ...cycle,
  snapshotId: Schema.String,
  seats: Schema.Array(
    Schema.Struct({
      channelId: Schema.Int,
      creatorId: Schema.String,
      /** The monthly price in minor units of the base currency. */
      pmsf: Units,
      /** What was paid for the rest of the period. */
      units: Units,
      from: Time,
    }),
  ),
  chargedAt: Time,
})

/** What a creator passed on of a payment: the payment contains it. */
const forwarded = Schema.optionalKey(
  Schema.Array(Schema.Struct({ toId: Schema.String, perMille: Schema.Int, units: Units })),
)

/** The period is over, or was ended by the payer: its units were paid to the creators and the platform. */
export const CycleClosed = Schema.TaggedStruct("subscriptions.CycleClosed.v1", {
  ...cycle,
  shares: Schema.Array(Schema.Struct({ creatorId: Schema.String, units: Units, forwarded })),
  cut: Units,
  /** The end of what was paid out. */
  endsAt: Time,
  /** What went back to the payer: a refund, or what no creator could receive. */
  returned: Units,
  /** Who gets it instead, if the period was a gift and their wallet is open. */
  gift,
  /** What became of each premium seat: paid to its creator and to the platform, or returned. */
  seats: Schema.optionalKey(
    Schema.Array(Schema.Struct({ creatorId: Schema.String, units: Units, cut: Units, returned: Units, forwarded })),
  ),
  /** The transfer to the creators and the platform; null if nothing was paid out. */
  paydayId: Schema.NullOr(Schema.String),
  /** The deposit that had paid was undone, so that nobody earned anything. */
  isUndone: Schema.optionalKey(Schema.Literal(true)),
  closedAt: Time,
})

export const CycleEvent = Schema.Union([CycleCharged, SeatsCharged, CycleClosed]).pipe(Schema.toTaggedUnion("_tag"))
export type CycleEvent = typeof CycleEvent.Type

export const CycleEvents = makeEventFamily(CycleEvent)
