import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** How many items each of the given feeds has in a span of time; feeds without any are left out. Bounds in milliseconds. */
export const countByFeed = Effect.fn("countByFeed")(function* (
  feedIds: ReadonlyArray<string>,
  { fromMs, beforeMs }: { readonly fromMs?: number | undefined; readonly beforeMs?: number | undefined },
) {
  if (feedIds.length === 0) return new Map<string, number>()
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ feedId: string; count: number }>>`
      select feed_id as "feedId", count(*)::int as count from read.item i
      where feed_id = any(${[...feedIds]})
        ${fromMs === undefined ? sql`` : sql`and sort_at >= to_timestamp(${fromMs / 1000}::float8)`}
        ${beforeMs === undefined ? sql`` : sql`and sort_at < to_timestamp(${beforeMs / 1000}::float8)`}
      group by feed_id`,
  )
  return new Map(rows.map(({ feedId, count }) => [feedId, count]))
})
