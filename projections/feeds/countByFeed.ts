import { Effect } from "effect"
import type { Source } from "#contract/feeds"
import { Sql } from "#core/kernel"

export type FeedCount = { readonly feedId: string; readonly source: Source; readonly count: number }

/**
 * Where each of the given feeds is from and how many items it has, in all or in a span of time; feeds that are not in the
 * library are left out. Bounds in milliseconds, the first included.
 */
export const countByFeed = Effect.fn("countByFeed")(function* (
  feedIds: ReadonlyArray<string>,
  { fromMs, beforeMs }: { readonly fromMs?: number | undefined; readonly beforeMs?: number | undefined } = {},
) {
  if (feedIds.length === 0) return []
  const { client: sql } = yield* Sql
  return yield* Effect.promise(() =>
    fromMs === undefined && beforeMs === undefined
      ? sql<Array<FeedCount>>`
          select feed_id as "feedId", source, item_count as count from read.feed where feed_id = any(${[...feedIds]})`
      : sql<Array<FeedCount>>`
          select f.feed_id as "feedId", f.source, (
            select count(*) from read.item i where i.feed_id = f.feed_id
              ${fromMs === undefined ? sql`` : sql`and i.sort_at >= to_timestamp(${fromMs / 1000}::float8)`}
              ${beforeMs === undefined ? sql`` : sql`and i.sort_at < to_timestamp(${beforeMs / 1000}::float8)`}) as count
          from read.feed f where f.feed_id = any(${[...feedIds]})`,
  )
})
