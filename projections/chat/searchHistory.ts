import { Effect } from "effect"
import { HISTORY_PAGE_MAX, MESSAGE_LIST_PAGE, ROOMS_PER_PERSON_MAX, SEARCH_TEXT_LENGTH_MAX } from "#contract/chat"
import { Sql, type SqlClient } from "#core/kernel"
import { readSearch, UNKNOWN_LANGUAGE } from "#core/library"
import { queryText } from "#projections/library"
import { roomLabel } from "./chat.projection.ts"
import { type HistoryMessage, messageColumns } from "./pageHistory.ts"

export type HistorySearch = {
  /** Rooms that the caller may read. */
  readonly roomIds: ReadonlyArray<string>
  readonly text: string
  readonly limit?: number
  /** `next` of the previous page. */
  readonly cursor?: string | null
}

export type FoundHistory = {
  /** Newest first. */
  readonly messages: ReadonlyArray<HistoryMessage>
  readonly next: string | null
}

/** Newest messages scanned in total and at least per room before the word index is used. */
const LOOKED_THROUGH_MAX = 4_000
const LOOKED_THROUGH_MIN = 40
/** Newest matches checked for phrases. */
const CHECKED_MAX = 10_000

/**
 * Searches messages with the library's query syntax: words, "phrases", -without. Frequent words are found among the
 * newest messages, rare ones by the index. Raw SQL: left to itself PostgreSQL reads a million messages for a rare word.
 */
export const searchHistory = Effect.fn("searchHistory")(function* ({ roomIds, text, limit, cursor }: HistorySearch) {
  const { client: sql } = yield* Sql
  const query = queryOf(text)
  const ids = roomIds.slice(0, ROOMS_PER_PERSON_MAX)
  if (query === null || ids.length === 0) return NOTHING
  const size = Math.min(Math.max(Math.floor(limit ?? MESSAGE_LIST_PAGE), 1), HISTORY_PAGE_MAX)
  const history: HistoryQuery = { sql, ids, query, before: placeOf(cursor), limit: size + 1 }
  return yield* Effect.promise(async () => {
    const near = await (ids.length === 1 ? amongNewestOfOne(history) : amongNewest(history))
    const found = near.length > size || near[0]?.isAll === true ? near : await byIndex(history)
    const shown = found.filter(({ seq }) => seq !== null).slice(0, size)
    const last = found.length > size ? shown.at(-1) : undefined
    return {
      messages: await readMessages(sql, shown),
      next: last === undefined ? null : cursorAt(last),
    }
  })
})

const NOTHING: FoundHistory = { messages: [], next: null }

/** The query over folded words; null if it requires no word. */
const queryOf = (text: string) => {
  const { branches } = readSearch(text.slice(0, SEARCH_TEXT_LENGTH_MAX), [UNKNOWN_LANGUAGE])
  const query = queryText({
    branches: branches.filter(({ languages }) => languages.includes(UNKNOWN_LANGUAGE)),
    labels: [],
  })
  return query.hasNeeds ? query : null
}

type HitPosition = { readonly ms: number; readonly roomId: string; readonly seq: number }
type HistoryQuery = {
  readonly sql: SqlClient
  readonly ids: ReadonlyArray<string>
  readonly query: ReturnType<typeof queryText>
  readonly before: HitPosition | null
  readonly limit: number
}
type Hit = HitPosition & { readonly isAll: boolean }

const PLACE = /^(\d{1,15})\.([0-9a-z]{20})\.(\d{1,10})$/

const cursorAt = ({ ms, roomId, seq }: HitPosition): string => `${ms}.${roomId}.${seq}`

/** The cursor after a found message. */
export const searchCursor = (sentAtIso: string, roomId: string, seq: number): string =>
  cursorAt({ ms: Date.parse(sentAtIso), roomId, seq })

const placeOf = (cursor: string | null | undefined): HitPosition | null => {
  const [, ms, roomId, seq] = PLACE.exec(cursor ?? "") ?? []
  return ms === undefined || roomId === undefined ? null : { ms: Number(ms), roomId, seq: Number(seq) }
}

