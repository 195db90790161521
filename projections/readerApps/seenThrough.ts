import { Clock, Effect } from "effect"
import { Sql } from "#core/kernel"
import { unreadFrom } from "./fragments.ts"

/**
 * The items that some feeds had by a moment: everything up to a log position, and a few items after it. Fetches
 * overlap, so an earlier one may be written later; nothing from after the moment is before the position.
 * @param momentMs milliseconds since 1970
 */
export const seenThrough = Effect.fn("seenThrough")(function* (feedIds: ReadonlyArray<string>, momentMs: number) {
  const { client: sql } = yield* Sql
  const nowMs = yield* Clock.currentTimeMillis
  const moment = new Date(momentMs)
  const [row] = yield* Effect.promise(
    () => sql<Array<{ readonly position: number; readonly itemIds: ReadonlyArray<string> }>>`
      with found as materialized (
        select item_id, position, first_seen_at from read.item
        where feed_id = any(${[...feedIds]}) and sort_at >= ${unreadFrom(nowMs)}),
      edge as materialized (
        select coalesce((select min(position) from found where first_seen_at > ${moment}) - 1,
          (select p.position from es.live l join es.projection p using (name, build) where l.name = 'items'), 0) as position)
      select edge.position, coalesce((
        select json_agg(item_id) from found where first_seen_at <= ${moment} and found.position > edge.position
      ), '[]') as "itemIds" from edge`,
  )
  return row ?? { position: 0, itemIds: [] }
})
