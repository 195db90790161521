import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** A check of a person began. */
export const CheckClaimed = Schema.TaggedStruct("identity.CheckClaimed.v1", {
  personId: Schema.String,
  checkId: Schema.String,
  claimedAt: Schema.String,
})
const PersonChecksEvent = Schema.Union([CheckClaimed]).pipe(Schema.toTaggedUnion("_tag"))
export type PersonChecksEvent = typeof PersonChecksEvent.Type
export const PersonChecksEvents = makeEventFamily(PersonChecksEvent)

/** A check has a document with this number, known only by its HMAC. */
export const NumberClaimed = Schema.TaggedStruct("identity.NumberClaimed.v1", {
  numberHmac: Schema.String,
  checkId: Schema.String,
  personId: Schema.String,
  claimedAt: Schema.String,
})
const NumberEvent = Schema.Union([NumberClaimed]).pipe(Schema.toTaggedUnion("_tag"))
export type NumberEvent = typeof NumberEvent.Type
export const NumberEvents = makeEventFamily(NumberEvent)
