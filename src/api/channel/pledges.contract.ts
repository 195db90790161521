import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { WEIGHT_MAX } from "#contract/subscriptions"
import { answerOf, BadRequest, Conflict, describedAs, NotFound, TooMany, Unauthorized } from "../envelope.ts"
import { Id } from "../fields.ts"

/** A feed that the caller promised to support. */
const Pledge = Schema.Struct({
  feedId: Schema.String,
  title: Schema.String,
  ruleId: Schema.Int,
  weight: Schema.Int,
  /** How many people wait for its author, with the caller. */
  waiting: Schema.Int,
  /** The author's channel, once they are here; null before. */
  channelCode: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Pledge" })

const pledgesAnswer = answerOf(Schema.Struct({ pledges: Schema.Array(Pledge) }))

/** Calls about promises to support authors who are not here yet. */
export const pledgeEndpoints = [
  HttpApiEndpoint.post("LoadPledges", "/LoadPledges", {
    payload: Schema.Struct({}),
    success: pledgesAnswer,
    error: [Unauthorized, TooMany],
  }).annotateMerge(describedAs("The feeds that the caller promised to support as soon as their authors are here.")),
  HttpApiEndpoint.post("UpdatePledge", "/UpdatePledge", {
    payload: Schema.Struct({
      feedId: Id,
      ruleId: Schema.optionalKey(Schema.Int),
      /** 0 takes it back. A weight that no rule may have gets the message of the rule. */
      weight: Schema.Int.check(Schema.isBetween({ minimum: -1, maximum: 1_000 * WEIGHT_MAX })),
    }),
    success: pledgesAnswer,
    error: [Unauthorized, BadRequest, NotFound, Conflict, TooMany],
  }).annotateMerge(
    describedAs(
      "Promises to support a feed whose author is not here yet. Nothing is charged, now or later: its author sees how many " +
        "people wait, and the caller subscribes when the author is here.",
    ),
  ),
] as const
