import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { TYPED_CODE_LENGTH_MAX } from "#contract/accounts"
import { answerOf, BadRequest, Conflict, describedAs, Unauthorized } from "../envelope.ts"
import { EpochMs, Id, lineText } from "../fields.ts"
import { SessionStarted } from "../user/fields.ts"
import { SignedPasskey } from "../user/passkeys.contract.ts"

/** A code of the authenticator, or a recovery code, as typed. */
const Typed = lineText(TYPED_CODE_LENGTH_MAX)
/** The code mailed by SendConfirmationCode. Required if the session is older than 15 minutes. */
export const confirmationFields = { confirmationCode: Schema.optionalKey(Typed) }

const RecoveryCodes = Schema.Struct({
  /** Shown once; each is valid for one sign-in. Empty in the response to a repeated call. */
  recoveryCodes: Schema.Array(Schema.String),
})

/** The second step of sign-in. */
export const twoStepEndpoints = [
  HttpApiEndpoint.post("TwoStepVerification", "/TwoStepVerification", {
    payload: Schema.Struct({
      code: Schema.optionalKey(Typed),
      /** Instead of a code: the answer to BeginPasskeySignIn. */
      passkey: Schema.optionalKey(SignedPasskey),
    }),
    /** The session with its new token if this step was pending, otherwise null. */
    success: answerOf(Schema.NullOr(SessionStarted)),
    error: [BadRequest, Unauthorized, Conflict],
  }).annotateMerge(
    describedAs(
      "Passes the second step with a code of the authenticator, a recovery code or a passkey. A session that owes it answers nothing else until then.",
    ),
  ),
  HttpApiEndpoint.post("EnrollTwoStepVerification", "/EnrollTwoStepVerification", {
    payload: Schema.Struct({
      /** The enrolment started by a call without it. */
      enrollmentId: Schema.optionalKey(Id),
      /** What the new authenticator shows. */
      code: Schema.optionalKey(Typed),
      /** If a second step is already on: one of its codes. */
      currentCode: Schema.optionalKey(Typed),
      ...confirmationFields,
    }),
    success: answerOf(
      Schema.Struct({
        enrollmentId: Schema.String,
        /** The key for an authenticator, in base32; empty once the enrolment has ended. */
        secret: Schema.String,
        /** The same as an otpauth address, and as an SVG of its QR code. */
        uri: Schema.String,
        qr: Schema.String,
        ...RecoveryCodes.fields,
      }),
    ),
    error: [BadRequest, Unauthorized],
  }).annotateMerge(
    describedAs(
      "Without a code: a new key for an authenticator. With the code that it shows: turns the second step on and answers ten recovery codes.",
    ),
  ),
  HttpApiEndpoint.post("SendConfirmationCode", "/SendConfirmationCode", {
    payload: Schema.Struct({}),
    success: answerOf(Schema.Null),
    error: [Unauthorized],
  }).annotateMerge(describedAs("Mails the code that confirms a change of how the person signs in.")),
  HttpApiEndpoint.post("StopTwoStepVerification", "/StopTwoStepVerification", {
    payload: Schema.Struct({ code: Typed, ...confirmationFields }),
    success: answerOf(Schema.Null),
    error: [BadRequest, Unauthorized, Conflict],
  }).annotateMerge(describedAs("Turns the second step off, with a code of it.")),
  HttpApiEndpoint.post("RenewRecoveryCodes", "/RenewRecoveryCodes", {
    payload: Schema.Struct({ code: Typed, ...confirmationFields }),
    success: answerOf(RecoveryCodes),
    error: [BadRequest, Unauthorized, Conflict],
  }).annotateMerge(describedAs("New recovery codes, with a code of the second step; the old ones end.")),
  HttpApiEndpoint.post("LoadTwoStep", "/LoadTwoStep", {
    payload: Schema.Struct({}),
    success: answerOf(
      Schema.Struct({
        bind2FA: Schema.Boolean,
        enrolled: Schema.NullOr(EpochMs),
        recoveryCodesLeft: Schema.Int,
        /** When the second step will be removed, if that was requested by mail. */
        removalDue: Schema.NullOr(EpochMs),
      }),
    ),
    error: [Unauthorized],
  }).annotateMerge(describedAs("How the person's second step stands.")),
  HttpApiEndpoint.post("CancelTwoStepRemoval", "/CancelTwoStepRemoval", {
    payload: Schema.Struct({}),
    success: answerOf(Schema.Null),
    error: [Unauthorized, Conflict],
  }).annotateMerge(describedAs("Cancels a removal of the second step that was requested by mail.")),
] as const
