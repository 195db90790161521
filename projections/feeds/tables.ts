import type { ContentType, SourceType } from "#contract/feeds"
import type { Enclosure } from "#core/feeds"
import { is, orNull, type RowOf, table } from "#projections/runner"

/** The directory of feeds. */
export const feed = table(
  "feed",
  {
    feed_id: is.text,
    code: is.text,
    url: is.text,
    title: is.text,
    description: orNull(is.text),
    link: orNull(is.text),
    icon_url: orNull(is.text),
    language: orNull(is.text),
    author: orNull(is.text),
    source: is.textOf<SourceType>(),
    content_type: is.textOf<ContentType>(),
    tags: is.texts,
    item_count: is.int,
    /** False for the feed of a hidden or closed channel: it is followed and read as before, but not offered. */
    is_listed: is.bool,
    /** Operators withhold it with all its items. */
    is_withheld: is.bool,
    added_at: is.at,
    /** Publication time of the newest item. */
    last_updated: orNull(is.at),
    fetched_at: orNull(is.at),
    failed_at: orNull(is.at),
    /** Message key of the current failure, null while it works. */
    failure: orNull(is.text),
    failure_status: orNull(is.int),
    failure_detail: orNull(is.text),
    problems: is.texts,
  },
  {
    key: ["feed_id"],
    indexes: ["(code)", "(source, last_updated desc)", "(last_updated desc nulls last)"],
    withheld: { flag: "is_withheld" },
  },
)
export type FeedRow = RowOf<typeof feed.columns>

/** Every item without its body, for lists. */
export const item = table(
  "item",
  {
    item_id: is.text,
    feed_id: is.text,
    /** Permanent position in date order. */
    sort_at: is.at,
    /** Position of its first event: a list ignores items that came after its first page. */
    position: is.bigint,
    link: orNull(is.text),
    /** Shared by the items of one story: the first page, or the id of the first item. */
    link_key: is.text,
    title: is.text,
    summary: orNull(is.text),
    author: orNull(is.text),
    image_url: orNull(is.text),
    video_url: orNull(is.text),
    language: orNull(is.text),
    tags: is.texts,
    enclosures: is.json<ReadonlyArray<Enclosure>>(),
    duration_seconds: orNull(is.int),
    transcript_url: orNull(is.text),
    chapters_url: orNull(is.text),
    published_at: orNull(is.at),
    updated_at: orNull(is.at),
    first_seen_at: is.at,
    /** Id of Home/Levels: who may read the whole. What is stored here is what everyone may read. */
    level_id: is.int,
    /** Operators withhold it alone; see `withheldFeed` for whole feeds. */
    is_withheld: is.bool,
  },
  {
    key: ["item_id"],
    withheld: { flag: "is_withheld", within: { column: "feed_id", table: "withheld_feed" } },
    indexes: [
      "(feed_id, sort_at desc, item_id desc)",
      "(sort_at desc, item_id desc)",
      "(split_part(lower(language), '-', 1), sort_at desc, item_id desc)",
      "(link_key, sort_at, item_id)",
    ],
  },
)
export type ItemRow = RowOf<typeof item.columns>

/** Feeds whose items operators withhold. */
export const withheldFeed = table("withheld_feed", { feed_id: is.text }, { key: ["feed_id"] })

/** Sanitised articles, read only when opened. */
export const itemBody = table("item_body", { item_id: is.text, content_html: is.text }, { key: ["item_id"] })
export type ItemBodyRow = RowOf<typeof itemBody.columns>

/** Tables that queries over feeds and items declare. */
export type FeedTables = { "read.feed": FeedRow }
export type ItemTables = { "read.item": ItemRow; "read.item_body": ItemBodyRow }
