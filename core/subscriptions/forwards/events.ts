import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
/** The part of each payment in thousandths; 0 ends it. */
const perMille = Schema.Int

/** A creator passes on a part of what subscriptions pay them, or no longer does. */
export const ForwardSet = Schema.TaggedStruct("subscriptions.ForwardSet.v1", {
  creatorId: Schema.String,
  toId: Schema.String,
  perMille,
  setAt: Time,
})

/** The same change in the stream of the receiver, so that two people cannot begin to pass on to each other at once. */
export const IncomingForwardSet = Schema.TaggedStruct("subscriptions.IncomingForwardSet.v1", {
  /** The receiver. */
  creatorId: Schema.String,
  fromId: Schema.String,
  perMille,
  setAt: Time,
})

export const ForwardEvent = Schema.Union([ForwardSet, IncomingForwardSet]).pipe(Schema.toTaggedUnion("_tag"))
export type ForwardEvent = typeof ForwardEvent.Type

export const ForwardEvents = makeEventFamily(ForwardEvent)
