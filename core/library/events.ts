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

export const LibraryEvents = makeEventFamily(Schema.Union([NewsAccessed]))
