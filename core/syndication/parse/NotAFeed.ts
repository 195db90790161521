import { Schema } from "effect"

/** Why a document is not a feed. `messageKey` names a sentence for each reason. */
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
 * The document contains no feed (empty, a web page, other JSON or XML, or something else), or exceeds the limits on
 * time or memory.
 */
export class NotAFeed extends Schema.TaggedError<NotAFeed>()("NotAFeed", {
  url: Schema.String,
  reason: NotAFeedReason,
}) {
  get messageKey(): `feeds.notAFeed.${NotAFeedReason}` {
    return `feeds.notAFeed.${this.reason}`
  }
}
