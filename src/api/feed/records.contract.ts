import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { FeedItem } from "#contract/feeds"
import { SEARCH_LENGTH_MAX } from "#contract/library"
import { answerOf, Conflict, describedAs, Unauthorized } from "../envelope.ts"
import { EpochMs, lineText } from "../fields.ts"

const Nothing = answerOf(Schema.Null)
const OneSearch = { keyword: lineText(SEARCH_LENGTH_MAX) }

/** Calls about the caller's reading history and saved searches. */
export const recordEndpoints = [
  HttpApiEndpoint.post("LoadHistory", "/LoadHistory", {
    payload: Schema.Struct({ before: Schema.optionalKey(EpochMs) }),
    success: answerOf(
      Schema.Struct({
        on: Schema.Boolean,
        items: Schema.Array(FeedItem),
        opened: Schema.Array(Schema.Struct({ itemId: Schema.String, time: Schema.Finite })),
        next: Schema.NullOr(Schema.Finite),
      }),
    ),
    error: Unauthorized,
  }).annotateMerge(
    describedAs(
      "The items that the caller opened, the latest first, with the times of opening. Pass `next` as `before` for the next page.",
    ),
  ),
  HttpApiEndpoint.post("ClearHistory", "/ClearHistory", {
    payload: Schema.Struct({}),
    success: Nothing,
    error: Unauthorized,
  }).annotateMerge(describedAs("Removes everything from the caller's reading history, and how far they listened.")),
  HttpApiEndpoint.post("SetHistory", "/SetHistory", {
    payload: Schema.Struct({ on: Schema.Boolean }),
    success: Nothing,
    error: Unauthorized,
  }).annotateMerge(describedAs("Turns the caller's reading history on, or off, which also clears it.")),
  HttpApiEndpoint.post("LoadSavedSearches", "/LoadSavedSearches", {
    payload: Schema.Struct({}),
    success: answerOf(Schema.Struct({ searches: Schema.Array(Schema.String) })),
    error: Unauthorized,
  }).annotateMerge(describedAs("The caller's saved searches, in the order in which they were saved.")),
  HttpApiEndpoint.post("SaveSearch", "/SaveSearch", {
    payload: Schema.Struct(OneSearch),
    success: Nothing,
    error: [Unauthorized, Conflict],
  }).annotateMerge(describedAs("Saves a search for the caller's newsfeed.")),
  HttpApiEndpoint.post("RemoveSavedSearch", "/RemoveSavedSearch", {
    payload: Schema.Struct(OneSearch),
    success: Nothing,
    error: Unauthorized,
  }).annotateMerge(describedAs("Removes a saved search of the caller.")),
] as const
