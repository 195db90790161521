import { is, type RowOf, table } from "#projections/runner"
import type { AboutFeed } from "./feedVectorOf.ts"

/**
 * Every item for searches. Words are stored out of line, so that sorting thousands of rows does not read them;
 * `fastupdate` is off, because every search reads a pending list.
 */
export const searchItem = table(
  "search_item",
  {
    item_id: is.text,
    feed_id: is.text,
    /** Permanent position in date order. */
    sort_at: is.at,
    /** Position of its first event. */
    position: is.bigint,
    /** Primary language, `und` if unknown. */
    language: is.text,
    words: is.vector,
    /** Operators withhold it alone; see `withheldSearchFeed` for whole feeds. */
    is_withheld: is.bool,
  },
  {
    key: ["item_id"],
    withheld: { flag: "is_withheld", within: { column: "feed_id", table: "withheld_search_feed" } },
    indexes: ["using gin (words) with (fastupdate = off)", "(sort_at desc, item_id desc)", "(feed_id, sort_at desc)"],
    storage: "toast_tuple_target = 128",
  },
)

/** Feeds whose items operators withhold. */
export const withheldSearchFeed = table("withheld_search_feed", { feed_id: is.text }, { key: ["feed_id"] })

/** Every feed for searches. */
export const searchFeed = table(
  "search_feed",
  { feed_id: is.text, url: is.text, about: is.json<AboutFeed>(), words: is.vector },
  { key: ["feed_id"], indexes: ["using gin (words)"] },
)

export type SearchTables = {
  "read.search_item": RowOf<typeof searchItem.columns>
  "read.search_feed": RowOf<typeof searchFeed.columns>
}
