import { Schema } from "effect"
import { makeEventFamily } from "#core/kernel"
import { AccessOrigin } from "./contract.ts"

/** Somebody opened a news item. Nothing in it tells who. */
export const NewsAccessed = Schema.TaggedStruct("library.NewsAccessed.v1", {
  itemId: Schema.String,
  feedId: Schema.String,
  accessedAt: Schema.String,
  from: AccessOrigin,
})
export type NewsAccessed = typeof NewsAccessed.Type

/** ISO 8601 in UTC with milliseconds. */
const Time = Schema.String
/** What is sealed is null once the long news was deleted. */
const Text = Schema.NullOr(Schema.String)

/**
 * An author put a long news into the library. What it says is sealed with a key of its own, so that deleting it erases it
 * from the log and from every copy as well.
 */
export const LongNewsUploaded = Schema.TaggedStruct("library.LongNewsUploaded.v1", {
  /** A UUID. */
  newsId: Schema.String,
  authorCode: Schema.String,
  uploadedAt: Time,
  language: Schema.NullOr(Schema.String),
  title: Text,
  summary: Text,
  /** Cleaned as the articles of feeds are. */
  contentHtml: Text,
  imageUrl: Text,
  tags: Schema.NullOr(Schema.Array(Schema.String)),
})

/** An author took a long news out of the library. */
export const LongNewsDeleted = Schema.TaggedStruct("library.LongNewsDeleted.v1", {
  newsId: Schema.String,
  authorCode: Schema.String,
  deletedAt: Time,
})

export const LibraryEvent = Schema.Union([NewsAccessed, LongNewsUploaded, LongNewsDeleted]).pipe(
  Schema.toTaggedUnion("_tag"),
)
export type LibraryEvent = typeof LibraryEvent.Type

export const LibraryEvents = makeEventFamily(LibraryEvent, {
  sealed: {
    "library.LongNewsUploaded.v1": {
      subject: "newsId",
      fields: ["title", "summary", "contentHtml", "imageUrl", "tags"],
    },
  },
})
