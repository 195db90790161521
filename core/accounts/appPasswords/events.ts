import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** Events of app passwords. Times are ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
const which = { personId: Schema.String, passwordId: Schema.String }

/** An app password was made and shown once. */
export const AppPasswordMade = Schema.TaggedStruct("accounts.AppPasswordMade.v1", {
  ...which,
  /** The name that the person gave; null after erasure. */
  name: Schema.NullOr(Schema.String),
  /** SHA-256, base64url. A fast hash is enough, because the password is random. */
  hash: Schema.String,
  madeAt: Time,
})
/** The password is no longer valid. */
export const AppPasswordRevoked = Schema.TaggedStruct("accounts.AppPasswordRevoked.v1", { ...which, revokedAt: Time })

export const AppPasswordEvent = Schema.Union([AppPasswordMade, AppPasswordRevoked]).pipe(Schema.toTaggedUnion("_tag"))
export type AppPasswordEvent = typeof AppPasswordEvent.Type

export const AppPasswordEvents = makeEventFamily(AppPasswordEvent, {
  sealed: { "accounts.AppPasswordMade.v1": { subject: "personId", fields: ["name"] } },
})
