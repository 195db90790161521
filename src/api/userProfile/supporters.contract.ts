import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { DEPARTURE_REASONS, REPORT_DAYS } from "#contract/subscriptions"
import { answerOf, describedAs, NotFound, TooMany, Unauthorized } from "../envelope.ts"
import { EpochMs } from "../fields.ts"

const Reason = Schema.Literals(DEPARTURE_REASONS)

const Tier = Schema.Struct({
  /** People who are here now. */
  present: Schema.Int,
  flows: Schema.Array(
    Schema.Struct({
      days: Schema.Literals(REPORT_DAYS),
      joined: Schema.Int,
      left: Schema.Int,
      /** Failed payments are part of `notRenewed` where fewer than five people are in one of the two groups. */
      reasons: Schema.Array(Schema.Struct({ reason: Reason, count: Schema.Int })),
    }),
  ),
  /** Calendar months in UTC, `2026-11`, the running one first. */
  months: Schema.Array(
    Schema.Struct({
      month: Schema.String,
      /** People at the start of the month, and those of them who were gone at its end. */
      present: Schema.Int,
      churned: Schema.Int,
      joined: Schema.Int,
      left: Schema.Int,
    }),
  ),
}).annotate({ identifier: "SupporterTier" })

export const supporterEndpoints = [
  HttpApiEndpoint.post("LoadSupporterReport", "/LoadSupporterReport", {
    payload: Schema.Struct({
      /** The window of `moves` and `previews`, 30 by default. */
      days: Schema.optionalKey(Schema.Literals(REPORT_DAYS)),
    }),
    success: answerOf(
      Schema.Struct({
        /** Everybody who supports the caller, and those of them with premium. */
        all: Tier,
        premium: Tier,
        /** By the month in which people joined for the first time; `count` is null until the months are over for all. */
        cohorts: Schema.Array(
          Schema.Struct({
            month: Schema.String,
            joined: Schema.Int,
            stayed: Schema.Array(Schema.Struct({ months: Schema.Int, count: Schema.NullOr(Schema.Int) })),
          }),
        ),
        /**
         * How often the closed part of a post was shown to people who were signed in, the subscribe page was opened from it, and
         * a subscription began there; null if fewer than five were shown.
         */
        previews: Schema.NullOr(
          Schema.Struct({ shown: Schema.Int, opened: Schema.Int, subscribed: Schema.Int }).annotate({
            identifier: "PreviewSums",
          }),
        ),
        /** The newest 50 who joined or left. People who closed their account have no name. */
        moves: Schema.Array(
          Schema.Struct({
            at: EpochMs,
            isPremium: Schema.Boolean,
            hasLeft: Schema.Boolean,
            reason: Schema.NullOr(Reason),
            userCode: Schema.NullOr(Schema.String),
            displayName: Schema.NullOr(Schema.String),
          }),
        ),
      }),
    ),
    error: [Unauthorized, NotFound, TooMany],
  }).annotateMerge(
    describedAs(
      "Who joined and left the calling creator, with reasons, churn by month, and how long people stay. It never tells who else they support.",
    ),
  ),
] as const
