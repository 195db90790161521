import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { PASSKEY_NAME_LENGTH_MAX } from "#contract/accounts"
import { answerOf, BadRequest, Conflict, describedAs, NotFound, Unauthorized } from "../envelope.ts"
import { EpochMs, Id, lineText } from "../fields.ts"
import { MadePasskey, PasskeyOptions } from "../user/passkeys.contract.ts"
import { confirmationFields } from "./twoStep.contract.ts"

const Name = lineText(PASSKEY_NAME_LENGTH_MAX)

/** The passkeys of a person. */
export const ownPasskeyEndpoints = [
  HttpApiEndpoint.post("BeginPasskey", "/BeginPasskey", {
    payload: Schema.Struct({}),
    success: answerOf(PasskeyOptions),
    error: [Unauthorized],
  }).annotateMerge(describedAs("What a browser makes a passkey of: good for five minutes and one answer.")),
  HttpApiEndpoint.post("AddPasskey", "/AddPasskey", {
    payload: Schema.Struct({ passkey: MadePasskey, name: Name, ...confirmationFields }),
    success: answerOf(Schema.Null),
    error: [BadRequest, Unauthorized, Conflict],
  }).annotateMerge(
    describedAs("Takes a passkey that the browser made; it signs in from now on, and does as the second step."),
  ),
  HttpApiEndpoint.post("LoadPasskeys", "/LoadPasskeys", {
    payload: Schema.Struct({}),
    success: answerOf(
      Schema.Struct({
        passkeys: Schema.Array(
          Schema.Struct({ passkeyId: Id, name: Schema.String, added: EpochMs, used: Schema.NullOr(EpochMs) }),
        ),
      }),
    ),
    error: [Unauthorized],
  }).annotateMerge(describedAs("The person's passkeys, oldest first.")),
  HttpApiEndpoint.post("RenamePasskey", "/RenamePasskey", {
    payload: Schema.Struct({ passkeyId: Id, name: Name }),
    success: answerOf(Schema.Null),
    error: [Unauthorized, NotFound],
  }).annotateMerge(describedAs("Calls a passkey otherwise.")),
  HttpApiEndpoint.post("RemovePasskey", "/RemovePasskey", {
    payload: Schema.Struct({ passkeyId: Id, ...confirmationFields }),
    success: answerOf(Schema.Null),
    error: [BadRequest, Unauthorized, NotFound],
  }).annotateMerge(describedAs("A passkey is good for nothing any more.")),
] as const
