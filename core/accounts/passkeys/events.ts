import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** Events of passkeys (W3C Web Authentication). Times are ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
const Personal = Schema.NullOr(Schema.String)
const which = { personId: Schema.String, passkeyId: Schema.String }

/** A verified passkey was added. */
export const PasskeyAdded = Schema.TaggedStruct("accounts.PasskeyAdded.v1", {
  ...which,
  /** Credential id, base64url. */
  credentialId: Personal,
  /** COSE, base64url. */
  publicKey: Personal,
  /** Signature counter of the authenticator; many always report 0. */
  counter: Schema.Int,
  /** Transports such as `internal` or `usb`. */
  transports: Schema.Array(Schema.String),
  /** Name chosen by the person. */
  name: Personal,
  addedAt: Time,
})
export const PasskeyRenamed = Schema.TaggedStruct("accounts.PasskeyRenamed.v1", {
  ...which,
  name: Personal,
  renamedAt: Time,
})
/** The passkey was used to sign in. */
export const PasskeyUsed = Schema.TaggedStruct("accounts.PasskeyUsed.v1", {
  ...which,
  counter: Schema.Int,
  usedAt: Time,
})
/** The passkey is no longer valid. */
export const PasskeyRemoved = Schema.TaggedStruct("accounts.PasskeyRemoved.v1", { ...which, removedAt: Time })

export const PasskeyEvent = Schema.Union([PasskeyAdded, PasskeyRenamed, PasskeyUsed, PasskeyRemoved]).pipe(
  Schema.toTaggedUnion("_tag"),
)
export type PasskeyEvent = typeof PasskeyEvent.Type

export const PasskeyEvents = makeEventFamily(PasskeyEvent, {
  sealed: {
    "accounts.PasskeyAdded.v1": { subject: "personId", fields: ["credentialId", "publicKey", "name"] },
    "accounts.PasskeyRenamed.v1": { subject: "personId", fields: ["name"] },
  },
})
