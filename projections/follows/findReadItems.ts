import { Effect } from "effect"
import { MARK_DAYS } from "#core/follows"
import { Sql } from "#core/kernel"

/**
 * The given items that a person has read: by the item's mark, otherwise by the read position of its feed, otherwise by
 * its age.
 */
export const findReadItems = Effect.fn("findReadItems")(function* (personId: string, itemIds: ReadonlyArray<string>) {
  if (itemIds.length === 0) return new Set<string>()
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ itemId: string }>>`
      select i.item_id as "itemId" from read.item i
        left join reading.mark m on m.person_id = ${personId}::uuid and m.item_id = i.item_id
        left join reading.horizon h on h.person_id = ${personId}::uuid and h.feed_id = i.feed_id
      where i.item_id = any(${[...itemIds]})
        and coalesce(m.is_read, i.position <= h.position or i.sort_at < now() - ${MARK_DAYS} * interval '1 day', false)`,
  )
  return new Set(rows.map(({ itemId }) => itemId))
})

/** Items of some feeds, up to a log position, that were marked unread: ReadMarks.markAll ends these marks. */
export const unreadMarksAmong = Effect.fn("unreadMarksAmong")(function* (
  personId: string,
  feedIds: ReadonlyArray<string>,
  position: number,
) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ itemId: string }>>`
      select m.item_id as "itemId" from reading.mark m join read.item i using (item_id)
      where m.person_id = ${personId}::uuid and not m.is_read and i.feed_id = any(${[...feedIds]})
        and i.position <= ${position}`,
  )
  return rows.map(({ itemId }) => itemId)
})
