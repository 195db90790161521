import { Effect } from "effect"
import { MARK_DAYS } from "#core/follows"
import { Sql } from "#core/kernel"
import { MARK_LENGTH } from "./readState.ts"

/** Copies that are found at once: a story that more feeds carry keeps some unread copies. */
const COPIES_MAX = 2_000

/**
 * The given items and all others with the same story. A list shows a story once, so marking it marks all copies.
 */
export const itemCopies = Effect.fn("itemCopies")(function* (itemIds: ReadonlyArray<string>) {
  if (itemIds.length === 0) return []
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ itemId: string; feedId: string }>>`
      select distinct o.item_id as "itemId", o.feed_id as "feedId"
      from read.item i join read.item o using (link_key)
      where i.item_id = any(${[...itemIds]}) limit ${COPIES_MAX}`,
  )
  return rows
})

/** Items of these feeds whose ids begin with one of these marks of a guest (readState.ts). Older items count as read. */
export const findMarkedItems = Effect.fn("findMarkedItems")(function* (
  marks: ReadonlyArray<string>,
  feedIds: ReadonlyArray<string>,
) {
  if (marks.length === 0 || feedIds.length === 0) return []
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ itemId: string }>>`
      select item_id as "itemId" from read.item
      where feed_id = any(${[...feedIds]}) and sort_at >= now() - ${MARK_DAYS} * interval '1 day'
        and left(item_id, ${MARK_LENGTH}) = any(${[...marks]})
      limit ${COPIES_MAX}`,
  )
  return rows.map(({ itemId }) => itemId)
})
