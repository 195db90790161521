import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/**
 * A person promised to support a feed as soon as its author is here: with this weight in one of their rules. Weight 0 takes it
 * back. No money moves.
 */
export const PledgeSet = Schema.TaggedStruct("subscriptions.PledgeSet.v1", {
  personId: Schema.String,
  feedId: Schema.String,
  /** The number of the rule among the person's rules. */
  number: Schema.Int,
  weight: Schema.Int,
  /** ISO 8601 in UTC with milliseconds. */
  setAt: Schema.String,
})

export const PledgeEvent = Schema.Union([PledgeSet]).pipe(Schema.toTaggedUnion("_tag"))
export type PledgeEvent = typeof PledgeEvent.Type

export const PledgeEvents = makeEventFamily(PledgeEvent)
