import { Clock, Effect } from "effect"
import { SEARCH_LENGTH_MAX, type SearchSort } from "#contract/library"
import { Sql } from "#core/kernel"
import {
  isLongEnough,
  labelOf,
  languageOf,
  OPERATORS,
  parseQuery,
  readSearch,
  type Search,
  tagKey,
} from "#core/library"
import { findItemsWithCopies, type ListedItem } from "#projections/feeds"
import type { CappedCount, SearchPage, SearchQuery } from "./SearchPage.ts"
import { withFeedTitles } from "./search/feedTitles.ts"
import { firstCopies } from "./search/firstCopies.ts"
import { readFound } from "./search/readFound.ts"
import { type IndexCursor, type IndexHit, type IndexQuery, SearchIndex } from "./search/SearchIndex.ts"

/** Limits a search to items with a tag. */
const withTag = (search: Search, tag: string | undefined): Search =>
  tag === undefined || tagKey(tag) === ""
    ? search
    : { ...search, labels: [...search.labels, { anyOf: [labelOf.tag(tagKey(tag))], isExcluded: false }] }

/** Position in a search, with the count of its first page. */
type SearchCursor = IndexCursor & { readonly sort: SearchSort; readonly found: CappedCount }

/** `sort.score.milliseconds.item.position.now.count`, with a + if the count stopped at its limit. */
const CURSOR = /^([bn])\.(\d{1,15})\.(-?\d{1,14})\.([0-9a-z]{20})\.(\d{1,15})\.(\d{1,14})\.(\d{1,6})(\+?)$/

/** Parses a cursor; null, which means the beginning, if it is invalid or has another order. */
const parseSearchCursor = (text: string | undefined, sort: SearchSort): SearchCursor | null => {
  const [, order, score, sortMs, itemId = "", asOf, nowMs, count, more] = CURSOR.exec(text ?? "") ?? []
  if (order === undefined || order !== sort.charAt(0)) return null
  const found = { count: Number(count), isMore: more === "+" }
  return { sort, score: Number(score), sortMs: Number(sortMs), itemId, asOf: Number(asOf), nowMs: Number(nowMs), found }
}

/** Formats a cursor. */
const formatSearchCursor = ({ sort, score, sortMs, itemId, asOf, nowMs, found }: SearchCursor): string =>
  [sort.charAt(0), score, sortMs, itemId, asOf, nowMs, `${found.count}${found.isMore ? "+" : ""}`].join(".")

/** Results per page. */
export const SEARCH_PAGE_SIZE = 20
export const SEARCH_PAGE_SIZE_MAX = 50
/** Extra hits that are read, because copies of one web page are merged. */
const SPARE_HITS = 6
/** Further reads if most hits were copies. */
const ROUNDS_MAX = 5

const NONE: CappedCount = { count: 0, isMore: false }
const TOO_SHORT: SearchPage = { items: [], found: NONE, next: null, isTooShort: true }

/**
 * Searches the items of the library. Copies of one web page in several feeds are one entry: the first of them in the
 * requested order, with the others as `alsoIn`. Pages follow the state of the first page, so new items neither shift
 * entries nor repeat them. With `best`, the newest few hundred matches are sorted by relevance, and there are no more.
 */
export const search = Effect.fn("search")(function* (query: SearchQuery) {
  const indexQuery = yield* askedOf(query)
  return indexQuery === null ? TOO_SHORT : yield* pageOf(query, indexQuery)
})

const pageOf = Effect.fnUntraced(function* (query: SearchQuery, indexQuery: IndexQuery) {
  const { sort = "newest" } = query
  const size = Math.min(Math.max(query.pageSize ?? SEARCH_PAGE_SIZE, 1), SEARCH_PAGE_SIZE_MAX)
  const { client: sql } = yield* Sql
  const index = yield* SearchIndex
  const cursor = parseSearchCursor(query.cursor, sort)
  const nowMs = cursor?.nowMs ?? (yield* Clock.currentTimeMillis)
  const limit = size + SPARE_HITS

  let found: CappedCount | null = cursor?.found ?? null
  let after = cursor
  let asOf = cursor?.asOf ?? 0
  const entries: Array<IndexHit> = []
  const listed = new Map<string, ListedItem>()
  for (let round = 0; round < ROUNDS_MAX && entries.length <= size; round += 1) {
    const page = yield* index.find({ ...indexQuery, sort, after, limit, nowMs, isCounted: found === null })
    found ??= page.found
    asOf = page.asOf
    for (const item of yield* findItemsWithCopies(page.hits.map(({ itemId }) => itemId))) listed.set(item.itemId, item)
    entries.push(...(yield* firstCopies({ ...indexQuery, sort, nowMs }, page, listed)))
    const last = page.hits.at(-1)
    if (last === undefined || page.hits.length < limit) break
    after = { ...last, asOf, nowMs, sort, found: found ?? NONE }
  }
  const shown = entries.slice(0, size)
  const last = entries.length > size ? shown.at(-1) : undefined
  return {
    items: yield* Effect.promise(() =>
      readFound(
        sql,
        indexQuery.search,
        shown.flatMap(({ itemId }) => listed.get(itemId) ?? []),
      ),
    ),
    found: found ?? NONE,
    next: last === undefined ? null : formatSearchCursor({ ...last, asOf, nowMs, sort, found: found ?? NONE }),
    isTooShort: false,
  } satisfies SearchPage
})

/** A page of results, and the results per source, most first, without the filter by source. */
export const searchBySource = Effect.fn("searchBySource")(function* (query: SearchQuery) {
  const indexQuery = yield* askedOf(query)
  if (indexQuery === null) return { page: TOO_SHORT, sources: [] }
  const index = yield* SearchIndex
  const [page, sources] = yield* Effect.all(
    [pageOf(query, indexQuery), index.countSources({ ...indexQuery, sources: [] })],
    {
      concurrency: "unbounded",
    },
  )
  return { page, sources }
})

/** As long as this is the same, all searches show the same; null if the engine cannot tell. */
export const searchVersion = Effect.flatMap(SearchIndex, ({ version }) => version)

/** The query for the index; null if there is nothing to search for. */
const askedOf = Effect.fnUntraced(function* (query: SearchQuery) {
  const { client: sql } = yield* Sql
  const languages = (query.languages ?? []).map(languageOf)
  const typed = isLongEnough(query.query) ? query.query.slice(0, SEARCH_LENGTH_MAX) : ""
  const read = readSearch(typed, languages)
  const isAsked = hasWords(read) || (query.tag ?? "") !== "" || parseQuery(typed).some(({ kind }) => isLabel(kind))
  if (!isAsked) return null
  const search = withTag(read, query.tag)
  return {
    search: yield* Effect.promise(() => withFeedTitles(sql, search)),
    feedIds: query.feedIds === undefined || query.feedIds.length === 0 ? null : query.feedIds,
    itemIds: null,
    sources: query.sources ?? [],
    fromMs: query.time?.fromMs,
    beforeMs: query.time?.beforeMs,
  } satisfies IndexQuery
})

const isLabel = (kind: string): boolean => (OPERATORS as ReadonlyArray<string>).includes(kind)

const hasWords = ({ branches }: Search): boolean => branches.some(({ needs, bans }) => needs.length + bans.length > 0)
