import { Effect } from "effect"
import type { SourceType } from "#contract/feeds"
import { Sql } from "#core/kernel"

export type SourceCount = { readonly source: SourceType; readonly count: number }

/** Number of items per source in the given feeds (null: all), most first. Time bounds in milliseconds. */
export const countBySource = Effect.fn("countBySource")(function* (
  feedIds: ReadonlyArray<string> | null,
  range: { readonly fromMs?: number | undefined; readonly beforeMs?: number | undefined } = {},
) {
  if (feedIds?.length === 0) return []
  const { client: sql } = yield* Sql
  const { fromMs, beforeMs } = range
  const ofFeeds = feedIds === null ? sql`` : sql`and f.feed_id = any(${[...feedIds]})`
  return yield* Effect.promise(() =>
    fromMs === undefined && beforeMs === undefined
      ? sql<Array<SourceCount>>`
          select source, sum(item_count)::int as count from read.feed f where item_count > 0 ${ofFeeds} group by source order by 2 desc, 1`
      : sql<Array<SourceCount>>`
          select f.source, count(*)::int as count from read.item i join read.feed f using (feed_id)
          where true ${ofFeeds}
            ${fromMs === undefined ? sql`` : sql`and i.sort_at >= to_timestamp(${fromMs / 1000}::float8)`}
            ${beforeMs === undefined ? sql`` : sql`and i.sort_at < to_timestamp(${beforeMs / 1000}::float8)`}
          group by f.source order by 2 desc, 1`,
  )
})

/** Size of the library. */
export type LibraryCounts = { readonly items: number; readonly feeds: number; readonly languages: number }

/** Number of items, feeds and languages. */
export const libraryCounts = Effect.fn("libraryCounts")(function* () {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(async () => {
    const [row] = await sql<Array<LibraryCounts>>`
      select coalesce(sum(item_count), 0)::bigint as items, count(*) as feeds,
        count(distinct split_part(lower(language), '-', 1)) as languages from read.feed`
    return row ?? { items: 0, feeds: 0, languages: 0 }
  })
})
