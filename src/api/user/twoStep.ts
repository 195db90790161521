import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { TYPED_CODE_LENGTH_MAX } from "#contract/accounts"
import { answerOf, BadRequest, describedAs } from "../envelope.ts"
import { EpochMs, lineText } from "../fields.ts"
import { Email } from "./fields.ts"

/** The last part of the path that a mail links to. */
const link = { link: lineText(200) }

/** Removing a lost second step by mail. */
export const removalEndpoints = [
  HttpApiEndpoint.post("SendTwoStepRemoval", "/SendTwoStepRemoval", {
    payload: Schema.Struct({ email: Email }),
    success: answerOf(Schema.Null),
    error: [BadRequest],
  }).annotateMerge(
    describedAs("Mails the link that asks for the removal of the second step; the answer is the same for all."),
  ),
  HttpApiEndpoint.post("LoadTwoStepRemoval", "/LoadTwoStepRemoval", {
    payload: Schema.Struct(link),
    success: answerOf(Schema.Struct({ removalDue: Schema.NullOr(EpochMs) })),
    error: [BadRequest],
  }).annotateMerge(
    describedAs("What a mail's link is good for: to ask for the removal, or to cancel the one that is due."),
  ),
  HttpApiEndpoint.post("RemoveTwoStep", "/RemoveTwoStep", {
    payload: Schema.Struct({
      link: Schema.optionalKey(link.link),
      /** Instead of the link: the address, and the mailed digits. */
      email: Schema.optionalKey(Email),
      code: Schema.optionalKey(lineText(TYPED_CODE_LENGTH_MAX)),
    }),
    success: answerOf(Schema.Struct({ removalDue: EpochMs })),
    error: [BadRequest],
  }).annotateMerge(describedAs("Asks for the removal, which happens 72 hours later.")),
  HttpApiEndpoint.post("KeepTwoStep", "/KeepTwoStep", {
    payload: Schema.Struct(link),
    success: answerOf(Schema.Null),
    error: [BadRequest],
  }).annotateMerge(describedAs("Cancels the removal with the link that asked for it.")),
] as const
