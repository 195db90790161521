import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import { ContentType, FeedId, ItemId, SourceName } from "./contract.ts"

const Text = Schema.NullOr(Schema.String)
/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String

export const Enclosure = Schema.Struct({
  url: Schema.String,
  type: Text,
  lengthBytes: Schema.NullOr(Schema.Number),
})
export type Enclosure = typeof Enclosure.Type

/** Metadata of a feed. */
export const FeedFacts = Schema.Struct({
  title: Text,
  description: Text,
  link: Text,
  iconUrl: Text,
  language: Text,
  author: Text,
  categories: Schema.Array(Schema.String),
  hubs: Schema.Array(Schema.String),
  source: SourceName,
  contentType: ContentType,
})
export type FeedFacts = typeof FeedFacts.Type

/** One fetched and cleaned item. `sortAt` is its permanent sort key: see repairDates. */
export const FetchedItem = Schema.Struct({
  itemId: ItemId,
  /** Other names of the item, so that another guid or scheme does not make it new. */
  keys: Schema.Array(Schema.String),
  fingerprint: Schema.String,
  /** False if a known item was edited. */
  isNew: Schema.Boolean,
  link: Text,
  /** Whether no other item links to the same page. */
  ownPage: Schema.Boolean,
  title: Text,
  summary: Text,
  contentHtml: Text,
  author: Text,
  publishedAt: Schema.NullOr(Time),
  updatedAt: Schema.NullOr(Time),
  sortAt: Time,
  imageUrl: Text,
  /** Page of a video at a known host that the item embeds or links to. */
  videoUrl: Text,
  tags: Schema.Array(Schema.String),
  /** Declared or detected at fetch time, so that a replay needs no detector; `und` if unknown. */
  language: Text,
  enclosures: Schema.Array(Enclosure),
  durationSeconds: Schema.NullOr(Schema.Number),
  transcriptUrl: Text,
  chaptersUrl: Text,
})
export type FetchedItem = typeof FetchedItem.Type

/** A feed was added to the library. */
export const FeedAdded = Schema.TaggedStruct("feeds.FeedAdded.v1", {
  feedId: FeedId,
  url: Schema.String,
  source: SourceName,
  addedAt: Time,
})

/**
 * A fetch brought something new: new or edited items, changed metadata or problems (null if unchanged), or a recovery.
 * A large document becomes several events in one append.
 */
export const FeedFetched = Schema.TaggedStruct("feeds.FeedFetched.v1", {
  feedId: FeedId,
  fetchedAt: Time,
  facts: Schema.NullOr(FeedFacts),
  items: Schema.Array(FetchedItem),
  /** Problem codes of the parser. */
  problems: Schema.NullOr(Schema.Array(Schema.String)),
})

/** Fetching a feed began to fail, or fails for another reason than before. */
export const FeedFailed = Schema.TaggedStruct("feeds.FeedFailed.v1", {
  feedId: FeedId,
  failedAt: Time,
  /** Message key of the refusal, such as `fetch.httpStatus.missing`. */
  reason: Schema.String,
  status: Schema.NullOr(Schema.Int),
  detail: Schema.String,
})

/** A feed moved to another address; the old one still leads to it. */
export const FeedMoved = Schema.TaggedStruct("feeds.FeedMoved.v1", {
  feedId: FeedId,
  movedAt: Time,
  from: Schema.String,
  to: Schema.String,
})

/** Items of a feed were found to tell the same stories as items of other feeds. */
export const StoriesJoined = Schema.TaggedStruct("feeds.StoriesJoined.v1", {
  feedId: FeedId,
  joinedAt: Time,
  items: Schema.Array(Schema.Struct({ itemId: ItemId, storyKey: Schema.String })),
})

/** Operators took an item from its readers. Its later versions are recorded, and seen by nobody. */
export const ItemWithheld = Schema.TaggedStruct("feeds.ItemWithheld.v1", {
  feedId: FeedId,
  itemId: ItemId,
  withheldAt: Time,
})
/** Operators gave an item back. */
export const ItemReleased = Schema.TaggedStruct("feeds.ItemReleased.v1", {
  feedId: FeedId,
  itemId: ItemId,
  releasedAt: Time,
})
/** Operators took a feed with all its items from its readers. It is fetched as before, so that nothing is missing later. */
export const FeedWithheld = Schema.TaggedStruct("feeds.FeedWithheld.v1", { feedId: FeedId, withheldAt: Time })
/** Operators gave a feed back. Items that are withheld alone stay so. */
export const FeedReleased = Schema.TaggedStruct("feeds.FeedReleased.v1", { feedId: FeedId, releasedAt: Time })

export const FeedEvent = Schema.Union([
  FeedAdded,
  FeedFetched,
  FeedFailed,
  FeedMoved,
  StoriesJoined,
  ItemWithheld,
  ItemReleased,
  FeedWithheld,
  FeedReleased,
]).pipe(Schema.toTaggedUnion("_tag"))
export type FeedEvent = typeof FeedEvent.Type
export type FeedAdded = typeof FeedAdded.Type
export type FeedFetched = typeof FeedFetched.Type
export type FeedFailed = typeof FeedFailed.Type
export type FeedMoved = typeof FeedMoved.Type
export type StoriesJoined = typeof StoriesJoined.Type

export const FeedEvents = makeEventFamily(FeedEvent)
