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

export const LibraryEvent = Schema.Union([NewsAccessed]).pipe(Schema.toTaggedUnion("_tag"))
export type LibraryEvent = typeof LibraryEvent.Type

export const LibraryEvents = makeEventFamily(LibraryEvent)
