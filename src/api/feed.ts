import { Effect, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ADDRESS_LENGTH_MAX, FeedItem, PageFilter, PREVIEW_PAGE_SIZE, PreviewItem, SourceName } from "#contract/feeds"
import { FollowableFeed } from "#contract/follows"
import { answerOf, NotFound, Unavailable } from "./envelope.ts"
import { Guard } from "./Guard.ts"

const Address = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(ADDRESS_LENGTH_MAX))
const Id = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(64))
const Filter = PageFilter.pipe(Schema.withDecodingDefaultKey(Effect.succeed({ pageSize: PREVIEW_PAGE_SIZE, page: 1 })))
const LanguageCode = Schema.String.check(Schema.isMaxLength(10))

const Found = Schema.Struct({ url: Schema.String, title: Schema.String, source: SourceName })
const OneFeed = answerOf(Schema.Struct({ feed: FollowableFeed }))

/** Which feed is meant: by its id, its code or its address. */
const WhichFeed = { feedId: Schema.optionalKey(Id), code: Schema.optionalKey(Id), url: Schema.optionalKey(Address) }

/** Feeds and what they bring. */
export class FeedApi extends HttpApiGroup.make("Feed")
  .add(
    HttpApiEndpoint.post("ValidateFeed", "/ValidateFeed", {
      payload: Schema.Struct({ url: Address }),
      success: answerOf(Schema.Struct({ valid: Schema.Boolean, feeds: Schema.Array(Found) })),
    }),
    HttpApiEndpoint.post("CreateLocalFeed", "/CreateLocalFeed", {
      payload: Schema.Struct({ url: Address }),
      success: OneFeed,
      error: [NotFound, Unavailable],
    }),
    HttpApiEndpoint.post("PreviewFeed", "/PreviewFeed", {
      payload: Schema.Struct({ ...WhichFeed, filter: Filter }),
      success: answerOf(
        Schema.Struct({
          feed: Schema.Struct({ ...FollowableFeed.fields, failure: Schema.NullOr(Schema.String) }),
          items: Schema.Array(PreviewItem),
          hasMore: Schema.Boolean,
        }),
      ),
      error: [NotFound, Unavailable],
    }),
    HttpApiEndpoint.post("SearchFeedById", "/SearchFeedById", {
      payload: Schema.Struct({ feedId: Id }),
      success: OneFeed,
      error: NotFound,
    }),
    HttpApiEndpoint.post("LoadTargetFeed", "/LoadTargetFeed", {
      payload: Schema.Struct(WhichFeed),
      success: OneFeed,
      error: NotFound,
    }),
    HttpApiEndpoint.post("ListRemoteContent", "/ListRemoteContent", {
      payload: Schema.Struct({ ...WhichFeed, filter: Filter }),
      success: answerOf(Schema.Struct({ items: Schema.Array(FeedItem), hasMore: Schema.Boolean })),
      error: [NotFound, Unavailable],
    }),
    HttpApiEndpoint.post("LoadLastestContent", "/LoadLastestContent", {
      payload: Schema.Struct({ filter: Filter, languageCode: Schema.optionalKey(LanguageCode) }),
      success: answerOf(Schema.Struct({ items: Schema.Array(FeedItem), hasMore: Schema.Boolean })),
    }),
    HttpApiEndpoint.post("LibraryFeeds", "/LibraryFeeds", {
      payload: Schema.Struct({
        filter: Filter,
        languageCode: Schema.optionalKey(LanguageCode),
        /** What the answer before gave as `index`: only items newer than that. */
        index: Schema.optionalKey(Schema.Number),
      }),
      success: answerOf(
        Schema.Struct({ history: Schema.Array(FeedItem), feeds: Schema.Array(FollowableFeed), index: Schema.Number }),
      ),
    }),
    HttpApiEndpoint.get("MostPopularFeeds", "/MostPopularFeeds", {
      query: {
        pageSize: Schema.optionalKey(Schema.FiniteFromString.check(Schema.isBetween({ minimum: 1, maximum: 50 }))),
      },
      success: answerOf(Schema.Struct({ feeds: Schema.Array(FollowableFeed) })),
    }),
  )
  .prefix("/Feed")
  .middleware(Guard) {}
