import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { APP_NAME_LENGTH_MAX, PASSKEY_NAME_LENGTH_MAX, PREFERENCE_VALUE_LENGTH_MAX } from "#contract/accounts"
import { answerOf, BadRequest, Conflict, describedAs, NotFound, Unauthorized } from "../envelope.ts"
import { EpochMs, Id, lineText } from "../fields.ts"
import { Guard } from "../Guard.ts"
import { ownThirdPartyEndpoints } from "../user/external.contract.ts"
import { MadePasskey, PasskeyOptions } from "../user/passkeys.contract.ts"
import { confirmationFields, twoStepEndpoints } from "./twoStep.contract.ts"

const Name = lineText(PASSKEY_NAME_LENGTH_MAX)

/** The passkeys of a person. */
const ownPasskeyEndpoints = [
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

/** Passwords for reader apps. */
const appPasswordEndpoints = [
  HttpApiEndpoint.post("LoadAppPasswords", "/LoadAppPasswords", {
    payload: Schema.Struct({}),
    success: answerOf(
      Schema.Struct({
        appPasswords: Schema.Array(Schema.Struct({ appPasswordId: Id, name: Schema.String, made: EpochMs })),
      }),
    ),
    error: [Unauthorized],
  }).annotateMerge(describedAs("The person's app passwords, oldest first, without the passwords.")),
  HttpApiEndpoint.post("MakeAppPassword", "/MakeAppPassword", {
    payload: Schema.Struct({ name: lineText(APP_NAME_LENGTH_MAX), ...confirmationFields }),
    success: answerOf(
      Schema.Struct({
        appPasswordId: Id,
        /** Shown once. Empty in the response to a repeated call. */
        password: Schema.String,
      }),
    ),
    error: [BadRequest, Unauthorized, Conflict],
  }).annotateMerge(describedAs("A password for one reader app.")),
  HttpApiEndpoint.post("RevokeAppPassword", "/RevokeAppPassword", {
    payload: Schema.Struct({ appPasswordId: Id }),
    success: answerOf(Schema.Null),
    error: [Unauthorized, NotFound],
  }).annotateMerge(describedAs("An app's password is good for nothing any more.")),
] as const

/** Settings of people. */
export class UserPreferenceApi extends HttpApiGroup.make("UserPreference")
  .add(
    HttpApiEndpoint.post("UpdateUserPreference", "/UpdateUserPreference", {
      payload: Schema.Struct({
        preferenceId: Schema.Int,
        value: Schema.String.check(Schema.isMaxLength(PREFERENCE_VALUE_LENGTH_MAX)),
      }),
      success: answerOf(Schema.Null),
      error: Unauthorized,
    }).annotateMerge(
      describedAs(
        "Stores a preference. Home/LoadPreference names them; 9 is the base currency: the asset type id of USD or EUR as text.",
      ),
    ),
    ...twoStepEndpoints,
    ...ownPasskeyEndpoints,
    ...appPasswordEndpoints,
    ...ownThirdPartyEndpoints,
  )
  .prefix("/UserPreference")
  .middleware(Guard)
  .annotateMerge(OpenApi.annotations({ description: "How people want things to be." })) {}
