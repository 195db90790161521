import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { SEATS_MAX } from "#contract/subscriptions"
import { answerOf, BadRequest, Busy, Conflict, describedAs, NotFound, TooMany, Unauthorized } from "../envelope.ts"
import { EpochMs, Id } from "../fields.ts"
import { AmountText, AssetTypeId } from "../walletFields.ts"

/** What a creator offers for premium. */
const Offer = Schema.Struct({
  /** The monthly price: decimal text in the base currency. */
  pmsf: Schema.String,
  currencyId: Schema.Int,
  /** Seats, those that anyone can reserve now, and how many people wait for one. */
  cap: Schema.Int,
  left: Schema.Int,
  waiting: Schema.Int,
}).annotate({ identifier: "PremiumOffer" })

/** A premium seat of the caller, or a place in a waiting list. */
export const PremiumSeat = Schema.Struct({
  channelCode: Schema.String,
  subject: Schema.String,
  status: Schema.Literals(["taken", "held", "offered", "waiting"]),
  /** The end of a reservation. */
  until: Schema.NullOr(EpochMs),
  /** The place in the waiting list, from 1; 0 unless the caller waits. */
  place: Schema.Int,
}).annotate({ identifier: "PremiumSeat" })

const offerAnswer = answerOf(
  Schema.Struct({
    offer: Schema.NullOr(Offer),
    /** For how many days people can try a subscription; 0 if no trial is offered. */
    trialDays: Schema.Int,
  }),
)

/** Calls about premium offers and their seats. */
export const offerEndpoints = [
  HttpApiEndpoint.post("LoadOffer", "/LoadOffer", {
    payload: Schema.Struct({ channelCode: Id }),
    success: offerAnswer,
    error: [NotFound, TooMany],
  }).annotateMerge(
    describedAs("What the creator of a channel offers for premium, for everybody; null if they offer nothing."),
  ),
  HttpApiEndpoint.post("UpdateOffer", "/UpdateOffer", {
    payload: Schema.Struct({
      /** 0 ends the offer: seats that are paid stay until the end of their terms. */
      pmsf: AmountText,
      currencyId: AssetTypeId,
      /** The number of seats, at most SEATS_MAX; a number out of range gets the message of the rule. */
      cap: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000 * SEATS_MAX })),
    }),
    success: offerAnswer,
    error: [Unauthorized, BadRequest, NotFound, TooMany, Busy],
  }).annotateMerge(
    describedAs(
      "Sets the monthly price and the number of premium seats of the calling creator. Supporters keep the price that they " +
        "agreed to if it rises. If there are fewer seats than supporters, nobody leaves, and nobody enters.",
    ),
  ),
  HttpApiEndpoint.post("UpdateWaitingList", "/UpdateWaitingList", {
    payload: Schema.Struct({ channelCode: Id, isWaiting: Schema.Boolean }),
    success: answerOf(Schema.Struct({ seat: Schema.NullOr(PremiumSeat) })),
    error: [Unauthorized, NotFound, Conflict, TooMany, Busy],
  }).annotateMerge(
    describedAs(
      "Joins the waiting list for a premium seat, or leaves it and gives up a reserved seat. Seats are offered in the order of " +
        "joining, and stay reserved for 24 hours.",
    ),
  ),
] as const
