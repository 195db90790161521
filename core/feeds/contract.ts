/** The browser-safe part of the feeds module: ids, wire formats and limits as schemas. */
import { Schema } from "effect"
import { SOURCE_NAMES } from "#contract/syndication"

/** Separate from the schemas, so that browsers do not load the schema library for one number. */

/** Items on one page of a feed's preview. */
export const PREVIEW_PAGE_SIZE = 50

export {
  ADDRESS_LENGTH_MAX,
  canonicalUrl,
  detectSource,
  linkKey,
  SOURCE_NAMES,
  type SourceKind,
  type SourceType,
  sourceUrlOf,
  WEB_ADDRESS_PATTERN,
} from "#contract/syndication"

const SHORT_ID = /^[0-9a-hjkmnp-tv-z]{20}$/

export const FeedId = Schema.String.check(Schema.isPattern(SHORT_ID)).pipe(Schema.brand("FeedId"))
export type FeedId = typeof FeedId.Type

export const ItemId = Schema.String.check(Schema.isPattern(SHORT_ID)).pipe(Schema.brand("ItemId"))
export type ItemId = typeof ItemId.Type

export const SourceName = Schema.Literals(SOURCE_NAMES)

/** What an item offers in addition to its text, as wire values. */
export const ContentType = Schema.Literals(["article", "video", "podcast"])
export type ContentType = typeof ContentType.Type

/** An item in a preview. `updated` is milliseconds since 1970. */
export const PreviewItem = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  description: Schema.String,
  updated: Schema.Finite,
  /** True if there is more to read than the description. */
  more: Schema.Boolean,
  /** 1 public, 2 subscribers, 3 premium subscribers. */
  levelId: Schema.Int,
  imageUrl: Schema.String,
  author: Schema.String,
  feedName: Schema.String,
  link: Schema.String,
  /** Language tag, empty if unknown: screen readers need it for pronunciation. */
  languageCode: Schema.String,
}).annotate({ identifier: "PreviewItem" })
export type PreviewItem = typeof PreviewItem.Type

/** An item in a list. `feeds` are the feeds that carry the same page. */
export const FeedItem = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  source: Schema.String,
  code: Schema.String,
  feeds: Schema.Array(Schema.Struct({ feedId: Schema.String, feedName: Schema.String, link: Schema.String })),
  updated: Schema.Finite,
  link: Schema.String,
  description: Schema.String,
  imageUrl: Schema.String,
  author: Schema.String,
  contentType: Schema.String,
  languageCode: Schema.String,
  tags: Schema.Array(Schema.String),
}).annotate({ identifier: "FeedItem" })
export type FeedItem = typeof FeedItem.Type

/** A page of a list as API calls request it. */
export const PageFilter = Schema.Struct({
  pageSize: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })),
  page: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 })),
})
export type PageFilter = typeof PageFilter.Type

/** Stands for items of unknown language in lists of languages to show. */
export const UNKNOWN_LANGUAGE = ""
