import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** The count stops here. */
const NEW_ITEMS_MAX = 100
/** Items that appear with an older date are not announced. */
const NEW_ITEMS_DAYS = 7

/** Items of some feeds that came after a log position, up to NEW_ITEMS_MAX. */
export const countNewItems = Effect.fn("countNewItems")(function* (feedIds: ReadonlyArray<string>, position: number) {
  if (feedIds.length === 0) return 0
  const { client: sql } = yield* Sql
  const [row] = yield* Effect.promise(
    () => sql<Array<{ count: number }>>`
      select count(*) as count from (
        select from read.item i
        where i.feed_id = any(${[...feedIds]}) and i.position > ${position}
          and i.sort_at >= now() - ${NEW_ITEMS_DAYS} * interval '1 day'
        limit ${NEW_ITEMS_MAX}) n`,
  )
  return row?.count ?? 0
})
