import type { SqlClient } from "#core/kernel"
import { labelOf } from "#core/library"
import type { IndexCursor, IndexQuery } from "../SearchIndex.ts"
import { BY_DATE_ROWS_MAX, CHECKED_AT_ONCE_MAX, CHECKED_MAX, type Plan } from "./planOf.ts"
import { livePosition } from "./positionOf.ts"
import type { QueryText } from "./tsquery.ts"

/** Up to so many feeds are filtered in the index, which has a label per feed. */
const FEEDS_BY_LABEL_MAX = 300
/** Feeds that one search may be limited to. */
const FEEDS_MAX = 1_000

export type CandidateQuery = IndexQuery & {
  readonly text: QueryText
  /** Null for all that can be read now. */
  readonly asOf: number | null
  readonly after?: IndexCursor | null
  /** Whether all matches are read instead of the first ones. */
  readonly isAtOnce?: boolean
}

/** Matching items, newest first, as a table expression with `item_id`, `feed_id`, `sort_at`, `language` and `words`. */
export const candidates = (sql: SqlClient, candidateQuery: CandidateQuery, plan: Plan, limit: number) =>
  plan === "date" ? byDate(sql, candidateQuery, limit) : byIndex(sql, candidateQuery, limit)

/** Scans the newest items. */
const byDate = (sql: SqlClient, candidateQuery: CandidateQuery, limit: number) => sql`(
  select w.item_id, w.feed_id, w.sort_at, w.language, w.words from (
    select s.item_id, s.feed_id, s.sort_at, s.language, s.words from read.search_item s
    where s.position <= ${upTo(sql, candidateQuery)}
      ${candidateQuery.fromMs === undefined ? sql`` : sql`and s.sort_at >= ${at(sql, candidateQuery.fromMs)}`}
      ${candidateQuery.beforeMs === undefined ? sql`` : sql`and s.sort_at < ${at(sql, candidateQuery.beforeMs)}`}
      ${candidateQuery.after ? sql`and (s.sort_at, s.item_id) < (${at(sql, candidateQuery.after.sortMs)}, ${candidateQuery.after.itemId})` : sql``}
    order by s.sort_at desc, s.item_id desc limit ${BY_DATE_ROWS_MAX}) w
  where ${candidateQuery.text.exact === "" ? sql`true` : sql`w.words @@ ${candidateQuery.text.exact}::tsquery`} ${ofFeeds(sql, candidateQuery)}
  order by w.sort_at desc, w.item_id desc limit ${limit})`

/**
 * Reads the index, filters and sorts the result, and only then checks phrases, as far as needed. `offset 0` and the
 * time bounds keep PostgreSQL from scanning all items by date in the hope of an early match, which for a rare word
 * means the whole library.
 */
const byIndex = (sql: SqlClient, candidateQuery: CandidateQuery, limit: number) => {
  const { text, fromMs, beforeMs, after } = candidateQuery
  const given = sql`
    select * from (
      select s.item_id, s.feed_id, s.sort_at, s.language, s.words from read.search_item s
      where s.words @@ ${coarseText(candidateQuery)}::tsquery and s.position <= ${upTo(sql, candidateQuery)}
        ${fromMs === undefined ? sql`` : sql`and extract(epoch from s.sort_at) * 1000 >= ${fromMs}`}
        ${beforeMs === undefined ? sql`` : sql`and extract(epoch from s.sort_at) * 1000 < ${beforeMs}`}
        ${after ? sql`and (extract(epoch from s.sort_at) * 1000, s.item_id) < (${after.sortMs}, ${after.itemId})` : sql``}
        ${candidateQuery.itemIds === null ? sql`` : sql`and s.item_id = any(${[...candidateQuery.itemIds]})`}
      offset 0) w
    where true ${ofFeeds(sql, candidateQuery)}`
  return text.isDecided
    ? sql`(select * from (${given}) g order by g.sort_at desc, g.item_id desc limit ${limit})`
    : sql`(select * from (select * from (${given}) g order by g.sort_at desc, g.item_id desc limit ${candidateQuery.isAtOnce === true ? CHECKED_AT_ONCE_MAX : CHECKED_MAX}) o
        where o.words @@ ${text.exact}::tsquery limit ${limit})`
}

/** Few feeds are filtered in the index too. */
const coarseText = ({ text, feedIds }: CandidateQuery): string =>
  feedIds === null || feedIds.length > FEEDS_BY_LABEL_MAX
    ? text.coarse
    : [`(${feedIds.map((feedId) => `'${labelOf.feed(feedId)}'`).join(" | ")})`, text.coarse]
        .filter((each) => each !== "")
        .join(" & ")

/** Filters by feeds and sources. */
const ofFeeds = (sql: SqlClient, { feedIds, itemIds, sources }: CandidateQuery) => sql`
  ${itemIds === null ? sql`` : sql`and w.item_id = any(${[...itemIds]})`}
  ${feedIds === null ? sql`` : sql`and w.feed_id = any(${feedIds.slice(0, FEEDS_MAX)})`}
  ${sources.length === 0 ? sql`` : sql`and w.feed_id in (select f.feed_id from read.feed f where f.source = any(${[...sources]}))`}`

/** In a query of its own, so that it is looked up once. */
const upTo = (sql: SqlClient, { asOf }: CandidateQuery) =>
  asOf === null ? sql`(select ${livePosition(sql)})` : sql`${asOf}`

const at = (sql: SqlClient, ms: number) => sql`to_timestamp(${ms / 1000}::float8)`
