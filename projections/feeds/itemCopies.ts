import { Effect } from "effect"
import { Sql } from "#core/kernel"

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
