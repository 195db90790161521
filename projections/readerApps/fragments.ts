import { MARK_DAYS } from "#core/follows"
import type { SqlClient } from "#core/kernel"

export const DAY_MS = 86_400_000

/** Older items count as read (core/follows/ReadMarks.ts), so unread ones are only searched after this time. */
export const unreadFrom = (nowMs: number): Date => new Date(nowMs - MARK_DAYS * DAY_MS)

/** Joins the marks, read position and saved item of a person to an item `i`. */
export const statesOf = (sql: SqlClient, personId: string) => sql`
  left join reading.mark m on m.person_id = ${personId}::uuid and m.item_id = i.item_id
  left join reading.horizon h on h.person_id = ${personId}::uuid and h.feed_id = i.feed_id
  left join read.saved_item s on s.person_id = ${personId} and s.item_id = i.item_id`

/** Whether the item is read: by its mark, otherwise by the read position of its feed, otherwise by its age. */
export const isRead = (sql: SqlClient, nowMs: number) =>
  sql`coalesce(m.is_read, i.position <= h.position or i.sort_at < ${unreadFrom(nowMs)}, false)`

/** Items that may be unread: recent ones, and those that the person marked unread. */
export const maybeUnread = (sql: SqlClient, personId: string, feedIds: ReadonlyArray<string>, nowMs: number) => sql`(
  select * from read.item where feed_id = any(${[...feedIds]}) and sort_at >= ${unreadFrom(nowMs)}
  union all
  select j.* from reading.mark u join read.item j using (item_id)
  where u.person_id = ${personId}::uuid and not u.is_read and j.feed_id = any(${[...feedIds]})
    and j.sort_at < ${unreadFrom(nowMs)})`

/** Muted words in lower case, of one feed or (null) of all. */
export type Muted = ReadonlyArray<{ readonly feedId: string | null; readonly words: ReadonlyArray<string> }>

/** Excludes items with muted words. */
export const excludeMuted = (sql: SqlClient, muted: Muted) => {
  const pairs = muted.flatMap(({ feedId, words }) => words.map((word) => [feedId ?? "", word] as const))
  if (pairs.length === 0) return sql`true`
  return sql`not exists (
    select from unnest(${pairs.map(([feed]) => feed)}::text[], ${pairs.map(([, word]) => word)}::text[]) w(feed, word)
    where w.feed in ('', i.feed_id) and strpos(lower(i.title || ' ' || coalesce(i.summary, '')), w.word) > 0)`
}
