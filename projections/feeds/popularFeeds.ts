import { Effect } from "effect"
import { type InferResult, sql } from "kysely"
import { Sql } from "#core/kernel"
import { directoryFeedsWith } from "./listFeeds.ts"

export const POPULAR_FEEDS_MAX = 50
/** Days of reader visits that count. */
export const POPULAR_DAYS = 30

const popular = directoryFeedsWith<{ "read.feed_access": { feed_id: string; day: Date; accesses: number } }>()
  .leftJoin(
    (eb) =>
      eb
        .selectFrom("read.feed_access")
        .select((each) => ["feed_id", each.cast<number>(each.fn.sum("accesses"), "integer").as("accesses")])
        .where("day", ">=", sql<Date>`now() - ${POPULAR_DAYS} * interval '1 day'`)
        .groupBy("feed_id")
        .as("visited"),
    (join) => join.onRef("visited.feed_id", "=", "read.feed.feed_id"),
  )
  .select((eb) => eb.fn.coalesce("visited.accesses", eb.lit(0)).as("accesses"))
  .where("item_count", ">", 0)
  .where("is_listed", "=", true)
  .where("failure", "is", null)
  .orderBy("accesses", "desc")
  .orderBy("last_updated", (order) => order.desc().nullsLast())
  .orderBy("read.feed.feed_id")

/** A feed with its recent visits. */
export type PopularFeed = InferResult<typeof popular>[number]

/** Feeds by visits of the last 30 days; then feeds without visits, by their newest items. */
export const popularFeeds = Effect.fn("popularFeeds")(function* (limit: number = 10) {
  const { query } = yield* Sql
  return yield* query(popular.limit(Math.min(Math.max(limit, 1), POPULAR_FEEDS_MAX)))
})
