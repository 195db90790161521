import type { SqlClient } from "#core/kernel"
import type { Search } from "#core/library"
import { FOUND_COUNT_MAX, type IndexHit, type IndexPage, type PageQuery } from "../SearchIndex.ts"
import { type CandidateQuery, candidates } from "./candidates.ts"
import { capCount, countItems, exceedsCountLimit } from "./countItems.ts"
import type { Frequencies } from "./Frequencies.ts"
import { BY_DATE_ROWS_MAX, type Plan, planOf, RANKED_MAX } from "./planOf.ts"
import { livePosition } from "./positionOf.ts"
import { queryText, rankText } from "./tsquery.ts"

/** Matches needed, as a multiple of a page, before sorting by relevance makes sense. */
const RANKED_MIN_TIMES = 2

type Found = { readonly hits: ReadonlyArray<IndexHit>; readonly count: number; readonly asOf: number }

/** Reads one page of results. */
export const findItems = async (sql: SqlClient, frequencies: Frequencies, query: PageQuery): Promise<IndexPage> => {
  const text = queryText(query.search)
  const begun = { ...query, text, asOf: query.after?.asOf ?? null }
  const plan = text.hasNeeds ? chosen(frequencies, begun) : "date"
  const isWhole = plan === "index" || frequencies.items <= BY_DATE_ROWS_MAX
  const first = await readPage(sql, begun, plan)
  const { asOf } = first
  const pageQuery = { ...begun, asOf }
  // Too few among the newest: the words were more common before.
  const isShort = !isWhole && text.hasNeeds && first.hits.length < query.limit
  const { hits, count } = isShort ? await readPage(sql, pageQuery, "index") : first
  if (!query.isCounted) return { hits, asOf, found: null }
  if (query.after !== null || (plan === "date" && !isShort))
    return { hits, asOf, found: await countItems(sql, frequencies, pageQuery) }
  const isPart = !text.isDecided && exceedsCountLimit(frequencies, query.search)
  if (isPart && query.sort === "newest" && hits.length < query.limit) {
    // The phrase may also occur beyond the items checked at once.
    const further = await readPage(sql, { ...pageQuery, isCounted: false }, "index")
    return { hits: further.hits, asOf, found: { ...capCount(further.count), isMore: further.count >= query.limit } }
  }
  const found = capCount(count)
  return { hits, asOf, found: { ...found, isMore: found.isMore || (isPart && count > 0) } }
}

const chosen = (frequencies: Frequencies, pageQuery: CandidateQuery & PageQuery): Plan =>
  pageQuery.itemIds !== null
    ? "index"
    : planOf(frequencies, {
        share: frequencies.share(pageQuery.search) * frequencies.sourceShare(pageQuery.sources),
        givenShare: frequencies.share(pageQuery.search, false),
        isDecided: pageQuery.text.isDecided,
        timeShare: frequencies.timeShare(pageQuery.fromMs, pageQuery.beforeMs),
        wanted: pageQuery.sort === "best" ? RANKED_MAX : pageQuery.limit,
        needed: pageQuery.sort === "best" ? pageQuery.limit * RANKED_MIN_TIMES : pageQuery.limit,
      })

const readPage = async (sql: SqlClient, pageQuery: CandidateQuery & PageQuery, plan: Plan): Promise<Found> => {
  const { sort, limit, isCounted } = pageQuery
  const wanted = sort === "best" ? RANKED_MAX : limit
  // All matches were read, so they are counted too.
  const isAtOnce = sort === "best" || (isCounted && plan === "index")
  const read = isCounted && plan === "index" ? Math.max(wanted, FOUND_COUNT_MAX + 1) : wanted
  const after = sort === "best" ? null : pageQuery.after
  const [row] = await sql<Array<Found>>`
    with c as materialized (select * from ${candidates(sql, { ...pageQuery, after, isAtOnce }, plan, read)} c)
    select (select count(*)::int from c) as count, ${pageQuery.asOf ?? livePosition(sql)}::bigint as "asOf", coalesce(jsonb_agg(p), '[]'::jsonb) as hits
    from ${sort === "best" ? best(sql, pageQuery) : newest(sql, pageQuery)} p`
  return row ?? { hits: [], count: 0, asOf: 0 }
}

const newest = (sql: SqlClient, { limit }: PageQuery) => sql`(
  select item_id as "itemId", ${milliseconds(sql)}::bigint as "sortMs", 0 as score
  from c order by sort_at desc, item_id desc limit ${limit})`

const milliseconds = (sql: SqlClient) => sql`(extract(epoch from c.sort_at) * 1000)`

/** The newest matches sorted by an integer score, so that cursors are exact. */
const best = (sql: SqlClient, { after, limit, search, nowMs: now }: PageQuery) => {
  const ageMs = sql`least(0, ${milliseconds(sql)} - ${after?.nowMs ?? now})`
  return sql`(
    select * from (
      select c.item_id as "itemId", ${milliseconds(sql)}::bigint as "sortMs",
        (1e6 * ${rank(sql, search)} * (1 + 2 ^ (${ageMs} / ${HALF_LIFE_DAYS * DAY_MS}::float8)))::bigint as score
      from (select * from c order by sort_at desc, item_id desc limit ${RANKED_MAX}) c) r
    where ${after === null ? sql`true` : sql`(score, "sortMs", "itemId") < (${after.score}, ${after.sortMs}, ${after.itemId})`}
    order by score desc, "sortMs" desc, "itemId" desc limit ${limit})`
}

/** Title weighs most, then tags and author, summary, body. */
const WEIGHTS = "{0.05,0.25,0.4,1.0}"
/** Divides by the logarithm of the text length. */
const BY_LENGTH = 1
/** Half of the freshness score fades in this time; the other half stays. */
const HALF_LIFE_DAYS = 30
const DAY_MS = 86_400_000

/** Each item is matched by the words of its own language. */
const rank = (sql: SqlClient, { branches }: Search) => {
  const texts = branches
    .map((branch) => ({ languages: branch.languages, text: rankText(branch) }))
    .filter(({ text }) => text !== "")
  const rest = texts.find(({ languages }) => languages.includes("und")) ?? texts[0]
  if (rest === undefined) return sql`1`
  const own = texts.filter((each) => each !== rest)
  const by = (text: string) => sql`ts_rank(${WEIGHTS}::float4[], c.words, ${text}::tsquery, ${BY_LENGTH})`
  if (own.length === 0) return by(rest.text)
  return sql`case ${own.map(({ languages, text }) => sql`when c.language = any(${[...languages]}) then ${by(text)} `)} else ${by(rest.text)} end`
}
