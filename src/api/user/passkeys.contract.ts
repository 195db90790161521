import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { answerOf, BadRequest, describedAs } from "../envelope.ts"
import { SessionStarted } from "./fields.ts"

/** Base64url as browsers encode authenticator data; attestations are the longest. */
const Bytes = Schema.String.check(Schema.isMaxLength(20_000), Schema.isPattern(/^[\w-]*$/))
const WORD_LENGTH_MAX = 40
const Word = Schema.String.check(Schema.isMaxLength(WORD_LENGTH_MAX))
const credential = {
  id: Bytes,
  rawId: Bytes,
  type: Schema.Literal("public-key"),
  authenticatorAttachment: Schema.optionalKey(Schema.NullOr(Word)),
}
const TRANSPORTS_MAX = 10

/** `PublicKeyCredential.toJSON()` of a new passkey. */
export const MadePasskey = Schema.Struct({
  ...credential,
  response: Schema.Struct({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: Schema.optionalKey(Schema.Array(Word).check(Schema.isMaxLength(TRANSPORTS_MAX))),
  }),
})

/** `PublicKeyCredential.toJSON()` of a passkey that signed a challenge. */
export const SignedPasskey = Schema.Struct({
  ...credential,
  response: Schema.Struct({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Schema.optionalKey(Schema.NullOr(Bytes)),
  }),
})

/** What a browser's `navigator.credentials` takes, as JSON (W3C Web Authentication, section 5.1.8 and 5.1.9). */
export const PasskeyOptions = Schema.Struct({ options: Schema.Json })

/** Signing in with a passkey. */
export const passkeyEndpoints = [
  HttpApiEndpoint.post("BeginPasskeySignIn", "/BeginPasskeySignIn", {
    payload: Schema.Struct({}),
    success: answerOf(PasskeyOptions),
  }).annotateMerge(describedAs("A challenge for a passkey, good for five minutes and one answer.")),
  HttpApiEndpoint.post("PasskeySignIn", "/PasskeySignIn", {
    payload: Schema.Struct({ passkey: SignedPasskey }),
    success: answerOf(SessionStarted),
    error: [BadRequest],
  }).annotateMerge(describedAs("Signs in with a passkey that signed the challenge; no second step is owed.")),
] as const
