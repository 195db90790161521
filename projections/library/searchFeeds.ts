import { Effect } from "effect"
import { sql } from "kysely"
import { SEARCH_LENGTH_MAX } from "#contract/library"
import { cancellable, runQuery } from "#core/kernel"
import { hitsIn, languageOf, marksOf } from "#core/library"
import { directoryFeedsWith } from "#projections/feeds"
import { isAnyOf, type ReadTables, type Vector } from "#projections/runner"
import type { FeedSearch, FoundFeed, FoundFeeds } from "./SearchPage.ts"
import { feedNeeds, feedQueryText } from "./search/feedQuery.ts"
import type { searchFeed } from "./search/tables.ts"

const FEEDS_PAGE_SIZE = 30
const FEEDS_PAGE_SIZE_MAX = 100
const PAGE_MAX = 1_000

/**
 * Searches feeds by prefixes of words in title, host, author, tags and description; matches in the title first, then
 * feeds with more items. Without words: feeds by last publication.
 */
export const searchFeeds = Effect.fn("searchFeeds")(function* (search: FeedSearch) {
  const needs = feedNeeds(search.query.slice(0, SEARCH_LENGTH_MAX))
  const text = feedQueryText(needs)
  const size = Math.min(Math.max(search.pageSize ?? FEEDS_PAGE_SIZE, 1), FEEDS_PAGE_SIZE_MAX)
  const page = Math.min(Math.max(search.page ?? 1, 1), PAGE_MAX)
  const { sources = [], languages = [] } = search
  let found = directoryFeedsWith<ReadTables<typeof searchFeed>>()
  if (sources.length > 0) found = found.where((eb) => isAnyOf(eb.ref("source"), sources))
  if (languages.length > 0)
    found = found.where(sql<boolean>`split_part(lower(language), '-', 1) = any(${languages.map(languageOf)})`)
  if (text !== "") {
    const matching = sql<Vector>`${text}::tsquery`
    found = found
      .innerJoin("read.search_feed as indexed", "indexed.feed_id", "read.feed.feed_id")
      .where("indexed.words", "@@", matching)
      .orderBy(sql`ts_rank('{0.05,0.2,0.4,1.0}', indexed.words, ${matching}) * ln(2 + item_count)`, "desc")
  }
  const ranked = found
    .orderBy("last_updated", (order) => order.desc().nullsLast())
    .orderBy("read.feed.feed_id")
    .limit(size + 1)
    .offset((page - 1) * size)
  // A person who types on does not need the previous result.
  const rows = yield* cancellable((client) => runQuery(client, ranked))
  const feeds = rows.slice(0, size).map(
    (feed): FoundFeed => ({
      ...feed,
      titleMarks: marksOf(hitsIn(feed.title, needs, languageOf(null))),
      descriptionMarks: marksOf(hitsIn(feed.description ?? "", needs, languageOf(null))),
    }),
  )
  return { feeds, hasMore: rows.length > size } satisfies FoundFeeds
})
