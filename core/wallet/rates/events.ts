import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

const TakenRate = Schema.Struct({
  assetTypeId: Schema.Int,
  baseAssetTypeId: Schema.Int,
  /** Price of one whole unit of the asset, exact decimal text. */
  mid: Schema.String,
  /** The sources of the median. */
  sources: Schema.Array(Schema.String),
})
export type TakenRate = typeof TakenRate.Type

/** `demo`: constant rates of an installation without configured endpoints. */
export const RateOrigin = Schema.Literals(["demo", "endpoints"])
export type RateOrigin = typeof RateOrigin.Type

/** Rates at one point in time. Everything priced stores the snapshot id. */
export const RatesTaken = Schema.TaggedStruct("wallet.RatesTaken.v1", {
  /** Day and number within the day: `2026-11-22.17`. */
  snapshotId: Schema.String,
  origin: RateOrigin,
  takenAt: Schema.String,
  /** Not used for pricing from this time on. */
  validUntil: Schema.String,
  rates: Schema.Array(TakenRate),
})

const RateEvent = Schema.Union([RatesTaken]).pipe(Schema.toTaggedUnion("_tag"))
export type RateEvent = typeof RateEvent.Type
export const RateEvents = makeEventFamily(RateEvent)
