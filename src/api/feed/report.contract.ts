import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { CONTENT_KINDS, REPORT_REASON_LENGTH_MAX } from "#contract/moderation"
import { answerOf, BadRequest, describedAs, NotFound, TooMany } from "../envelope.ts"
import { Id } from "../fields.ts"

/** Reports to the operators of the site. */
export const reportEndpoints = [
  HttpApiEndpoint.post("ReportContent", "/ReportContent", {
    payload: Schema.Struct({
      kind: Schema.Literals(CONTENT_KINDS),
      id: Id,
      reason: Schema.String.check(Schema.isMaxLength(REPORT_REASON_LENGTH_MAX * 4)),
    }),
    success: answerOf(Schema.Null),
    error: [BadRequest, NotFound, TooMany],
  }).annotateMerge(
    describedAs(
      "Reports content to the operators, once per person. They decide, and the caller is notified. Guests can report, too; their answer is always the same.",
    ),
  ),
] as const
