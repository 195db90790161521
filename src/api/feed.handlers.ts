import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Feeds } from "#core/feeds"
import type { EventStore, Sealing, Sql } from "#core/kernel"
import { type DirectoryFeed, listFeeds, popularFeeds } from "#projections/feeds"
import { translator } from "#src/i18n/index.ts"
import { filterByDate } from "#src/lib/dateFilter.ts"
import { Api } from "./Api.ts"
import { answer } from "./envelope.ts"
import { requireFeed, whichFeed } from "./feed.which.ts"
import { CurrentCaller } from "./Guard.ts"
import { ordinary, outgoing } from "./limits.ts"
import { pageOfItems } from "./pageOfItems.ts"
import { toFeedItem, toFollowableFeed, toPreviewItem } from "./wire.ts"

/** Feeds that a call for popular ones answers unless asked otherwise. */
const POPULAR_FEEDS = 10

export const FeedHandlers = HttpApiBuilder.group(
  Api,
  "Feed",
  Effect.fn(function* (handlers) {
    const services = yield* Effect.context<Sql | EventStore | Sealing | Feeds>()
    const feeds = yield* Feeds
    const limited = yield* ordinary
    const limitedOutgoing = yield* outgoing
    const which = yield* whichFeed
    const provide = Effect.provide(services)

    return handlers.handleAll({
      ValidateFeed: Effect.fn("ValidateFeed")(function* ({ payload }) {
        yield* limitedOutgoing
        const { locale } = yield* CurrentCaller
        return yield* feeds.discover(payload.url).pipe(
          Effect.map((found) => answer({ valid: true, feeds: found.map(toFound) })),
          Effect.catch((refusal) =>
            Effect.succeed(answer({ valid: false, feeds: [] }, translator(locale)(refusal.messageKey))),
          ),
        )
      }),

      CreateLocalFeed: Effect.fn("CreateLocalFeed")(function* ({ payload }) {
        yield* limited
        return answer({ feed: toFollowableFeed(yield* which.addFeed(payload.url)) })
      }, provide),

      PreviewFeed: Effect.fn("PreviewFeed")(function* ({ payload }) {
        yield* limited
        const feed = yield* which.find(payload)
        const { items, hasMore } = yield* pageOfItems([feed.feedId], payload.filter)
        const preview = {
          feed: { ...toFollowableFeed(feed), failure: feed.failure },
          items: items.map(toPreviewItem),
          hasMore,
        }
        return answer(preview, yield* unavailable(feed))
      }, provide),

      SearchFeedById: Effect.fn("SearchFeedById")(function* ({ payload }) {
        yield* limited
        return answer({ feed: toFollowableFeed(yield* requireFeed(payload.feedId)) })
      }, provide),

      LoadTargetFeed: Effect.fn("LoadTargetFeed")(function* ({ payload }) {
        yield* limited
        return answer({ feed: toFollowableFeed(yield* which.find(payload)) })
      }, provide),

      ListRemoteContent: Effect.fn("ListRemoteContent")(function* ({ payload }) {
        yield* limited
        const feed = yield* which.find(payload)
        const { items, hasMore } = yield* pageOfItems([feed.feedId], payload.filter)
        return answer({ items: items.map(toFeedItem), hasMore }, yield* unavailable(feed))
      }, provide),

      LoadLastestContent: Effect.fn("LoadLastestContent")(function* ({ payload }) {
        yield* limited
        const { items, hasMore } = yield* pageOfItems(null, payload.filter, payload.languageCode)
        return answer({ items: items.map(toFeedItem), hasMore })
      }, provide),

      LibraryFeeds: Effect.fn("LibraryFeeds")(function* ({ payload }) {
        yield* limited
        const { filter, languageCode, index } = payload
        const { items } = yield* pageOfItems(null, filter, languageCode)
        const start = index === undefined ? undefined : index + 1
        const history = filterByDate(items.map(toFeedItem), { start, mode: 1 })
        const directory = yield* listFeeds({ page: filter.page, pageSize: filter.pageSize })
        return answer({
          history,
          feeds: directory.feeds.map(toFollowableFeed),
          index: history.reduce((newest, { updated }) => Math.max(newest, updated), index ?? 0),
        })
      }, provide),

      MostPopularFeeds: Effect.fn("MostPopularFeeds")(function* ({ query }) {
        yield* limited
        const popular = yield* popularFeeds(query.pageSize ?? POPULAR_FEEDS)
        return answer({ feeds: popular.map(toFollowableFeed) })
      }, provide),
    })
  }),
)

type Candidate = Effect.Success<ReturnType<(typeof Feeds)["Service"]["discover"]>>[number]
const toFound = ({ url, title, source }: Candidate) => ({ url, title: title ?? url, source })

/** What a reader is told where a feed cannot be fetched now; what it brought before is still there. */
const unavailable = Effect.fnUntraced(function* ({ failure }: DirectoryFeed) {
  const { locale } = yield* CurrentCaller
  return failure === null ? "" : translator(locale)("state.feedUnavailable")
})
