import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/**
 * Events of the second step. `personId` is the subject for which fields are sealed; they are null after
 * erasure. Mails are sent for TwoStepEnrolled, TwoStepStopped, RecoveryCodesMade, TwoStepRemovalRequested, TwoStepRemovalCancelled
 * and TwoStepRemoved, which contain address and language. Times are ISO 8601 in UTC with milliseconds.
 */
const Time = Schema.String
const person = { personId: Schema.String }
const mailed = { ...person, email: Schema.NullOr(Schema.String), locale: Schema.String }
/** SHA-256 of each recovery code, base64url. */
const Hashes = Schema.NullOr(Schema.Array(Schema.String))

/** An authenticator was enabled with a valid code. It replaces the previous one. */
export const TwoStepEnrolled = Schema.TaggedStruct("accounts.TwoStepEnrolled.v1", {
  ...mailed,
  /** Shared secret, base64url. */
  secret: Schema.NullOr(Schema.String),
  recoveryHashes: Hashes,
  /** Time step of the code that was entered; it is not accepted again. */
  step: Schema.Int,
  /** Whether it replaced another authenticator. */
  replaced: Schema.Boolean,
  enrolledAt: Time,
})
/** The second step was turned off. */
export const TwoStepStopped = Schema.TaggedStruct("accounts.TwoStepStopped.v1", { ...mailed, stoppedAt: Time })

/** An authenticator code was accepted; codes of this or earlier time steps are no longer valid. */
export const TwoStepCodeAccepted = Schema.TaggedStruct("accounts.TwoStepCodeAccepted.v1", {
  ...person,
  step: Schema.Int,
  acceptedAt: Time,
})
/** A recovery code was accepted and is no longer valid. */
export const RecoveryCodeUsed = Schema.TaggedStruct("accounts.RecoveryCodeUsed.v1", {
  ...person,
  hash: Schema.String,
  usedAt: Time,
})
/** New recovery codes were made; the old ones are no longer valid. */
export const RecoveryCodesMade = Schema.TaggedStruct("accounts.RecoveryCodesMade.v1", {
  ...mailed,
  recoveryHashes: Hashes,
  madeAt: Time,
})

/** Removal of a lost second step was requested by mail. It takes effect later, unless it is cancelled. */
export const TwoStepRemovalRequested = Schema.TaggedStruct("accounts.TwoStepRemovalRequested.v1", {
  ...mailed,
  /** The code of the link; the same link cancels the removal. */
  codeId: Schema.String,
  requestedAt: Time,
  dueAt: Time,
})
/** The removal was cancelled, by the link or because the second step was passed. */
export const TwoStepRemovalCancelled = Schema.TaggedStruct("accounts.TwoStepRemovalCancelled.v1", {
  ...mailed,
  cancelledAt: Time,
})
/** The second step was removed after the objection period. */
export const TwoStepRemoved = Schema.TaggedStruct("accounts.TwoStepRemoved.v1", { ...mailed, removedAt: Time })

export const TwoStepEvent = Schema.Union([
  TwoStepEnrolled,
  TwoStepStopped,
  TwoStepCodeAccepted,
  RecoveryCodeUsed,
  RecoveryCodesMade,
  TwoStepRemovalRequested,
  TwoStepRemovalCancelled,
  TwoStepRemoved,
]).pipe(Schema.toTaggedUnion("_tag"))
export type TwoStepEvent = typeof TwoStepEvent.Type

const sealing = (...fields: ReadonlyArray<string>) => ({ subject: "personId", fields })

export const TwoStepEvents = makeEventFamily(TwoStepEvent, {
  sealed: {
    "accounts.TwoStepEnrolled.v1": sealing("email", "secret", "recoveryHashes"),
    "accounts.TwoStepStopped.v1": sealing("email"),
    "accounts.RecoveryCodesMade.v1": sealing("email", "recoveryHashes"),
    "accounts.TwoStepRemovalRequested.v1": sealing("email"),
    "accounts.TwoStepRemovalCancelled.v1": sealing("email"),
    "accounts.TwoStepRemoved.v1": sealing("email"),
  },
})
