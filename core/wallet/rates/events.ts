import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

const TakenRate = Schema.Struct({
  assetTypeId: Schema.Int,
  baseAssetTypeId: Schema.Int,
  /** What one whole of the asset costs, as exact decimal text. */
  mid: Schema.String,
  /** Whose prices it is the median of. */
  sources: Schema.Array(Schema.String),
})
export type TakenRate = typeof TakenRate.Type

/** Who told the rates: `demo` are the fixed ones of an installation that asks nobody. */
export const RateOrigin = Schema.Literals(["demo", "endpoints"])
export type RateOrigin = typeof RateOrigin.Type

/** What assets cost at one moment. Everything that is priced names the snapshot by which it was. */
export const RatesTaken = Schema.TaggedStruct("wallet.RatesTaken.v1", {
  /** The day and which of the day it is: `2026-11-22.17`. */
  snapshotId: Schema.String,
  origin: RateOrigin,
  takenAt: Schema.String,
  /** From then on nothing is priced by it. */
  validUntil: Schema.String,
  rates: Schema.Array(TakenRate),
})

const RateEvent = Schema.Union([RatesTaken]).pipe(Schema.toTaggedUnion("_tag"))
export type RateEvent = typeof RateEvent.Type
export const RateEvents = makeEventFamily(RateEvent)
