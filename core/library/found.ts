import { Schema } from "effect"
import { FeedItem, SourceName } from "#contract/feeds"
import { FollowableFeed } from "#contract/follows"

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
export const SearchedFeed = Schema.Struct({
  ...FollowableFeed.fields,
  titleMarks: Schema.Array(Mark),
  descriptionMarks: Schema.Array(Mark),
}).annotate({ identifier: "SearchedFeed" })
export type SearchedFeed = typeof SearchedFeed.Type

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
