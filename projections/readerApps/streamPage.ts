import { Clock, Effect } from "effect"
import { MARK_DAYS } from "#core/follows"
import { Sql, type SqlClient } from "#core/kernel"
import { DAY_MS, excludeMuted, isRead, type Muted, maybeUnread, statesOf } from "./fragments.ts"

export type StreamQuery = {
  readonly personId: string
  /** Items of these feeds; null for saved items. */
  readonly feedIds: ReadonlyArray<string> | null
  readonly muted: Muted
  /** Only read or only unread items; the same for saved ones. */
  readonly isRead?: boolean | undefined
  readonly isSaved?: boolean | undefined
  /** When items were first seen, in milliseconds: lower and upper bound. */
  readonly fromMs?: number | undefined
  readonly untilMs?: number | undefined
  readonly oldestFirst: boolean
  readonly limit: number
  /** `next` of the page before. */
  readonly cursor?: string | undefined
}

/** An item of a stream. `seenMs` is when it was first seen. */
type StreamEntry = { readonly itemId: string; readonly seenMs: number }

/** `seenMs.sortMs.itemId` of the last item of the page before. */
const CURSOR = /^(\d{1,14})\.(-?\d{1,14})\.([0-9a-z]{20})$/

/**
 * A page of a stream in one statement, ordered by when items were first seen, then by date. Neither changes, so pages
 * neither repeat nor miss items while new ones arrive. Apps stop at the first item that they know, which the order by
 * date alone would not allow.
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
      where ${query.feedIds === null ? sql`true` : excludeMuted(sql, muted)}
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

/** The smallest set that contains everything requested. */
const itemsOf = (sql: SqlClient, { feedIds, personId, isRead, fromMs }: StreamQuery, nowMs: number) => {
  if (feedIds === null)
    return sql`(select j.* from read.saved_item k join read.item j using (item_id) where k.person_id = ${personId})`
  if (isRead === false) return maybeUnread(sql, personId, feedIds, nowMs)
  // An item that was that old when first seen counted as read from the start.
  const newsFrom = fromMs === undefined ? undefined : new Date(fromMs - MARK_DAYS * DAY_MS)
  return newsFrom === undefined || Number.isNaN(newsFrom.getTime())
    ? sql`(select * from read.item where feed_id = any(${[...feedIds]}))`
    : sql`(select * from read.item where feed_id = any(${[...feedIds]}) and sort_at >= ${newsFrom})`
}

/** The rest after a cursor; everything if the cursor is invalid. */
const behind = (sql: SqlClient, { cursor, oldestFirst }: StreamQuery) => {
  const [, seenMs, sortMs, itemId = ""] = CURSOR.exec(cursor ?? "") ?? []
  if (seenMs === undefined || sortMs === undefined) return sql`true`
  const place = sql`(${new Date(Number(seenMs))}::timestamptz, ${new Date(Number(sortMs))}::timestamptz, ${itemId}::text)`
  return oldestFirst
    ? sql`(i.first_seen_at, i.sort_at, i.item_id) > ${place}`
    : sql`(i.first_seen_at, i.sort_at, i.item_id) < ${place}`
}
