import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { answerOf, BadRequest, describedAs, Unauthorized } from "../envelope.ts"
import { PushTarget } from "../feed/push.contract.ts"
import { Address, lineText } from "../fields.ts"

const MINUTES_A_DAY = 1_440
const Minute = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MINUTES_A_DAY - 1 }))
const Hours = Schema.NullOr(Schema.Struct({ fromMinute: Minute, toMinute: Minute, timeZone: lineText(64) }))

/** Push settings for messages, and quiet hours. */
export const messagePushEndpoints = [
  HttpApiEndpoint.post("SubscribeMessages", "/SubscribeMessages", {
    payload: Schema.Struct({
      subscription: PushTarget,
      /** The earlier endpoint of this browser; if unknown, nothing is subscribed. */
      replaces: Schema.optionalKey(Address),
    }),
    success: answerOf(Schema.Null),
    error: [Unauthorized, BadRequest],
  }).annotateMerge(
    describedAs("Pushes messages to the browser of the call while no page is open, for as long as its session lasts."),
  ),
  HttpApiEndpoint.post("UnsubscribeMessages", "/UnsubscribeMessages", {
    payload: Schema.Struct({ endpoint: Address }),
    success: answerOf(Schema.Null),
    error: Unauthorized,
  }).annotateMerge(describedAs("Pushes no messages to a browser of the caller's any more.")),
  HttpApiEndpoint.post("LoadQuietHours", "/LoadQuietHours", {
    payload: Schema.Struct({}),
    success: answerOf(Schema.Struct({ hours: Hours })),
    error: Unauthorized,
  }).annotateMerge(describedAs("Between which minutes of the day nothing is pushed to the caller; null: at no time.")),
  HttpApiEndpoint.post("SetQuietHours", "/SetQuietHours", {
    payload: Schema.Struct({ hours: Hours }),
    success: answerOf(Schema.Null),
    error: [Unauthorized, BadRequest],
  }).annotateMerge(
    describedAs(
      "Has nothing pushed to the caller between two minutes of the day in a time zone, which may lie in two days.",
    ),
  ),
] as const
