import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ADDRESS_LENGTH_MAX, FeedItem, PreviewItem, SourceName } from "#contract/feeds"
import { FollowableFeed } from "#contract/follows"
import { LONG_NEWS_CONTENT_LENGTH_MAX } from "#contract/library"
import { POST_TAG_LENGTH_MAX, POST_TAGS_MAX, POST_TITLE_LENGTH_MAX } from "#contract/publishing"
import { answerOf, BadRequest, Conflict, describedAs, NotFound, Unauthorized, Unavailable } from "../envelope.ts"
import { Address, ContentLanguageCode, Cursor, Filter, Id, lineText, Sources, WhichFeed } from "../fields.ts"
import { Guard } from "../Guard.ts"
import { assistEndpoints } from "./assist.contract.ts"
import { commentEndpoints } from "./comments.contract.ts"
import { composeEndpoints } from "./compose.contract.ts"
import { contentEndpoints } from "./content.contract.ts"
import { followEndpoints } from "./follow.contract.ts"
import { inviteEndpoints } from "./invite.contract.ts"
import { listeningEndpoints } from "./listening.contract.ts"
import { newsletterEndpoints } from "./newsletter.contract.ts"
import { pushEndpoints } from "./push.contract.ts"
import { readingEndpoints } from "./reading.contract.ts"
import { recordEndpoints } from "./records.contract.ts"
import { reportEndpoints } from "./report.contract.ts"
import { ruleEndpoints } from "./rules.contract.ts"
import { searchEndpoints } from "./search.contract.ts"

const PageOfItems = answerOf(Schema.Struct({ items: Schema.Array(FeedItem), hasMore: Schema.Boolean }))

const chosen = { filter: Filter, languageCode: Schema.optionalKey(ContentLanguageCode) }

/** Items of the whole library, newest first, one entry per web page. */
const newsEndpoints = [
  HttpApiEndpoint.post("LoadNews", "/LoadNews", {
    payload: Schema.Struct({ ...chosen, sources: Schema.optionalKey(Sources) }),
    success: PageOfItems,
  }).annotateMerge(describedAs("A page of news, optionally of one language and of some sources.")),
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
  }).annotateMerge(describedAs("A page of the newest items of the whole library, optionally of one language.")),
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

/** A post as an item of the library. `content` is HTML with what everyone may read. */
const LongNews = Schema.Struct({
  id: Schema.String,
  /** The user code of the author. */
  userCode: Schema.String,
  title: Schema.String,
  description: Schema.String,
  content: Schema.String,
  imageUrl: Schema.String,
  languageCode: Schema.String,
  tags: Schema.Array(Schema.String),
  updated: Schema.Finite,
}).annotate({ identifier: "LongNews" })

const Content = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(LONG_NEWS_CONTENT_LENGTH_MAX))

/** Public posts of channels by their items in the library, which have the source QI. */
const longNewsEndpoints = [
  HttpApiEndpoint.post("UploadLongNews", "/UploadLongNews", {
    payload: Schema.Struct({
      title: lineText(POST_TITLE_LENGTH_MAX),
      content: Content,
      languageCode: Schema.optionalKey(ContentLanguageCode),
      tags: Schema.optionalKey(Schema.Array(lineText(POST_TAG_LENGTH_MAX)).check(Schema.isMaxLength(POST_TAGS_MAX))),
      imageUrl: Schema.optionalKey(lineText(ADDRESS_LENGTH_MAX)),
    }),
    success: answerOf(Schema.Struct({ news: LongNews })),
    error: [Unauthorized, BadRequest, NotFound, Conflict],
  }).annotateMerge(
    describedAs(
      "Publishes HTML as a post for everyone in the caller’s first open channel. Pictures keep their addresses; what is unsafe is removed.",
    ),
  ),
  HttpApiEndpoint.post("LoadLongNews", "/LoadLongNews", {
    payload: Schema.Struct({ filter: Filter, id: Schema.optionalKey(Id), userCode: Schema.optionalKey(Id) }),
    success: answerOf(Schema.Struct({ news: Schema.Array(LongNews), hasMore: Schema.Boolean })),
    error: NotFound,
  }).annotateMerge(
    describedAs(
      "The post with this id of an item; otherwise a page of posts, newest first, optionally of one creator or channel.",
    ),
  ),
  HttpApiEndpoint.post("DeleteLongNews", "/DeleteLongNews", {
    payload: Schema.Struct({ id: Id }),
    success: answerOf(Schema.Null),
    error: [Unauthorized, NotFound],
  }).annotateMerge(describedAs("Deletes the caller’s post with this id of an item, for good.")),
] as const

