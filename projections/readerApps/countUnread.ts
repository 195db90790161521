import { Clock, Effect } from "effect"
import { Sql } from "#core/kernel"
import { excludeMuted, isRead, type Muted, maybeUnread, statesOf } from "./fragments.ts"

/**
 * Unread items per feed, and when the newest of them was first seen (milliseconds); feeds without unread items are left
 * out.
 */
export const countUnread = Effect.fn("countUnread")(function* (
  personId: string,
  feedIds: ReadonlyArray<string>,
  muted: Muted,
) {
  if (feedIds.length === 0) return []
  const { client: sql } = yield* Sql
  const nowMs = yield* Clock.currentTimeMillis
  return yield* Effect.promise(
    () => sql<Array<{ readonly feedId: string; readonly count: number; readonly newestMs: number }>>`
      select i.feed_id as "feedId", count(*) as count,
        (extract(epoch from max(i.first_seen_at)) * 1000)::bigint as "newestMs"
      from ${maybeUnread(sql, personId, feedIds, nowMs)} i ${statesOf(sql, personId)}
      where not ${isRead(sql, nowMs)} and ${excludeMuted(sql, muted)}
      group by i.feed_id`,
  )
})
