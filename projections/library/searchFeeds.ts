import { Effect } from "effect"
import { SEARCH_LENGTH_MAX } from "#contract/library"
import { cancellable } from "#core/kernel"
import { hitsIn, languageOf, marksOf } from "#core/library"
import { type DirectoryFeed, directoryColumns } from "#projections/feeds"
import type { FeedSearch, FoundFeed, FoundFeeds } from "./SearchPage.ts"
import { feedNeeds, feedQueryText } from "./search/feedQuery.ts"

const FEEDS_PAGE_SIZE = 30
const FEEDS_PAGE_SIZE_MAX = 100
const PAGE_MAX = 1_000

/**
 * Feeds by the words of their title, host, author, tags and description, each word as far as it was typed; those first
 * that have them in the title, then the more productive. Without words, the feeds that published last.
 */
export const searchFeeds = Effect.fn("searchFeeds")(function* (search: FeedSearch) {
  const needs = feedNeeds(search.query.slice(0, SEARCH_LENGTH_MAX))
  const text = feedQueryText(needs)
  const size = Math.min(Math.max(search.pageSize ?? FEEDS_PAGE_SIZE, 1), FEEDS_PAGE_SIZE_MAX)
  const page = Math.min(Math.max(search.page ?? 1, 1), PAGE_MAX)
  const { sources = [], languages = [] } = search
  // Somebody who types on has no use for what they asked before.
  const rows = yield* cancellable(
    (sql) => sql<Array<DirectoryFeed>>`
      select ${directoryColumns(sql)} from read.feed f ${text === "" ? sql`` : sql`join (select feed_id as id, words from read.search_feed) s on s.id = f.feed_id`}
      where ${text === "" ? sql`true` : sql`s.words @@ ${text}::tsquery`}
        ${sources.length === 0 ? sql`` : sql`and source = any(${[...sources]})`}
        ${languages.length === 0 ? sql`` : sql`and split_part(lower(language), '-', 1) = any(${languages.map(languageOf)})`}
      order by ${text === "" ? sql`` : sql`ts_rank('{0.05,0.2,0.4,1.0}', s.words, ${text}::tsquery) * ln(2 + item_count) desc,`}
        last_updated desc nulls last, feed_id limit ${size + 1} offset ${(page - 1) * size}`,
  )
  const feeds = rows.slice(0, size).map(
    (feed): FoundFeed => ({
      ...feed,
      titleMarks: marksOf(hitsIn(feed.title, needs, languageOf(null))),
      descriptionMarks: marksOf(hitsIn(feed.description ?? "", needs, languageOf(null))),
    }),
  )
  return { feeds, hasMore: rows.length > size } satisfies FoundFeeds
})
