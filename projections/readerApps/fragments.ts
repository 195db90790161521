import { MARK_DAYS } from "#core/follows"
import type { SqlClient } from "#core/kernel"

export const DAY_MS = 86_400_000

/** What is older than this counts as read (core/reading): the time before which nothing unread is looked for. */
export const unreadFrom = (nowMs: number): Date => new Date(nowMs - MARK_DAYS * DAY_MS)

/** The marks, the horizon and the saved item of a person that belong to an item `i`. */
export const statesOf = (sql: SqlClient, personId: string) => sql`
  left join reading.mark m on m.person_id = ${personId}::uuid and m.item_id = i.item_id
  left join reading.horizon h on h.person_id = ${personId}::uuid and h.feed_id = i.feed_id
  left join read.saved_item s on s.person_id = ${personId} and s.item_id = i.item_id`

/** Whether the item is read: by its mark, else by what was read of its feed, else because it is old. */
export const isRead = (sql: SqlClient, nowMs: number) =>
  sql`coalesce(m.is_read, i.position <= h.position or i.sort_at < ${unreadFrom(nowMs)}, false)`

/** All that a person may not have read of some feeds: what is young, and what they marked unread themselves. */
export const maybeUnread = (sql: SqlClient, personId: string, feedIds: ReadonlyArray<string>, nowMs: number) => sql`(
  select * from read.item where feed_id = any(${[...feedIds]}) and sort_at >= ${unreadFrom(nowMs)}
  union all
  select j.* from reading.mark u join read.item j using (item_id)
  where u.person_id = ${personId}::uuid and not u.is_read and j.feed_id = any(${[...feedIds]})
    and j.sort_at < ${unreadFrom(nowMs)})`

/** Words that keep an item out, of one feed or (null) of all; lower case. */
export type Muted = ReadonlyArray<{ readonly feedId: string | null; readonly words: ReadonlyArray<string> }>

/** What has none of the words that a person mutes. */
export const notMuted = (sql: SqlClient, muted: Muted) => {
  const pairs = muted.flatMap(({ feedId, words }) => words.map((word) => [feedId ?? "", word] as const))
  if (pairs.length === 0) return sql`true`
  return sql`not exists (
    select from unnest(${pairs.map(([feed]) => feed)}::text[], ${pairs.map(([, word]) => word)}::text[]) w(feed, word)
    where w.feed in ('', i.feed_id) and strpos(lower(i.title || ' ' || coalesce(i.summary, '')), w.word) > 0)`
}
