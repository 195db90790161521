import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { type DirectoryFeed, directoryColumns } from "./listFeeds.ts"

export const POPULAR_FEEDS_MAX = 50
/** Readers' visits within this time make a feed popular. */
export const POPULAR_DAYS = 30

/** A feed with the number of times that its items were opened of late. */
export type PopularFeed = DirectoryFeed & { readonly accesses: number }

/** The feeds whose items were opened most in the last 30 days; where nobody opened any, those that published last. */
export const popularFeeds = Effect.fn("popularFeeds")(function* (limit: number = 10) {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(
    () => sql<Array<PopularFeed>>`
      select ${directoryColumns(sql)}, coalesce(a.accesses, 0) as accesses
      from read.feed left join (
        select feed_id, sum(accesses)::int as accesses from read.feed_access
        where day >= (now() - ${POPULAR_DAYS} * interval '1 day') group by feed_id) a using (feed_id)
      where item_count > 0 and failure is null
      order by coalesce(a.accesses, 0) desc, last_updated desc nulls last, feed_id
      limit ${Math.min(Math.max(limit, 1), POPULAR_FEEDS_MAX)}`,
  )
})
