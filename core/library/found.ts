import { Schema } from "effect"
import { FeedItem, SourceName } from "#contract/feeds"
import { FollowableFeed } from "#contract/follows"

/** A part of a text that was searched for: UTF-16 offsets, the end exclusive. */
const Mark = Schema.Struct({ start: Schema.Int, end: Schema.Int })

/** A plain text with the parts to mark, in order and apart. */
export const MarkedWords = Schema.Struct({ text: Schema.String, marks: Schema.Array(Mark) }).annotate({
  identifier: "MarkedText",
})
export type MarkedWords = typeof MarkedWords.Type

/** An item that a search found: what to mark in its title, and the part of its text that shows best why; null where it has none. */
export const SearchedItem = Schema.Struct({
  ...FeedItem.fields,
  titleMarks: Schema.Array(Mark),
  snippet: Schema.NullOr(MarkedWords),
}).annotate({ identifier: "SearchedItem" })
export type SearchedItem = typeof SearchedItem.Type

/** A feed that a search found. */
export const SearchedFeed = Schema.Struct({
  ...FollowableFeed.fields,
  titleMarks: Schema.Array(Mark),
  descriptionMarks: Schema.Array(Mark),
}).annotate({ identifier: "SearchedFeed" })
export type SearchedFeed = typeof SearchedFeed.Type

/**
 * Who publishes, as lists of channels show it. `channelId` is 0 where nobody has claimed the channel as their own;
 * `channelCode` is what `/channel/detail` and `/user` know it by.
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

/** What a person who types may mean: feeds, who publishes them, and the whole text with its last part completed. */
export const FeedsIndex = Schema.Struct({
  feeds: Schema.Array(SearchedFeed),
  channels: Schema.Array(ChannelItem),
  texts: Schema.Array(MarkedWords),
  hasMore: Schema.Boolean,
})
export type FeedsIndex = typeof FeedsIndex.Type
