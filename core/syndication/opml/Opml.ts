import { Schema } from "effect"

/** A list of feeds in groups, as people carry it from one reader to another. */
export type Opml = {
  readonly title: string | null
  readonly groups: ReadonlyArray<OpmlGroup>
  /** True where the list was longer than we read, or its document was cut. */
  readonly truncated: boolean
}

export type OpmlGroup = {
  /** The names of the folders from the outermost in; empty for feeds that stand in none. */
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

/** The refusal of a document that is no OPML, or holds no feed. */
export class NotAnOpml extends Schema.TaggedError<NotAnOpml>()("NotAnOpml", {
  reason: Schema.Literals(["no-opml", "no-feeds"]),
}) {
  get messageKey(): `feeds.notAnOpml.${"no-opml" | "no-feeds"}` {
    return `feeds.notAnOpml.${this.reason}`
  }
}

/** More than any library we know of holds; operators import lists of 10,000. */
export const OPML_FEEDS_MAX = 100_000
/** A list of this many feeds takes a person's whole life to read: what a reader may bring. */
export const OPML_READER_FEEDS_MAX = 5_000
export const OPML_GROUPS_MAX = 500
export const OPML_NAME_LENGTH_MAX = 200
