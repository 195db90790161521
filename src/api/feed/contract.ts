import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { PreviewItem, SourceName } from "#contract/feeds"
import { FollowableFeed } from "#contract/follows"
import { answerOf, describedAs, NotFound, Unavailable } from "../envelope.ts"
import { Address, Filter, Id, WhichFeed } from "../fields.ts"
import { Guard } from "../Guard.ts"
import { assistEndpoints } from "./assist.contract.ts"
import { followEndpoints } from "./follow.contract.ts"
import { longNewsEndpoints } from "./longNews.contract.ts"
import { newsEndpoints, PageOfItems } from "./news.contract.ts"
import { pushEndpoints } from "./push.contract.ts"
import { readingEndpoints } from "./reading.contract.ts"
import { searchEndpoints } from "./search.contract.ts"

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
      describedAs("The feeds whose items were opened most in the last 30 days; 10 of them unless asked for up to 50."),
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
    ...readingEndpoints,
    ...searchEndpoints,
    ...longNewsEndpoints,
    ...assistEndpoints,
    ...pushEndpoints,
  )
  .prefix("/Feed")
  .middleware(Guard)
  .annotateMerge(OpenApi.annotations({ description: "Feeds and what they bring." })) {}
