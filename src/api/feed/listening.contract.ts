import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { FeedItem } from "#contract/feeds"
import { answerOf, describedAs, Unauthorized } from "../envelope.ts"
import { EpochMs, Id } from "../fields.ts"

const SECONDS_MAX = 1_000_000
const Seconds = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: SECONDS_MAX }))
/** The id of an item, followed by `.` and a number for its second medium and those after it. */
const Track = Id.check(Schema.isPattern(/^[0-9a-z]+(?:\.\d)?$/))
const Position = { track: Track, seconds: Seconds, duration: Seconds, time: EpochMs }
const Nothing = answerOf(Schema.Null)

/** Calls about how far the caller listened. */
export const listeningEndpoints = [
  HttpApiEndpoint.post("LoadPositions", "/LoadPositions", {
    payload: Schema.Struct({}),
    success: answerOf(
      Schema.Struct({ positions: Schema.Array(Schema.Struct(Position)), items: Schema.Array(FeedItem) }),
    ),
    error: Unauthorized,
  }).annotateMerge(
    describedAs("Episodes and videos that the caller began and did not finish, the latest first, with their items."),
  ),
  HttpApiEndpoint.post("SavePosition", "/SavePosition", {
    payload: Schema.Struct(Position),
    success: Nothing,
    error: Unauthorized,
  }).annotateMerge(
    describedAs(
      "Stores how far the caller listened. `time` says when; the latest wins on all devices. A duration of 0 is unknown.",
    ),
  ),
  HttpApiEndpoint.post("RemovePosition", "/RemovePosition", {
    payload: Schema.Struct({ track: Track }),
    success: Nothing,
    error: Unauthorized,
  }).annotateMerge(describedAs("Forgets how far the caller listened to an episode or video.")),
] as const
