import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import { PREMIUM_LEVEL, SUBSCRIBER_LEVEL } from "../limits.ts"

/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
const pass = { creatorId: Schema.String, personId: Schema.String }

/** A creator gave a person access without payment; the event replaces what they gave before. */
export const AccessGiven = Schema.TaggedStruct("subscriptions.AccessGiven.v1", {
  ...pass,
  level: Schema.Literals([SUBSCRIBER_LEVEL, PREMIUM_LEVEL]),
  /** Its end; null for no end. */
  until: Schema.NullOr(Time),
  givenAt: Time,
})

/** The creator took it back. */
export const AccessWithdrawn = Schema.TaggedStruct("subscriptions.AccessWithdrawn.v1", { ...pass, withdrawnAt: Time })

/** A person began the trial that a creator offers. It happens once. */
export const TrialBegun = Schema.TaggedStruct("subscriptions.TrialBegun.v1", { ...pass, until: Time, begunAt: Time })

/** What creators let people read without payment. */
export const FREE_ACCESS = ["given", "trial"] as const
export type FreeAccessKind = (typeof FREE_ACCESS)[number]

/** Access without payment is over. */
export const AccessLapsed = Schema.TaggedStruct("subscriptions.AccessLapsed.v1", {
  ...pass,
  kind: Schema.Literals(FREE_ACCESS),
  lapsedAt: Time,
})

export const AccessPassEvent = Schema.Union([AccessGiven, AccessWithdrawn, TrialBegun, AccessLapsed]).pipe(
  Schema.toTaggedUnion("_tag"),
)
export type AccessPassEvent = typeof AccessPassEvent.Type

export const AccessPassEvents = makeEventFamily(AccessPassEvent)

/** A creator set how long people can try their subscription; 0 days end the offer. */
export const TrialOffered = Schema.TaggedStruct("subscriptions.TrialOffered.v1", {
  creatorId: Schema.String,
  days: Schema.Int,
  offeredAt: Time,
})

export const TrialOfferEvent = Schema.Union([TrialOffered]).pipe(Schema.toTaggedUnion("_tag"))
export type TrialOfferEvent = typeof TrialOfferEvent.Type

export const TrialOfferEvents = makeEventFamily(TrialOfferEvent)

/** Who has access that a creator gives, so that their number is limited: the event replaces the end of the one before it. */
export const AccessListed = Schema.TaggedStruct("subscriptions.AccessListed.v1", {
  ...pass,
  /** Its end; null for no end. */
  until: Schema.NullOr(Time),
  listedAt: Time,
})

/** The creator took the access back. */
export const AccessUnlisted = Schema.TaggedStruct("subscriptions.AccessUnlisted.v1", { ...pass, unlistedAt: Time })

export const AccessListEvent = Schema.Union([AccessListed, AccessUnlisted]).pipe(Schema.toTaggedUnion("_tag"))
export type AccessListEvent = typeof AccessListEvent.Type

export const AccessListEvents = makeEventFamily(AccessListEvent)
