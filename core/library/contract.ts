/** The browser-safe part of the library module. */
import { Schema } from "effect"
import { FeedItem, SourceName } from "#contract/feeds"
import { FollowableFeed } from "#contract/follows"

/** Characters of the HTML of a long news. */
export const LONG_NEWS_CONTENT_LENGTH_MAX = 200_000

/** Characters of one text, and texts of one call. */
export const ASSIST_TEXT_LENGTH_MAX = 5_000
export const ASSIST_TEXTS_MAX = 200
/** Characters of all texts of one call. */
export const ASSIST_LENGTH_MAX = 40_000
/** Characters of an instruction. */
export const ASSIST_INSTRUCTION_LENGTH_MAX = 2_000

/** Minimum length of a search in bytes of UTF-8 (specification, section 9): one Chinese character is enough. */
export const SEARCH_BYTES_MIN = 3
/** Characters of a search that are read. */
export const SEARCH_LENGTH_MAX = 200
/** Languages that searches can be limited to, as primary subtags, in display order. */
export const SEARCH_LANGUAGES = ["en", "de", "fr", "es", "zh", "it", "pt", "sv"] as const

/** A match in a text: UTF-16 offsets, end exclusive. */
const Mark = Schema.Struct({ start: Schema.Int, end: Schema.Int })

/** A plain text with matches, in order and not overlapping. */
export const MarkedWords = Schema.Struct({ text: Schema.String, marks: Schema.Array(Mark) }).annotate({
  identifier: "MarkedText",
})
export type MarkedWords = typeof MarkedWords.Type

/** A search result: matches in its title, and the part of its text that shows best why it was found, or null. */
export const SearchedItem = Schema.Struct({
  ...FeedItem.fields,
  titleMarks: Schema.Array(Mark),
  snippet: Schema.NullOr(MarkedWords),
}).annotate({ identifier: "SearchedItem" })
export type SearchedItem = typeof SearchedItem.Type

/** A feed found by a search. */
const SearchedFeed = Schema.Struct({
  ...FollowableFeed.fields,
  titleMarks: Schema.Array(Mark),
  descriptionMarks: Schema.Array(Mark),
}).annotate({ identifier: "SearchedFeed" })

/**
 * A publisher as channel lists show it. `channelId` is 0 if no one has claimed the channel; `channelCode` is its code
 * in `/channel/detail` and `/user`.
 */
export const ChannelItem = Schema.Struct({
  id: Schema.String,
  code: Schema.String,
  channelId: Schema.Int,
  channelCode: Schema.String,
  subject: Schema.String,
  bio: Schema.String,
  /** Ids of Home/LoadUserChannelStatus and Home/LoadChannelDisplayStatus. */
  userChannelStatusId: Schema.Int,
  userChannelDisplayStatusId: Schema.Int,
  /** Whether it has content for premium subscribers, and the highest level of its content. */
  premium: Schema.Boolean,
  maxLevel: Schema.Int,
  iconUrl: Schema.String,
  userName: Schema.String,
  source: SourceName,
}).annotate({ identifier: "ChannelItem" })
export type ChannelItem = typeof ChannelItem.Type

/** Suggestions for typed text: feeds, publishers, and the text with its last part completed. */
export const FeedsIndex = Schema.Struct({
  feeds: Schema.Array(SearchedFeed),
  channels: Schema.Array(ChannelItem),
  texts: Schema.Array(MarkedWords),
  hasMore: Schema.Boolean,
})
export type FeedsIndex = typeof FeedsIndex.Type

/** Where an access came from: the call's `from` header. */
export const AccessOrigin = Schema.Literals(["pc", "mobile"])
export type AccessOrigin = typeof AccessOrigin.Type

/** Order of search results. */
export const SearchSort = Schema.Literals(["newest", "best"])
export type SearchSort = typeof SearchSort.Type
