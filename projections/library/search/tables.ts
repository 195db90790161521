import { is, type RowOf, table } from "#projections/runner"
import type { AboutFeed } from "./feedVectorOf.ts"

/**
 * Every item as a search sees it. The words lie apart from the rest of a row, so that thousands of rows can be put in
 * order without reading them; the index is written at once, because a list of what is still to be entered would be read
 * by every search.
 */
export const searchItem = table(
  "search_item",
  {
    item_id: is.text,
    feed_id: is.text,
    /** Where the item stands in date order, for good. */
    sort_at: is.at,
    /** Position of the event that brought it. */
    position: is.bigint,
    /** Primary language, `und` where it is not known. */
    language: is.text,
    words: is.vector,
  },
  {
    key: ["item_id"],
    indexes: ["using gin (words) with (fastupdate = off)", "(sort_at desc, item_id desc)", "(feed_id, sort_at desc)"],
    storage: "toast_tuple_target = 128",
  },
)

/** Every feed as a search sees it. */
export const searchFeed = table(
  "search_feed",
  { feed_id: is.text, url: is.text, about: is.json<AboutFeed>(), words: is.vector },
  { key: ["feed_id"], indexes: ["using gin (words)"] },
)

export type SearchTables = {
  "read.search_item": RowOf<typeof searchItem.columns>
  "read.search_feed": RowOf<typeof searchFeed.columns>
}
