import { Effect } from "effect"
import type { SourceType } from "#contract/feeds"
import type { SearchSort } from "#contract/library"
import type { Sql } from "#core/kernel"
import { channelsOfFeeds } from "#projections/channels"
import { didYouMean, type SearchIndex, type SearchQuery, type Spelling, search, suggest } from "#projections/library"
import { translator } from "#src/i18n/index.ts"
import { languageTagOf } from "#src/lib/contentLanguages.ts"
import { dateBounds } from "#src/lib/dateFilter.ts"
import { answer, BadRequest, Busy, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, searching } from "../limits.ts"
import { toFeedItem, toFeedsIndex, toSearchedItem } from "../wire.ts"
import type { SearchFilter } from "./search.contract.ts"

type Chosen = { readonly filter: SearchFilter; readonly languageCode?: string; readonly cursor?: string }
type ByKeyword = { readonly payload: Chosen & { readonly keyword: string } }

/** Handlers of search.contract.ts; resolved once for the group. */
export const searchHandlers = Effect.gen(function* () {
  const services = yield* Effect.context<Sql | SearchIndex | Spelling>()
  const limited = yield* limitedAsStandard
  const limitedSearch = yield* searching
  const provide = Effect.provide(services)

  const news = Effect.fnUntraced(function* (query: SearchQuery, chosen: Chosen) {
    yield* limitedSearch
    const { items, next } = yield* pageOfSearch(query, chosen)
    return answer({ items: items.map(toFeedItem), hasMore: next !== null, next })
  }, provide)

  return {
    SearchFeedsIndex: Effect.fn("SearchFeedsIndex")(function* ({
      payload,
    }: {
      readonly payload: {
        readonly keyword: string
        readonly filter: { readonly page: number; readonly pageSize: number }
        readonly languageCode?: string
        readonly sources?: ReadonlyArray<SourceType>
      }
    }) {
      yield* limited
      const { keyword, filter, languageCode, sources } = payload
      const { page, pageSize } = filter
      const found = yield* suggest(keyword, { page, pageSize, sources, languages: tagsOf(languageCode) })
      return answer(toFeedsIndex(found, yield* channelsOfFeeds(found.feeds.map(({ feedId }) => feedId))))
    }, provide),

    SearchNews: Effect.fn("SearchNews")(function* ({
      payload,
    }: {
      readonly payload: Chosen & {
        readonly keyword: string
        readonly sources?: ReadonlyArray<SourceType>
        readonly tag?: string
        readonly sort?: SearchSort
      }
    }) {
      yield* limitedSearch
      const { keyword, sources, tag, sort } = payload
      const query = { sources, tag, sort }
      const { items, next, found } = yield* pageOfSearch({ ...query, query: keyword }, payload)
      const finds = (text: string) =>
        Effect.map(pageOfSearch({ ...query, query: text }, payload), (page) => page.items.length > 0)
      const suggestion = found.count === 0 ? yield* didYouMean(keyword, finds) : null
      return answer({ items: items.map(toSearchedItem), found, suggestion, hasMore: next !== null, next })
    }, provide),

    LoadNewsByKeyword: Effect.fn("LoadNewsByKeyword")(({ payload }: ByKeyword) =>
      news({ query: payload.keyword }, payload),
    ),

    LoadQINewsByKeyword: Effect.fn("LoadQINewsByKeyword")(({ payload }: ByKeyword) =>
      news({ query: payload.keyword, sources: ["QI"] }, payload),
    ),

    LoadNewsByTag: Effect.fn("LoadNewsByTag")(({ payload }: { readonly payload: Chosen & { readonly tag: string } }) =>
      news({ query: "", tag: payload.tag }, payload),
    ),
  }
})

const tagsOf = (languageCode: string | undefined): ReadonlyArray<string> => {
  const tag = languageTagOf(languageCode)
  return tag === undefined ? [] : [tag]
}

/** A page of a search, by cursor or number; refuses texts that are too short. */
const pageOfSearch = Effect.fnUntraced(function* (query: SearchQuery, { filter, languageCode, cursor }: Chosen) {
  const { page, pageSize, ...dates } = filter
  const { fromMs, beforeMs } = dateBounds(dates)
  const request = { ...query, pageSize, languages: tagsOf(languageCode), time: { fromMs, beforeMs } }
  let found = yield* search({ ...request, cursor }).pipe(Effect.catch(refuseBusy))
  if (found.isTooShort) return yield* refuseShort
  // A page number is reached through the pages before it.
  for (let at = 1; at < page && cursor === undefined; at += 1) {
    if (found.next === null) return { ...found, items: [] }
    found = yield* search({ ...request, cursor: found.next }).pipe(Effect.catch(refuseBusy))
  }
  return found
})

const refuseBusy = Effect.fnUntraced(function* ({ reason }: { readonly reason: string }) {
  const { locale, correlationId } = yield* CurrentCaller
  yield* Effect.logWarning("the search index cannot answer", { correlationId, reason })
  return yield* new Busy(refusal(translator(locale)("state.failed")))
})

const refuseShort = Effect.gen(function* () {
  const { locale } = yield* CurrentCaller
  const t = translator(locale)
  const message = t("api.field.named", { field: "keyword", problem: t("search.tooShort") })
  return yield* new BadRequest({ ...refusal(t("api.badRequest")), errors: { keyword: [message] } })
})
