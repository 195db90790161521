import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { APPEAL_TEXT_LENGTH_MAX, GROUNDS, TARGET_KINDS } from "#contract/moderation"
import { answerOf, BadRequest, Conflict, describedAs, NotFound, TooMany, Unauthorized } from "../envelope.ts"
import { Id } from "../fields.ts"

const Ms = Schema.NullOr(Schema.Int)

const ListedDecision = Schema.Struct({
  caseId: Schema.String,
  kind: Schema.Literals(TARGET_KINDS),
  taken: Schema.Int,
  /** When the measure ended; null while it applies. */
  lifted: Ms,
  /** An appeal waits for a decision. */
  appealed: Schema.Boolean,
}).annotate({ identifier: "ListedDecision" })

const Decision = Schema.Struct({
  caseId: Schema.String,
  kind: Schema.Literals(TARGET_KINDS),
  /** What was taken down, as it was reported. */
  text: Schema.String,
  ground: Schema.Literals(GROUNDS),
  /** The law, or the clause of the terms. */
  reference: Schema.String,
  facts: Schema.String,
  /** Whether a program decided. People decide here. */
  automated: Schema.Boolean,
  taken: Schema.Int,
  /** When somebody looks at it again. */
  review: Schema.Int,
  appealUntil: Schema.Int,
  mayAppeal: Schema.Boolean,
  lifted: Ms,
  /** The person cannot write in the chat room of the message while the measure applies. */
  banned: Schema.Boolean,
  appeal: Schema.NullOr(
    Schema.Struct({
      text: Schema.String,
      made: Schema.Int,
      outcome: Schema.NullOr(Schema.Literals(["granted", "rejected"])),
      note: Schema.NullOr(Schema.String),
      decided: Ms,
    }),
  ),
}).annotate({ identifier: "Decision" })

/** Decisions of operators about what a person wrote. */
export const moderationEndpoints = [
  HttpApiEndpoint.post("LoadDecisions", "/LoadDecisions", {
    payload: Schema.Struct({}),
    success: answerOf(Schema.Struct({ decisions: Schema.Array(ListedDecision) })),
    error: [Unauthorized],
  }).annotateMerge(describedAs("What operators took down of the caller's, the newest first.")),
  HttpApiEndpoint.post("LoadDecision", "/LoadDecision", {
    payload: Schema.Struct({ caseId: Id }),
    success: answerOf(Schema.Struct({ decision: Decision })),
    error: [Unauthorized, NotFound],
  }).annotateMerge(describedAs("The statement of reasons for one decision about what the caller wrote.")),
  HttpApiEndpoint.post("AppealDecision", "/AppealDecision", {
    payload: Schema.Struct({
      caseId: Id,
      text: Schema.String.check(Schema.isMaxLength(APPEAL_TEXT_LENGTH_MAX * 4)),
    }),
    success: answerOf(Schema.Struct({ decision: Decision })),
    error: [Unauthorized, BadRequest, NotFound, Conflict, TooMany],
  }).annotateMerge(
    describedAs("Asks for another decision, once and within the time of the statement. Somebody else decides."),
  ),
] as const
