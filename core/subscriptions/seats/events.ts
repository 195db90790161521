import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
/** Minor units as text. */
const Units = Schema.String
const seat = { channelId: Schema.Int, personId: Schema.String }

/** A creator set the price and the number of premium seats; the event contains all of it. */
export const OfferSet = Schema.TaggedStruct("subscriptions.OfferSet.v1", {
  channelId: Schema.Int,
  creatorId: Schema.String,
  /** The monthly price in minor units of the base currency; 0 ends the offer. */
  pmsf: Units,
  currencyId: Schema.Int,
  cap: Schema.Int,
  setAt: Time,
})

/** A seat is reserved for a person who is about to pay. */
export const SeatHeld = Schema.TaggedStruct("subscriptions.SeatHeld.v1", { ...seat, until: Time, heldAt: Time })

/** A free seat is reserved for the person who waits the longest. */
export const SeatOffered = Schema.TaggedStruct("subscriptions.SeatOffered.v1", {
  ...seat,
  until: Time,
  offeredAt: Time,
})

/** A seat was paid for, by a rule of the person. */
export const SeatTaken = Schema.TaggedStruct("subscriptions.SeatTaken.v1", {
  ...seat,
  number: Schema.Int,
  takenAt: Time,
})

/** A seat is free again. */
export const SeatReleased = Schema.TaggedStruct("subscriptions.SeatReleased.v1", {
  ...seat,
  /** The rule that had taken it; 0 for a reservation. */
  number: Schema.Int,
  releasedAt: Time,
})

/** A person joined the end of the waiting list. */
export const WaitingJoined = Schema.TaggedStruct("subscriptions.WaitingJoined.v1", { ...seat, joinedAt: Time })
export const WaitingLeft = Schema.TaggedStruct("subscriptions.WaitingLeft.v1", { ...seat, leftAt: Time })

export const PremiumSeatEvent = Schema.Union([
  OfferSet,
  SeatHeld,
  SeatOffered,
  SeatTaken,
  SeatReleased,
  WaitingJoined,
  WaitingLeft,
]).pipe(Schema.toTaggedUnion("_tag"))
export type PremiumSeatEvent = typeof PremiumSeatEvent.Type

export const PremiumSeatEvents = makeEventFamily(PremiumSeatEvent)
