import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { FeedItem } from "#contract/feeds"
import { FollowableFeed } from "#contract/follows"
import { answerOf, describedAs } from "../envelope.ts"
import { ContentLanguageCode, Cursor, Filter, Sources } from "../fields.ts"

export const PageOfItems = answerOf(Schema.Struct({ items: Schema.Array(FeedItem), hasMore: Schema.Boolean }))

const chosen = { filter: Filter, languageCode: Schema.optionalKey(ContentLanguageCode) }

/** Items of the whole library, newest first, one entry per web page. */
export const newsEndpoints = [
  HttpApiEndpoint.post("LoadNews", "/LoadNews", {
    payload: Schema.Struct({ ...chosen, sources: Schema.optionalKey(Sources) }),
    success: PageOfItems,
  }).annotateMerge(describedAs("A page of news, of one language and of some sources if asked for.")),
  HttpApiEndpoint.post("LoadAllNews", "/LoadAllNews", {
    payload: Schema.Struct({ ...chosen, cursor: Schema.optionalKey(Cursor) }),
    success: answerOf(
      Schema.Struct({ items: Schema.Array(FeedItem), hasMore: Schema.Boolean, next: Schema.NullOr(Schema.String) }),
    ),
  }).annotateMerge(
    describedAs(
      "All news, page by page: `next` sent as `cursor` asks for the page after, and none is missed or comes twice while others arrive.",
    ),
  ),
  HttpApiEndpoint.post("LoadLastestContent", "/LoadLastestContent", {
    payload: Schema.Struct(chosen),
    success: PageOfItems,
  }).annotateMerge(describedAs("A page of the newest items of the whole library, of one language if asked for.")),
  HttpApiEndpoint.post("LibraryFeeds", "/LibraryFeeds", {
    payload: Schema.Struct({
      ...chosen,
      /** The `index` of the last response: only newer items are returned. */
      index: Schema.optionalKey(Schema.Finite),
    }),
    success: answerOf(
      Schema.Struct({ history: Schema.Array(FeedItem), feeds: Schema.Array(FollowableFeed), index: Schema.Finite }),
    ),
  }).annotateMerge(
    describedAs(
      "A page of the library's feeds, and its newest items as `history`: those after `index`, where it is given.",
    ),
  ),
] as const