const Found = Schema.Struct({ url: Schema.String, title: Schema.String, source: SourceName })
const OneFeed = answerOf(Schema.Struct({ feed: FollowableFeed }))
const PageSize = Schema.FiniteFromString.check(Schema.isBetween({ minimum: 1, maximum: 50 }))

/** Calls about feeds and items. */
export class FeedApi extends HttpApiGroup.make("Feed")
  .add(
    HttpApiEndpoint.post("ValidateFeed", "/ValidateFeed", {
      payload: Schema.Struct({ url: Address }),
      success: answerOf(Schema.Struct({ valid: Schema.Boolean, feeds: Schema.Array(Found) })),
    }).annotateMerge(
      describedAs(
        "Says whether an address is a feed or leads to some; the best one comes first, and `message` tells why not.",
      ),
    ),
    HttpApiEndpoint.post("CreateLocalFeed", "/CreateLocalFeed", {
      payload: Schema.Struct({ url: Address }),
      success: OneFeed,
      error: [NotFound, Unavailable],
    }).annotateMerge(
      describedAs(
        "Takes the feed at an address, or the first one that a page leads to, into the library. It is there once for all.",
      ),
    ),
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
    }).annotateMerge(
      describedAs(
        "The recent items of a feed as preview items. While the feed fails, `failure` is the key of the reason and `message` says so.",
      ),
    ),
    HttpApiEndpoint.post("SearchFeedById", "/SearchFeedById", {
      payload: Schema.Struct({ feedId: Id }),
      success: OneFeed,
      error: NotFound,
    }).annotateMerge(describedAs("The feed that has this id.")),
    HttpApiEndpoint.post("LoadTargetFeed", "/LoadTargetFeed", {
      payload: Schema.Struct(WhichFeed),
      success: OneFeed,
      error: [NotFound, Unavailable],
    }).annotateMerge(
      describedAs("The feed with this id, this code or this address; an address not known yet is added."),
    ),
    HttpApiEndpoint.post("ListRemoteContent", "/ListRemoteContent", {
      payload: Schema.Struct({ ...WhichFeed, filter: Filter }),
      success: PageOfItems,
      error: [NotFound, Unavailable],
    }).annotateMerge(describedAs("A page of a feed's items, newest first.")),
    HttpApiEndpoint.get("MostPopularFeeds", "/MostPopularFeeds", {
      query: { pageSize: Schema.optionalKey(PageSize) },
      success: answerOf(Schema.Struct({ feeds: Schema.Array(FollowableFeed) })),
    }).annotateMerge(
      describedAs("The feeds whose items were opened most in the last 30 days; 10 by default, at most 50."),
    ),
    HttpApiEndpoint.post("SimilarFeeds", "/SimilarFeeds", {
      payload: Schema.Struct({ feedId: Id }),
      success: answerOf(Schema.Struct({ feeds: Schema.Array(FollowableFeed) })),
      error: NotFound,
    }).annotateMerge(
      describedAs(
        "Up to 10 feeds like this one: those that its followers follow, and those in its language with the same tags.",
      ),
    ),
    HttpApiEndpoint.post("UpdateFeed", "/UpdateFeed", {
      payload: Schema.Struct(WhichFeed),
      success: answerOf(
        Schema.Struct({ feed: FollowableFeed, outcome: Schema.Literals(["changed", "unchanged", "failed", "recent"]) }),
      ),
      error: [NotFound, Unavailable],
    }).annotateMerge(
      describedAs(
        "Fetches a feed now and answers what came of it: `recent` where somebody looked at it within the last minute or looks at it now.",
      ),
    ),
    ...newsEndpoints,
    ...followEndpoints,
    ...inviteEndpoints,
    ...listeningEndpoints,
    ...newsletterEndpoints,
    ...readingEndpoints,
    ...recordEndpoints,
    ...ruleEndpoints,
    ...searchEndpoints,
    ...longNewsEndpoints,
    ...contentEndpoints,
    ...composeEndpoints,
    ...commentEndpoints,
    ...reportEndpoints,
    ...assistEndpoints,
    ...pushEndpoints,
  )
  .prefix("/Feed")
  .middleware(Guard)
  .annotateMerge(OpenApi.annotations({ description: "Feeds and what they bring." })) {}
