import { Effect } from "effect"
import type { PageFilter, SourceType } from "#contract/feeds"
import type { Sql } from "#core/kernel"
import { listFeeds, listItems } from "#projections/feeds"
import { languageTagsOf } from "#src/lib/contentLanguages.ts"
import { type DateFilter, dateBounds, filterByDate } from "#src/lib/dateFilter.ts"
import { answer } from "../envelope.ts"
import { limitedAsStandard } from "../limits.ts"
import { pageOfItems } from "../pageOfItems.ts"
import { toFeedItem, toFollowableFeed } from "../wire.ts"

type Chosen = { readonly filter: PageFilter & DateFilter; readonly languageCode?: string }

/** Handlers of news.contract.ts; resolved once for the group. */
export const newsHandlers = Effect.gen(function* () {
  const services = yield* Effect.context<Sql>()
  const limited = yield* limitedAsStandard
  const provide = Effect.provide(services)

  return {
    LoadNews: Effect.fn("LoadNews")(function* ({
      payload,
    }: {
      readonly payload: Chosen & { readonly sources?: ReadonlyArray<SourceType> }
    }) {
      yield* limited
      const { items, hasMore } = yield* pageOfItems(null, payload.filter, payload)
      return answer({ items: items.map(toFeedItem), hasMore })
    }, provide),

    LoadAllNews: Effect.fn("LoadAllNews")(function* ({
      payload,
    }: {
      readonly payload: Chosen & { readonly cursor?: string }
    }) {
      yield* limited
      const { filter, languageCode, cursor } = payload
      const { page, pageSize, ...dates } = filter
      const { items, next } = yield* listItems({
        feedIds: null,
        pageSize,
        // A cursor contains its position; page numbers count from the start.
        offset: cursor === undefined ? (page - 1) * pageSize : 0,
        cursor,
        languages: languageTagsOf(languageCode),
        ...dateBounds(dates),
      })
      return answer({ items: items.map(toFeedItem), hasMore: next !== null, next })
    }, provide),

    LoadLastestContent: Effect.fn("LoadLastestContent")(function* ({ payload }: { readonly payload: Chosen }) {
      yield* limited
      const { items, hasMore } = yield* pageOfItems(null, payload.filter, payload)
      return answer({ items: items.map(toFeedItem), hasMore })
    }, provide),

    LibraryFeeds: Effect.fn("LibraryFeeds")(function* ({
      payload,
    }: {
      readonly payload: Chosen & { readonly index?: number }
    }) {
      yield* limited
      const { filter, index } = payload
      const { items } = yield* pageOfItems(null, filter, payload)
      const start = index === undefined ? undefined : index + 1
      const history = filterByDate(items.map(toFeedItem), { start, mode: 1 })
      const directory = yield* listFeeds({ page: filter.page, pageSize: filter.pageSize })
      return answer({
        history,
        feeds: directory.feeds.map(toFollowableFeed),
        index: history.reduce((newest, { updated }) => Math.max(newest, updated), index ?? 0),
      })
    }, provide),
  }
})
