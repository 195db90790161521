import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/** The facts of passkeys (W3C Web Authentication). Times are ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
const Personal = Schema.NullOr(Schema.String)
const which = { personId: Schema.String, passkeyId: Schema.String }

/** A passkey was made for this account, and has proven itself. */
export const PasskeyAdded = Schema.TaggedStruct("accounts.PasskeyAdded.v1", {
  ...which,
  /** The authenticator's id for it, base64url. */
  credentialId: Personal,
  /** COSE, base64url. */
  publicKey: Personal,
  /** How often it signed, as it says itself; many always say 0. */
  counter: Schema.Int,
  /** How a browser may reach it: `internal`, `usb` and so on. */
  transports: Schema.Array(Schema.String),
  /** What the person calls it. */
  name: Personal,
  addedAt: Time,
})
export const PasskeyRenamed = Schema.TaggedStruct("accounts.PasskeyRenamed.v1", {
  ...which,
  name: Personal,
  renamedAt: Time,
})
/** Somebody showed it. */
export const PasskeyUsed = Schema.TaggedStruct("accounts.PasskeyUsed.v1", {
  ...which,
  counter: Schema.Int,
  usedAt: Time,
})
/** It is no longer valid. */
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
