import type { SqlClient } from "#core/kernel"
import type { Search } from "#core/library"
import type { CappedCount, SourceFound } from "../../SearchPage.ts"
import { FOUND_COUNT_MAX, type IndexQuery } from "../SearchIndex.ts"
import { type CandidateQuery, candidates } from "./candidates.ts"
import type { Frequencies } from "./Frequencies.ts"
import { BY_DATE_ROWS_MAX, CHECKED_AT_ONCE_MAX, CHECKED_MAX } from "./planOf.ts"
import { queryText } from "./tsquery.ts"

/** If the estimate exceeds the maximum by this factor, the count is skipped. */
const SURELY_MORE = 4
/** Items of the index that may be counted one by one. */
const GIVEN_MAX = 40_000
/** Matches in which sources are counted; larger results count their newest. */
const SOURCES_AMONG_MAX = 5_000

/** Counts the matches of a search up to `FOUND_COUNT_MAX`. */
export const countItems = async (
  sql: SqlClient,
  frequencies: Frequencies,
  candidateQuery: CandidateQuery,
): Promise<CappedCount> => {
  const { text, search, sources, fromMs, beforeMs, feedIds, itemIds } = candidateQuery
  const ofTime = frequencies.timeShare(fromMs, beforeMs)
  const isOfAll = feedIds === null && itemIds === null
  const expected = frequencies.items * frequencies.share(search) * ofTime * frequencies.sourceShare(sources)
  if (text.isDecided && isOfAll && expected > FOUND_COUNT_MAX * SURELY_MORE)
    return { count: FOUND_COUNT_MAX, isMore: true }
  const given = frequencies.items * frequencies.share(search, false)
  // Too many to check: those among the newest are counted, and there are more.
  const isFew = text.isDecided ? !isOfAll || given < GIVEN_MAX : given < CHECKED_MAX
  const plan = text.hasNeeds && isFew ? "index" : "date"
  const limit = FOUND_COUNT_MAX + 1
  const [row] = await sql<Array<{ count: number }>>`
    select count(*)::int as count from (select 1 from ${candidates(sql, { ...candidateQuery, after: null, isAtOnce: true }, plan, limit)} c) x`
  const { count, isMore } = capCount(row?.count ?? 0)
  const isPart =
    plan === "date"
      ? frequencies.items * ofTime > BY_DATE_ROWS_MAX
      : !text.isDecided && count > 0 && exceedsCountLimit(frequencies, search)
  return { count, isMore: isMore || isPart }
}

/** Whether the index returns more than is checked at once. */
export const exceedsCountLimit = (frequencies: Frequencies, search: Search): boolean =>
  frequencies.items * frequencies.share(search, false) > CHECKED_AT_ONCE_MAX

export const capCount = (count: number): CappedCount => ({
  count: Math.min(count, FOUND_COUNT_MAX),
  isMore: count > FOUND_COUNT_MAX,
})

/** The counts per source. */
export const countSources = async (
  sql: SqlClient,
  frequencies: Frequencies,
  query: IndexQuery,
): Promise<ReadonlyArray<SourceFound>> => {
  const text = queryText(query.search)
  const candidateQuery: CandidateQuery = { ...query, sources: [], text, asOf: null }
  const plan =
    text.hasNeeds && frequencies.items * frequencies.share(query.search, false) < SOURCES_AMONG_MAX * SURELY_MORE
      ? "index"
      : "date"
  const rows = await sql<Array<{ source: SourceFound["source"]; count: number; total: number }>>`
    select f.source, count(*)::int as count, sum(count(*)) over ()::int as total
    from ${candidates(sql, candidateQuery, plan, SOURCES_AMONG_MAX)} c join read.feed f using (feed_id)
    group by f.source order by 2 desc, 1`
  const isPart = (rows[0]?.total ?? 0) >= SOURCES_AMONG_MAX || (plan === "date" && frequencies.items > BY_DATE_ROWS_MAX)
  return rows.map(({ source, count }) => ({
    source,
    count: Math.min(count, FOUND_COUNT_MAX),
    isMore: isPart || count > FOUND_COUNT_MAX,
  }))
}
