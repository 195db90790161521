import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** The facts of signing in through others (OpenID Connect). Times are ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
const which = {
  personId: Schema.String,
  /** The claim on the issuer's name for the person: its digest. */
  identityId: Schema.String,
}

/** Anyone who an issuer knows by that name signs in as this person from now on. */
export const IdentityLinked = Schema.TaggedStruct("accounts.IdentityLinked.v1", {
  ...which,
  /** The id of the issuer in the configuration. */
  provider: Schema.String,
  /** How the person recognises it: the address that the issuer knows. */
  label: Schema.NullOr(Schema.String),
  linkedAt: Time,
})
/** No longer. */
export const IdentityUnlinked = Schema.TaggedStruct("accounts.IdentityUnlinked.v1", { ...which, unlinkedAt: Time })

export const IdentityEvent = Schema.Union([IdentityLinked, IdentityUnlinked]).pipe(Schema.toTaggedUnion("_tag"))
export type IdentityEvent = typeof IdentityEvent.Type

export const IdentityEvents = makeEventFamily(IdentityEvent, {
  sealed: { "accounts.IdentityLinked.v1": { subject: "personId", fields: ["label"] } },
})
