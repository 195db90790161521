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

/** What a feed says of itself. */
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

/** One item as it was fetched, cleaned. `sortAt` is where it stands in date order for good: see repairDates. */
export const FetchedItem = Schema.Struct({
  itemId: ItemId,
  /** What the item is known by besides its id, so that another guid or scheme does not make it new. */
  keys: Schema.Array(Schema.String),
  fingerprint: Schema.String,
  /** False where an item that was known before has changed. */
  isNew: Schema.Boolean,
  link: Text,
  /** Whether the link leads to a page of this item alone, and not to one that other items share. */
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
  /** As declared or detected when it was fetched, so that a replay needs no detector; `und` where neither tells. */
  language: Text,
  enclosures: Schema.Array(Enclosure),
  durationSeconds: Schema.NullOr(Schema.Number),
  transcriptUrl: Text,
  chaptersUrl: Text,
})
export type FetchedItem = typeof FetchedItem.Type

/** A feed became part of the library. */
export const FeedAdded = Schema.TaggedStruct("feeds.FeedAdded.v1", {
  feedId: FeedId,
  url: Schema.String,
  source: SourceName,
  addedAt: Time,
})

/**
 * A feed was fetched and had something to tell: items that are new or changed, other words about itself or other faults
 * of the document (each null where it is as before), or that it works again. A large document is told in several of
 * these, in one append.
 */
export const FeedFetched = Schema.TaggedStruct("feeds.FeedFetched.v1", {
  feedId: FeedId,
  fetchedAt: Time,
  facts: Schema.NullOr(FeedFacts),
  items: Schema.Array(FetchedItem),
  /** What was wrong with the document, in the codes of the parser. */
  problems: Schema.NullOr(Schema.Array(Schema.String)),
})

/** Fetching a feed began to fail, or fails in another way than before. */
export const FeedFailed = Schema.TaggedStruct("feeds.FeedFailed.v1", {
  feedId: FeedId,
  failedAt: Time,
  /** The refusal's message key, `fetch.httpStatus.missing`. */
  reason: Schema.String,
  status: Schema.NullOr(Schema.Int),
  detail: Schema.String,
})

/** A feed lives at another address from now on; the old one is remembered. */
export const FeedMoved = Schema.TaggedStruct("feeds.FeedMoved.v1", {
  feedId: FeedId,
  movedAt: Time,
  from: Schema.String,
  to: Schema.String,
})

/** Items of a feed turned out to tell stories that other feeds told before. */
export const StoriesJoined = Schema.TaggedStruct("feeds.StoriesJoined.v1", {
  feedId: FeedId,
  joinedAt: Time,
  items: Schema.Array(Schema.Struct({ itemId: ItemId, storyKey: Schema.String })),
})

export const FeedEvent = Schema.Union([FeedAdded, FeedFetched, FeedFailed, FeedMoved, StoriesJoined]).pipe(
  Schema.toTaggedUnion("_tag"),
)
export type FeedEvent = typeof FeedEvent.Type
export type FeedAdded = typeof FeedAdded.Type
export type FeedFetched = typeof FeedFetched.Type
export type FeedFailed = typeof FeedFailed.Type
export type FeedMoved = typeof FeedMoved.Type
export type StoriesJoined = typeof StoriesJoined.Type

export const FeedEvents = makeEventFamily(FeedEvent)
