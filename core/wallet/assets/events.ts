import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** An asset type was added or changed; the event contains all fields. */
export const AssetTypeSet = Schema.TaggedStruct("wallet.AssetTypeSet.v1", {
  assetTypeId: Schema.Int,
  name: Schema.String,
  digits: Schema.Int,
  shownDigits: Schema.Int,
  place: Schema.Int,
  isOffered: Schema.Boolean,
  by: Schema.String,
  /** ISO 8601 in UTC with milliseconds. */
  at: Schema.String,
})

const AssetTypeEvent = Schema.Union([AssetTypeSet]).pipe(Schema.toTaggedUnion("_tag"))
export type AssetTypeEvent = typeof AssetTypeEvent.Type

export const AssetTypeEvents = makeEventFamily(AssetTypeEvent)
