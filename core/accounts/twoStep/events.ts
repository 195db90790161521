import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"

/**
 * The facts of the second step. `personId` is the subject that is sealed for; sealed fields are null once the person was
 * erased. Mail is written from TwoStepEnrolled, TwoStepStopped, RecoveryCodesMade, TwoStepRemovalRequested, TwoStepRemovalCancelled
 * and TwoStepRemoved, which therefore name the address and the language. Times are ISO 8601 in UTC with milliseconds.
 */
const Time = Schema.String
const person = { personId: Schema.String }
const mailed = { ...person, email: Schema.NullOr(Schema.String), locale: Schema.String }
/** SHA-256 of each recovery code, base64url. */
const Hashes = Schema.NullOr(Schema.Array(Schema.String))

/** An authenticator was entered and has proven itself with a code. One that was there before counts no more. */
export const TwoStepEnrolled = Schema.TaggedStruct("accounts.TwoStepEnrolled.v1", {
  ...mailed,
  /** What the authenticator shares with us, base64url. */
  secret: Schema.NullOr(Schema.String),
  recoveryHashes: Hashes,
  /** The time step of the code that proved it: no code of this step is accepted again. */
  step: Schema.Int,
  /** Another authenticator took the place of the one before. */
  replaced: Schema.Boolean,
  enrolledAt: Time,
})
/** The person signs in with one step again. */
export const TwoStepStopped = Schema.TaggedStruct("accounts.TwoStepStopped.v1", { ...mailed, stoppedAt: Time })

/** A code of the authenticator was accepted; none of its time step or an earlier one is from now on. */
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
/** There are new recovery codes; the old ones are no longer valid. */
export const RecoveryCodesMade = Schema.TaggedStruct("accounts.RecoveryCodesMade.v1", {
  ...mailed,
  recoveryHashes: Hashes,
  madeAt: Time,
})

/** Somebody who reads the person's mail says that the second step is lost. It is removed later, unless that is cancelled. */
export const TwoStepRemovalRequested = Schema.TaggedStruct("accounts.TwoStepRemovalRequested.v1", {
  ...mailed,
  /** The code whose link asked for it; the same link cancels it. */
  codeId: Schema.String,
  requestedAt: Time,
  dueAt: Time,
})
/** It is not removed: by the link, or because the second step was there after all. */
export const TwoStepRemovalCancelled = Schema.TaggedStruct("accounts.TwoStepRemovalCancelled.v1", {
  ...mailed,
  cancelledAt: Time,
})
/** The time to object has passed: the second step is gone. */
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
