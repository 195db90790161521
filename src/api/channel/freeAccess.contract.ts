import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { PREMIUM_LEVEL, SUBSCRIBER_LEVEL, TRIAL_DAYS_MAX } from "#contract/subscriptions"
import { answerOf, BadRequest, Conflict, describedAs, NotFound, TooMany, Unauthorized } from "../envelope.ts"
import { EpochMs, Id } from "../fields.ts"

const Level = Schema.Literals([SUBSCRIBER_LEVEL, PREMIUM_LEVEL])

/** A person with free access to the caller's channel. */
const GivenAccess = Schema.Struct({
  userCode: Schema.String,
  displayName: Schema.NullOr(Schema.String),
  /** Id of Home/Levels. */
  levelId: Schema.Int,
  /** Its end; null for no end. */
  until: Schema.NullOr(EpochMs),
  since: EpochMs,
}).annotate({ identifier: "GivenAccess" })

/** What the caller reads of a channel without payment. */
export const FreeChannel = Schema.Struct({
  channelCode: Schema.String,
  subject: Schema.String,
  /** Given by the creator, or a trial. */
  kind: Schema.Literals(["given", "trial"]),
  levelId: Schema.Int,
  until: Schema.NullOr(EpochMs),
}).annotate({ identifier: "FreeChannel" })

const givenAnswer = answerOf(Schema.Struct({ trialDays: Schema.Int, people: Schema.Array(GivenAccess) }))

/** Calls about access without payment. */
export const freeAccessEndpoints = [
  HttpApiEndpoint.post("LoadFreeAccess", "/LoadFreeAccess", {
    payload: Schema.Struct({}),
    success: givenAnswer,
    error: [Unauthorized, NotFound, TooMany],
  }).annotateMerge(
    describedAs("The days of the trial that the calling creator offers, and the people to whom they give access."),
  ),
  HttpApiEndpoint.post("UpdateFreeAccess", "/UpdateFreeAccess", {
    payload: Schema.Struct({
      userCode: Id,
      /** The level that opens; null takes back what was given. */
      levelId: Schema.NullOr(Level),
      /** The end; without one it stays until it is taken back. */
      until: Schema.optionalKey(Schema.NullOr(EpochMs)),
    }),
    success: givenAnswer,
    error: [Unauthorized, BadRequest, NotFound, Conflict, TooMany],
  }).annotateMerge(
    describedAs(
      "Gives a person access to the calling creator's posts, files and rooms without payment, or takes it back. It takes no " +
        "premium seat, and the person does not count as a supporter.",
    ),
  ),
  HttpApiEndpoint.post("UpdateTrial", "/UpdateTrial", {
    payload: Schema.Struct({
      /** 0 ends the offer. A number above TRIAL_DAYS_MAX gets the message of the rule. */
      days: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000 * TRIAL_DAYS_MAX })),
    }),
    success: givenAnswer,
    error: [Unauthorized, BadRequest, NotFound, TooMany],
  }).annotateMerge(
    describedAs(
      "Sets for how many days people can try a subscription to the calling creator. Trials that run keep their end.",
    ),
  ),
  HttpApiEndpoint.post("StartTrial", "/StartTrial", {
    payload: Schema.Struct({ channelCode: Id }),
    success: answerOf(Schema.Struct({ free: Schema.Array(FreeChannel) })),
    error: [Unauthorized, NotFound, Conflict, TooMany],
  }).annotateMerge(
    describedAs(
      "Begins the trial that the creator of a channel offers, once for each person. It opens the level of subscribers, costs " +
        "nothing, and ends by itself.",
    ),
  ),
] as const
