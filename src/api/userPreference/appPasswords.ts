import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { APP_NAME_LENGTH_MAX } from "#contract/accounts"
import { answerOf, BadRequest, Conflict, describedAs, NotFound, Unauthorized } from "../envelope.ts"
import { EpochMs, Id, lineText } from "../fields.ts"
import { confirmationFields } from "./twoStep.contract.ts"

/** Passwords for reader apps. */
export const appPasswordEndpoints = [
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
