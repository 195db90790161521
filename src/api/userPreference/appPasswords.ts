import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { APP_NAME_LENGTH_MAX } from "#contract/accounts"
import { answerOf, BadRequest, Conflict, NotFound, said, Unauthorized } from "../envelope.ts"
import { Id, line, Moment } from "../fields.ts"
import { confirming } from "./twoStep.contract.ts"

/** Passwords for reader apps. */
export const appPasswordEndpoints = [
  HttpApiEndpoint.post("LoadAppPasswords", "/LoadAppPasswords", {
    payload: Schema.Struct({}),
    success: answerOf(
      Schema.Struct({
        appPasswords: Schema.Array(Schema.Struct({ appPasswordId: Id, name: Schema.String, made: Moment })),
      }),
    ),
    error: [Unauthorized],
  }).annotateMerge(said("The person's app passwords, oldest first, without the passwords.")),
  HttpApiEndpoint.post("MakeAppPassword", "/MakeAppPassword", {
    payload: Schema.Struct({ name: line(APP_NAME_LENGTH_MAX), ...confirming }),
    success: answerOf(
      Schema.Struct({
        appPasswordId: Id,
        /** Shown once. Empty in the response to a repeated call. */
        password: Schema.String,
      }),
    ),
    error: [BadRequest, Unauthorized, Conflict],
  }).annotateMerge(said("A password for one reader app.")),
  HttpApiEndpoint.post("RevokeAppPassword", "/RevokeAppPassword", {
    payload: Schema.Struct({ appPasswordId: Id }),
    success: answerOf(Schema.Null),
    error: [Unauthorized, NotFound],
  }).annotateMerge(said("An app's password is good for nothing any more.")),
] as const
