import { Schema } from "effect"

/** Why a document is no feed. Each has a sentence under `messageKey` in every language. */
export const NotAFeedReason = Schema.Literals([
  "empty",
  "page",
  "json",
  "opml",
  "other-xml",
  "unknown",
  "too-slow",
  "too-heavy",
])
export type NotAFeedReason = typeof NotAFeedReason.Type

/**
 * The refusal of a document that holds no feed: nothing at all, a web page, JSON or XML of another kind, or
 * neither; or of one that cannot be read within our bounds of time or memory.
 */
export class NotAFeed extends Schema.TaggedError<NotAFeed>()("NotAFeed", {
  url: Schema.String,
  reason: NotAFeedReason,
}) {
  get messageKey(): `feeds.notAFeed.${NotAFeedReason}` {
    return `feeds.notAFeed.${this.reason}`
  }
}
