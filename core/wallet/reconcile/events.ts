import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
/** Reason given by the operator. */
const said = { reason: Schema.String, by: Schema.String, at: Time }

/** An operator moved an amount out of suspense. */
export const SuspenseSettled = Schema.TaggedStruct("wallet.SuspenseSettled.v1", {
  assetTypeId: Schema.Int,
  /** Minor units as text that left suspense; negative if coins were missing. */
  amount: Schema.String.check(Schema.isPattern(/^-?[1-9][0-9]{0,37}$/)),
  /** Account that gained or paid the amount. */
  account: Schema.String,
  ...said,
})

/** An operator resumed a halted chain. */
export const ChainResumed = Schema.TaggedStruct("wallet.ChainResumed.v1", {
  assetTypeId: Schema.Int,
  /** Why it was halted. */
  halted: Schema.String,
  /** Block after which scanning continues; null: from the first block. */
  cursor: Schema.NullOr(Schema.String),
  ...said,
})

const DeskEvent = Schema.Union([SuspenseSettled, ChainResumed]).pipe(Schema.toTaggedUnion("_tag"))
export type ReconciliationEvent = typeof DeskEvent.Type

export const ReconciliationEvents = makeEventFamily(DeskEvent)
