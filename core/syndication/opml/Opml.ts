import { Schema } from "effect"

/** A list of feeds in groups, as readers export it. */
export type Opml = {
  readonly title: string | null
  readonly groups: ReadonlyArray<OpmlGroup>
  /** True if the list was longer than the limit, or the document was cut. */
  readonly truncated: boolean
}

export type OpmlGroup = {
  /** Folder names from the outermost inwards; empty for feeds outside of folders. */
  readonly path: ReadonlyArray<string>
  readonly feeds: ReadonlyArray<OpmlFeed>
}

export type OpmlFeed = {
  readonly title: string | null
  /** Absolute http(s) address of the feed. */
  readonly xmlUrl: string
  /** Absolute http(s) address of its site, or null. */
  readonly htmlUrl: string | null
}

/** The document is not OPML, or contains no feeds. */
export class NotAnOpml extends Schema.TaggedError<NotAnOpml>()("NotAnOpml", {
  reason: Schema.Literals(["no-opml", "no-feeds"]),
}) {
  get messageKey(): `feeds.notAnOpml.${"no-opml" | "no-feeds"}` {
    return `feeds.notAnOpml.${this.reason}`
  }
}

/** Feeds in a list of an operator; real ones have up to 10,000. */
export const OPML_FEEDS_MAX = 100_000
/** Feeds in a list of a reader. */
export const OPML_READER_FEEDS_MAX = 5_000
export const OPML_GROUPS_MAX = 500
export const OPML_NAME_LENGTH_MAX = 200