const milliseconds = (sql: SqlClient) => sql`(extract(epoch from posted_at) * 1000)::bigint as ms`

const earlier = ({ sql, before }: HistoryQuery) =>
  before === null
    ? sql``
    : sql`and m.posted_at <= to_timestamp(${before.ms / 1000}::float8)
        and (m.posted_at, m.room_id, m.seq) < (to_timestamp(${before.ms / 1000}::float8), ${before.roomId}, ${before.seq})`

/** Scans the newest messages of one room. `isAll`: the room has no others. */
const amongNewestOfOne = (history: HistoryQuery) => {
  const { sql, ids, query, limit } = history
  return sql<Array<Hit>>`
    select r.room_id as "roomId", h.seq, h.ms, r.head <= ${LOOKED_THROUGH_MAX} as "isAll"
    from read.chat_room r left join lateral (
      select seq, ${milliseconds(sql)} from (
        select m.seq, m.posted_at, m.words @@ ${query.exact}::tsquery as is_hit
        from read.chat_message m where m.room_id = r.room_id ${earlier(history)}
        order by m.posted_at desc, m.seq desc limit ${LOOKED_THROUGH_MAX}) m
      where is_hit limit ${limit}) h on true
    where r.room_id = ${ids[0] ?? ""} order by h.seq desc`
}

/**
 * Scans the newest messages of each room. Results older than the oldest scanned message of a longer room are left to
 * the index. `isAll`: there are no other messages.
 */
const amongNewest = (history: HistoryQuery) => {
  const { sql, ids, query, limit } = history
  const each = Math.max(Math.floor(LOOKED_THROUGH_MAX / ids.length), LOOKED_THROUGH_MIN)
  return sql<Array<Hit>>`
    with seen as materialized (
      select m.* from unnest(${[...ids]}::text[]) as r (room_id) cross join lateral (
        select m.room_id, m.seq, m.posted_at, m.words @@ ${query.exact}::tsquery as is_hit
        from read.chat_message m where m.room_id = r.room_id ${earlier(history)}
        order by m.posted_at desc, m.seq desc limit ${each}) m),
    horizon as (
      select max(oldest) as at
      from (select min(posted_at) as oldest from seen group by room_id having count(*) >= ${each}) o)
    (select room_id as "roomId", seq, ${milliseconds(sql)}, horizon.at is null as "isAll"
      from seen cross join horizon
      where is_hit and (horizon.at is null or posted_at > horizon.at)
      order by posted_at desc, room_id desc, seq desc limit ${limit})
    union all
    -- No match is a complete result too if everything was scanned.
    (select '', null, null, true from horizon where horizon.at is null
      and not exists (select from seen where is_hit))`
}

/** Uses the word index. `offset 0` keeps PostgreSQL from another plan. */
const byIndex = (history: HistoryQuery) => {
  const { sql, ids, query, limit } = history
  const labels = ids.map((roomId) => `'${roomLabel(roomId)}'`).join(" | ")
  const given = sql`(
    select * from (
      select m.room_id, m.seq, m.posted_at, m.words from read.chat_message m
      where m.words @@ ${`(${labels}) & ${query.coarse}`}::tsquery ${earlier(history)} offset 0) g
    order by posted_at desc, room_id desc, seq desc limit ${query.isDecided ? limit : CHECKED_MAX})`
  return sql<Array<Hit>>`
    select room_id as "roomId", seq, ${milliseconds(sql)}, true as "isAll" from ${given} m
    ${query.isDecided ? sql`` : sql`where words @@ ${query.exact}::tsquery`}
    order by posted_at desc, room_id desc, seq desc limit ${limit}`
}

const readMessages = async (sql: SqlClient, hits: ReadonlyArray<HitPosition>) => {
  if (hits.length === 0) return []
  return sql<Array<HistoryMessage>>`
    select ${messageColumns(sql)}
    from unnest(${hits.map(({ roomId }) => roomId)}::text[], ${hits.map(({ seq }) => seq)}::int[])
        with ordinality as h (room_id, seq, place)
      join read.chat_message m on m.room_id = h.room_id and m.seq = h.seq
      left join read.account a on a.person_id = m.sender_id
    order by h.place`
}
