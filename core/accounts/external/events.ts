import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** Events of linked identities (OpenID Connect). Times are ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
const which = {
  personId: Schema.String,
  /** Digest of issuer and subject. */
  identityId: Schema.String,
}

/** The identity can be used to sign in as this person. */
export const IdentityLinked = Schema.TaggedStruct("accounts.IdentityLinked.v1", {
  ...which,
  /** Id of the issuer in the configuration. */
  provider: Schema.String,
  /** Shown to the person: the email address at the issuer. */
  label: Schema.NullOr(Schema.String),
  linkedAt: Time,
})
/** The identity was unlinked. */
export const IdentityUnlinked = Schema.TaggedStruct("accounts.IdentityUnlinked.v1", { ...which, unlinkedAt: Time })

export const IdentityEvent = Schema.Union([IdentityLinked, IdentityUnlinked]).pipe(Schema.toTaggedUnion("_tag"))
export type IdentityEvent = typeof IdentityEvent.Type

export const IdentityEvents = makeEventFamily(IdentityEvent, {
  sealed: { "accounts.IdentityLinked.v1": { subject: "personId", fields: ["label"] } },
})
