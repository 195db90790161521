import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** The facts of passwords for reader apps. Times are ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
const which = { personId: Schema.String, passwordId: Schema.String }

/** A password for one app was made, shown once. */
export const AppPasswordMade = Schema.TaggedStruct("accounts.AppPasswordMade.v1", {
  ...which,
  /** What the person calls the app; null once they were erased. */
  name: Schema.NullOr(Schema.String),
  /** SHA-256, base64url: the password is random, nobody guesses it. */
  hash: Schema.String,
  madeAt: Time,
})
/** It is no longer valid. */
export const AppPasswordRevoked = Schema.TaggedStruct("accounts.AppPasswordRevoked.v1", { ...which, revokedAt: Time })

export const AppPasswordEvent = Schema.Union([AppPasswordMade, AppPasswordRevoked]).pipe(Schema.toTaggedUnion("_tag"))
export type AppPasswordEvent = typeof AppPasswordEvent.Type

export const AppPasswordEvents = makeEventFamily(AppPasswordEvent, {
  sealed: { "accounts.AppPasswordMade.v1": { subject: "personId", fields: ["name"] } },
})
