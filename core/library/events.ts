import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import { AccessOrigin } from "./contract.ts"

/** A news item was opened. Does not identify the reader. */
export const NewsAccessed = Schema.TaggedStruct("library.NewsAccessed.v1", {
  itemId: Schema.String,
  feedId: Schema.String,
  accessedAt: Schema.String,
  from: AccessOrigin,
})
export type NewsAccessed = typeof NewsAccessed.Type

/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
/** The sealed text is null once the item was deleted. */
const Text = Schema.NullOr(Schema.String)

/**
 * An author published a long-news item. Its text is sealed with its own key, so deleting the key erases it from the log
 * and all copies.
 */
export const LongNewsUploaded = Schema.TaggedStruct("library.LongNewsUploaded.v1", {
  /** A UUID. */
  newsId: Schema.String,
  authorCode: Schema.String,
  uploadedAt: Time,
  language: Schema.NullOr(Schema.String),
  title: Text,
  summary: Text,
  /** Sanitised like the articles of feeds. */
  contentHtml: Text,
  imageUrl: Text,
  tags: Schema.NullOr(Schema.Array(Schema.String)),
})

/** An author deleted a long-news item. */
export const LongNewsDeleted = Schema.TaggedStruct("library.LongNewsDeleted.v1", {
  newsId: Schema.String,
  authorCode: Schema.String,
  deletedAt: Time,
})

const news = { newsId: Schema.String, authorCode: Schema.String }
/** Operators took a long-news item down, and gave it back. */
export const LongNewsWithheld = Schema.TaggedStruct("library.LongNewsWithheld.v1", { ...news, withheldAt: Time })
export const LongNewsReleased = Schema.TaggedStruct("library.LongNewsReleased.v1", { ...news, releasedAt: Time })

export const LibraryEvent = Schema.Union([
  NewsAccessed,
  LongNewsUploaded,
  LongNewsDeleted,
  LongNewsWithheld,
  LongNewsReleased,
]).pipe(Schema.toTaggedUnion("_tag"))
export type LibraryEvent = typeof LibraryEvent.Type

export const LibraryEvents = makeEventFamily(LibraryEvent, {
  sealed: {
    "library.LongNewsUploaded.v1": {
      subject: "newsId",
      fields: ["title", "summary", "contentHtml", "imageUrl", "tags"],
    },
  },
})
