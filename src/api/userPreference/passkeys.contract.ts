import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { PASSKEY_NAME_LENGTH_MAX } from "#contract/accounts"
import { answerOf, BadRequest, Conflict, NotFound, said, Unauthorized } from "../envelope.ts"
import { Id, line, Moment } from "../fields.ts"
import { MadePasskey, PasskeyOptions } from "../user/passkeys.contract.ts"
import { confirming } from "./twoStep.contract.ts"

const Name = line(PASSKEY_NAME_LENGTH_MAX)

/** The passkeys of a person. */
export const ownPasskeyEndpoints = [
  HttpApiEndpoint.post("BeginPasskey", "/BeginPasskey", {
    payload: Schema.Struct({}),
    success: answerOf(PasskeyOptions),
    error: [Unauthorized],
  }).annotateMerge(said("What a browser makes a passkey of: good for five minutes and one answer.")),
  HttpApiEndpoint.post("AddPasskey", "/AddPasskey", {
    payload: Schema.Struct({ passkey: MadePasskey, name: Name, ...confirming }),
    success: answerOf(Schema.Null),
    error: [BadRequest, Unauthorized, Conflict],
  }).annotateMerge(
    said("Takes a passkey that the browser made; it signs in from now on, and does as the second step."),
  ),
  HttpApiEndpoint.post("LoadPasskeys", "/LoadPasskeys", {
    payload: Schema.Struct({}),
    success: answerOf(
      Schema.Struct({
        passkeys: Schema.Array(
          Schema.Struct({ passkeyId: Id, name: Schema.String, added: Moment, used: Schema.NullOr(Moment) }),
        ),
      }),
    ),
    error: [Unauthorized],
  }).annotateMerge(said("The person's passkeys, oldest first.")),
  HttpApiEndpoint.post("RenamePasskey", "/RenamePasskey", {
    payload: Schema.Struct({ passkeyId: Id, name: Name }),
    success: answerOf(Schema.Null),
    error: [Unauthorized, NotFound],
  }).annotateMerge(said("Calls a passkey otherwise.")),
  HttpApiEndpoint.post("RemovePasskey", "/RemovePasskey", {
    payload: Schema.Struct({ passkeyId: Id, ...confirming }),
    success: answerOf(Schema.Null),
    error: [BadRequest, Unauthorized, NotFound],
  }).annotateMerge(said("A passkey is good for nothing any more.")),
] as const
