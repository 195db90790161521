import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { FORWARD_PER_MILLE_MAX } from "#contract/subscriptions"
import { answerOf, BadRequest, Conflict, describedAs, NotFound, TooMany, Unauthorized } from "../envelope.ts"
import { Id } from "../fields.ts"

/** A person, and the part of each payment in thousandths. */
const Forward = Schema.Struct({
  userCode: Schema.String,
  displayName: Schema.NullOr(Schema.String),
  perMille: Schema.Int,
}).annotate({ identifier: "Forward" })

const forwardsAnswer = answerOf(
  Schema.Struct({
    /** People who receive a part from the caller, and creators who pass one on to the caller. */
    forwards: Schema.Array(Forward),
    incoming: Schema.Array(Forward),
  }),
)

/** Calls about parts of their income that creators pass on. */
export const forwardEndpoints = [
  HttpApiEndpoint.post("LoadForwards", "/LoadForwards", {
    payload: Schema.Struct({}),
    success: forwardsAnswer,
    error: [Unauthorized, TooMany],
  }).annotateMerge(
    describedAs("To whom the caller passes on a part of what subscriptions pay them, and who passes on to the caller."),
  ),
  HttpApiEndpoint.post("UpdateForward", "/UpdateForward", {
    payload: Schema.Struct({
      userCode: Id,
      /** Thousandths; 0 ends it. A number above FORWARD_PER_MILLE_MAX gets the message of the rule. */
      perMille: Schema.Int.check(Schema.isBetween({ minimum: -1, maximum: 1_000 * FORWARD_PER_MILLE_MAX })),
    }),
    success: forwardsAnswer,
    error: [Unauthorized, BadRequest, NotFound, Conflict, TooMany],
  }).annotateMerge(
    describedAs(
      "Sets the part of what subscriptions pay the calling creator that goes on to somebody, from the next payday on. " +
        "What was passed on is not passed on again.",
    ),
  ),
] as const
