import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
/** Why, in the words of the person who did it. */
const said = { reason: Schema.String, by: Schema.String, at: Time }

/** An operator found out what stood in suspense, and whose it is. */
export const SuspenseSettled = Schema.TaggedStruct("wallet.SuspenseSettled.v1", {
  assetTypeId: Schema.Int,
  /** Whole minor units as text: what left suspense; below zero where coins were missing. */
  amount: Schema.String.check(Schema.isPattern(/^-?[1-9][0-9]{0,37}$/)),
  /** The key of the account that gained it, or bears it. */
  account: Schema.String,
  ...said,
})

/** An operator lets a chain be looked at again that was halted. */
export const ChainResumed = Schema.TaggedStruct("wallet.ChainResumed.v1", {
  assetTypeId: Schema.Int,
  /** Why it was halted. */
  halted: Schema.String,
  /** The block from behind which it is looked at; null: from the first one on. */
  cursor: Schema.NullOr(Schema.String),
  ...said,
})

const DeskEvent = Schema.Union([SuspenseSettled, ChainResumed]).pipe(Schema.toTaggedUnion("_tag"))
export type DeskEvent = typeof DeskEvent.Type

export const DeskEvents = makeEventFamily(DeskEvent)
