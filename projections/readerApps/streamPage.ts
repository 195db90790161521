import { Clock, Effect } from "effect"
import { MARK_DAYS } from "#core/follows"
import { Sql, type SqlClient } from "#core/kernel"
import { DAY_MS, isRead, type Muted, maybeUnread, notMuted, statesOf } from "./fragments.ts"

export type StreamQuery = {
  readonly personId: string
  /** The items of these feeds; null for what the person keeps for later. */
  readonly feedIds: ReadonlyArray<string> | null
  readonly muted: Muted
  /** Only what is read, or only what is not; the same for what is saved. */
  readonly isRead?: boolean | undefined
  readonly isSaved?: boolean | undefined
  /** When the items came to us, milliseconds: not before, and not after. */
  readonly fromMs?: number | undefined
  readonly untilMs?: number | undefined
  readonly oldestFirst: boolean
  readonly limit: number
  /** What the page before answered as `next`. */
  readonly cursor?: string | undefined
}

/** An item in a stream. `seenMs` says when it came to us. */
type StreamEntry = { readonly itemId: string; readonly seenMs: number }

/** `seenMs.sortMs.itemId` of the last item of the page before. */
const CURSOR = /^(\d{1,14})\.(-?\d{1,14})\.([0-9a-z]{20})$/

/**
 * A page of a stream, in one statement, in the order in which the items came to us; those that came together by date. Both
 * never change, so that a cursor names a place among all items, whatever arrives meanwhile: nothing comes twice, and nothing
 * that was there is left out. Apps stop where they meet what they have, which the order by date alone would not allow.
 */
export const streamPage = Effect.fn("streamPage")(function* (query: StreamQuery) {
  const { client: sql } = yield* Sql
  const nowMs = yield* Clock.currentTimeMillis
  const { personId, muted, limit, oldestFirst } = query
  const rows = yield* Effect.promise(
    () => sql<Array<StreamEntry & { readonly sortMs: number }>>`
      select i.item_id as "itemId", (extract(epoch from i.first_seen_at) * 1000)::bigint as "seenMs",
        (extract(epoch from i.sort_at) * 1000)::bigint as "sortMs"
      from ${itemsOf(sql, query, nowMs)} i ${statesOf(sql, personId)}
      where ${query.feedIds === null ? sql`true` : notMuted(sql, muted)}
        and ${query.isRead === undefined ? sql`true` : sql`${isRead(sql, nowMs)} = ${query.isRead}`}
        and ${query.isSaved === undefined ? sql`true` : sql`(s.item_id is not null) = ${query.isSaved}`}
        and ${query.fromMs === undefined ? sql`true` : sql`i.first_seen_at >= ${new Date(query.fromMs)}`}
        and ${query.untilMs === undefined ? sql`true` : sql`i.first_seen_at <= ${new Date(query.untilMs)}`}
        and ${behind(sql, query)}
      order by ${
        oldestFirst
          ? sql`i.first_seen_at, i.sort_at, i.item_id`
          : sql`i.first_seen_at desc, i.sort_at desc, i.item_id desc`
      }
      limit ${limit + 1}`,
  )
  const entries = rows.slice(0, limit)
  const last = rows.length > limit ? entries.at(-1) : undefined
  return { entries, next: last === undefined ? null : `${last.seenMs}.${last.sortMs}.${last.itemId}` }
})

/** As few items as hold all that is asked for. */
const itemsOf = (sql: SqlClient, { feedIds, personId, isRead, fromMs }: StreamQuery, nowMs: number) => {
  if (feedIds === null)
    return sql`(select j.* from read.saved_item k join read.item j using (item_id) where k.person_id = ${personId})`
  if (isRead === false) return maybeUnread(sql, personId, feedIds, nowMs)
  // What was that old when it came to us was read from the beginning, and is no news.
  const newsFrom = fromMs === undefined ? undefined : new Date(fromMs - MARK_DAYS * DAY_MS)
  return newsFrom === undefined || Number.isNaN(newsFrom.getTime())
    ? sql`(select * from read.item where feed_id = any(${[...feedIds]}))`
    : sql`(select * from read.item where feed_id = any(${[...feedIds]}) and sort_at >= ${newsFrom})`
}

/** What lies behind a cursor; everything where it is none of ours. */
const behind = (sql: SqlClient, { cursor, oldestFirst }: StreamQuery) => {
  const [, seenMs, sortMs, itemId = ""] = CURSOR.exec(cursor ?? "") ?? []
  if (seenMs === undefined || sortMs === undefined) return sql`true`
  const place = sql`(${new Date(Number(seenMs))}::timestamptz, ${new Date(Number(sortMs))}::timestamptz, ${itemId}::text)`
  return oldestFirst
    ? sql`(i.first_seen_at, i.sort_at, i.item_id) > ${place}`
    : sql`(i.first_seen_at, i.sort_at, i.item_id) < ${place}`
}
