import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { answerOf, describedAs, TooMany, Unauthorized } from "../envelope.ts"
import { EpochMs } from "../fields.ts"
import { RuleId } from "./rules.contract.ts"

/** Decimal text in an asset. */
const amount = { assetTypeId: Schema.Int, amount: Schema.String }

const rehearsalAnswer = answerOf(
  Schema.Struct({
    charges: Schema.Array(
      Schema.Struct({
        ruleId: RuleId,
        at: EpochMs,
        ...amount,
        /** Premium seats that the charge pays for. */
        seats: Schema.Int,
        /** Why it cannot be charged as things are: `balance`, `frozen`, `rate`, `price`, `share` or `asset`. */
        problem: Schema.NullOr(Schema.Literals(["balance", "frozen", "rate", "price", "share", "asset"])),
      }),
    ),
    /** What each creator, and without one the platform, gets of the paid periods that end. */
    shares: Schema.Array(
      Schema.Struct({
        channelCode: Schema.NullOr(Schema.String),
        subject: Schema.NullOr(Schema.String),
        isPlatform: Schema.Boolean,
        isPremium: Schema.Boolean,
        ...amount,
      }),
    ),
    /** What the caller's supporters bring if every renewal is paid, by month. */
    income: Schema.Array(
      Schema.Struct({
        from: EpochMs,
        /** With what others pass on to the caller (`received`), and without what the caller passes on. */
        ...amount,
        passedOn: Schema.String,
        received: Schema.String,
        cycles: Schema.Int,
        seats: Schema.Int,
      }),
    ),
    /** Whether there are more supporting rules than `income` counts. */
    isPartial: Schema.Boolean,
  }),
)

export const rehearsalEndpoints = [
  HttpApiEndpoint.post("LoadRehearsal", "/LoadRehearsal", {
    payload: Schema.Struct({}),
    success: rehearsalAnswer,
    error: [Unauthorized, TooMany],
  }).annotateMerge(
    describedAs(
      "The next 12 months of the caller's subscriptions and supporters if nobody changes anything and rates stay: charges, " +
        "shares and income. Reads only.",
    ),
  ),
] as const
