import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { Entitlements } from "#core/chat"
import { Feeds } from "#core/feeds"
import type { Follows } from "#core/follows"
import { type EventStore, type Sealing, Sql } from "#core/kernel"
import { NewsPush, type NoPushTarget, type PushFull } from "#core/notifications"
import { type DirectoryFeed, popularFeeds, similarFeeds } from "#projections/feeds"
import { waitFor } from "#projections/runner"
import { translator } from "#src/i18n/index.ts"
import { languageTagOf } from "#src/lib/contentLanguages.ts"
import { RateLimits } from "../../process/limits/RateLimits.ts"
import { Api } from "../Api.ts"
import { answer, BadRequest, Conflict, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, outgoing, writing } from "../limits.ts"
import { pageOfItems } from "../pageOfItems.ts"
import { toFeedItem, toFollowableFeed, toPreviewItem } from "../wire.ts"
import { assistHandlers } from "./assist.handlers.ts"
import { commentHandlers } from "./comments.handlers.ts"
import { composeHandlers } from "./compose.handlers.ts"
import { contentHandlers } from "./content.handlers.ts"
import { followHandlers } from "./follow.handlers.ts"
import { inviteHandlers } from "./invite.handlers.ts"
import { listeningHandlers } from "./listening.handlers.ts"
import { longNewsHandlers } from "./longNews.handlers.ts"
import { newsHandlers } from "./news.handlers.ts"
import { newsletterHandlers } from "./newsletter.handlers.ts"
import { readingHandlers } from "./reading.handlers.ts"
import { recordHandlers } from "./records.handlers.ts"
import { reportHandlers } from "./report.handlers.ts"
import { ruleHandlers } from "./rules.handlers.ts"
import { searchHandlers } from "./search.handlers.ts"
import { requireFeed, whichFeed } from "./which.ts"
import { withLocks } from "./withLocks.ts"

type SubscribePayload = {
  readonly subscription: {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  readonly languageCode?: string
  readonly seen?: number
  readonly replaces?: string
}

/** Handlers of push.contract.ts; resolved once for the group. */
const pushHandlers = Effect.gen(function* () {
  const push = yield* NewsPush
  const limited = yield* writing

  return {
    SubscribeNews: Effect.fn("SubscribeNews")(function* ({ payload }: { readonly payload: SubscribePayload }) {
      yield* limited
      const { subscription, languageCode, seen = null, replaces = null } = payload
      const { endpoint, keys } = subscription
      const language = languageTagOf(languageCode)?.split("-")[0] ?? null
      yield* push.subscribe({ endpoint, ...keys, language, seenMs: seen, replaces }).pipe(Effect.catch(refuse))
      return answer(null)
    }),

    UnsubscribeNews: Effect.fn("UnsubscribeNews")(function* ({
      payload,
    }: {
      readonly payload: { readonly endpoint: string }
    }) {
      yield* limited
      yield* push.unsubscribe(payload.endpoint)
      return answer(null)
    }),
  }
})

const refuse = Effect.fnUntraced(function* (refused: NoPushTarget | PushFull) {
  const { locale } = yield* CurrentCaller
  const message = translator(locale)(refused.messageKey)
  if (refused._tag === "PushFull") return yield* new Conflict(refusal(message))
  return yield* new BadRequest({ ...refusal(message), errors: { subscription: [message] } })
})

/** Default number of popular feeds, and number of similar ones. */
const POPULAR_FEEDS = 10
const SIMILAR_FEEDS = 10
/** Minimum seconds between two requested updates of a feed. */
const UPDATE_SECONDS_MIN = 60

export const FeedHandlers = HttpApiBuilder.group(
  Api,
  "Feed",
  Effect.fn(function* (handlers) {
    const services = yield* Effect.context<Sql | EventStore | Sealing | Feeds | Follows | Entitlements>()
    const feeds = yield* Feeds
    const limits = yield* RateLimits
    const limited = yield* limitedAsStandard
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
          items: yield* withLocks(items.map(toPreviewItem), feed.code),
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

      MostPopularFeeds: Effect.fn("MostPopularFeeds")(function* ({ query }) {
        yield* limited
        const popular = yield* popularFeeds(query.pageSize ?? POPULAR_FEEDS)
        return answer({ feeds: popular.map(toFollowableFeed) })
      }, provide),

      SimilarFeeds: Effect.fn("SimilarFeeds")(function* ({ payload }) {
        yield* limited
        const { feedId } = yield* requireFeed(payload.feedId)
        return answer({ feeds: (yield* similarFeeds(feedId, SIMILAR_FEEDS)).map(toFollowableFeed) })
      }, provide),

      UpdateFeed: Effect.fn("UpdateFeed")(function* ({ payload }) {
        yield* limited
        const feed = yield* which.find(payload)
        const { feedId } = feed
        // Counted per feed, not per caller, to protect the publisher.
        const wait = yield* limits.take({ name: "update feed", calls: 1, seconds: UPDATE_SECONDS_MIN }, feedId)
        if (wait > 0) return answer({ feed: toFollowableFeed(feed), outcome: "recent" as const })
        yield* limitedOutgoing
        const outcome = (yield* feeds.refresh(feedId)) ?? ("recent" as const)
        const position = yield* newestPosition
        yield* waitFor("feeds", position)
        yield* waitFor("items", position)
        const updated = yield* requireFeed(feedId)
        return answer({ feed: toFollowableFeed(updated), outcome }, yield* unavailable(updated))
      }, provide),

      ...(yield* newsHandlers),
      ...(yield* followHandlers),
      ...(yield* inviteHandlers),
      ...(yield* listeningHandlers),
      ...(yield* newsletterHandlers),
      ...(yield* readingHandlers),
      ...(yield* recordHandlers),
      ...(yield* ruleHandlers),
      ...(yield* searchHandlers),
      ...(yield* longNewsHandlers),
      ...(yield* contentHandlers),
      ...(yield* composeHandlers),
      ...(yield* commentHandlers),
      ...(yield* reportHandlers),
      ...(yield* assistHandlers),
      ...(yield* pushHandlers),
    })
  }),
)

type Candidate = Effect.Success<ReturnType<(typeof Feeds)["Service"]["discover"]>>[number]
const toFound = ({ url, title, source }: Candidate) => ({ url, title: title ?? url, source })

/** The current position of the log. */
const newestPosition = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const [row] = yield* Effect.promise(() => sql<Array<{ position: number }>>`select es.watermark() as position`)
  return row?.position ?? 0
})

/** The message if the feed currently fails; its earlier items remain. */
const unavailable = Effect.fnUntraced(function* ({ failure }: DirectoryFeed) {
  const { locale } = yield* CurrentCaller
  return failure === null ? "" : translator(locale)("state.feedUnavailable")
})
