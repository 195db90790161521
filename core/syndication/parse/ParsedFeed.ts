import type { Person } from "./people.ts"

/**
 * A parsed, repaired and cleaned feed: the only model outside the parser. Texts are plain except `contentHtml`, which
 * is sanitised HTML. Addresses are absolute http(s). Times are ISO 8601 in UTC, or null if absent or not plausible.
 */
export type ParsedFeed = {
  readonly format: "rss" | "atom" | "rdf" | "json"
  /** Version as declared or implied by the namespace, such as `2.0`, or null. */
  readonly version: string | null
  readonly title: string | null
  readonly description: string | null
  /** The site of the feed. */
  readonly link: string | null
  /** The feed's own address (atom:link rel=self, JSON Feed feed_url). */
  readonly selfUrl: string | null
  readonly iconUrl: string | null
  /** Declared BCP 47 tag with a lower-case primary subtag, or null. */
  readonly language: string | null
  /** The names in `authors`, as one line. */
  readonly author: string | null
  readonly authors: ReadonlyArray<Person>
  readonly categories: ReadonlyArray<string>
  /** As declared, otherwise that of the newest item. */
  readonly updatedAt: string | null
  /** WebSub hubs. */
  readonly hubs: ReadonlyArray<string>
  /** Minutes between fetches that the publisher requests (ttl, sy:updatePeriod), or null. */
  readonly ttlMinutes: number | null
  /** True if the feed has podcast or itunes fields and audio enclosures. */
  readonly podcast: boolean
  /** In document order; the newest ITEMS_MAX. */
  readonly items: ReadonlyArray<ParsedItem>
  /** Problem codes for the health page. */
  readonly problems: ReadonlyArray<ParseProblem>
}

export type ParsedItem = {
  /** The publisher's identifier (guid, atom:id), unchanged, or null. */
  readonly guid: string | null
  readonly link: string | null
  readonly title: string | null
  /** Plain text, at most SUMMARY_LENGTH_MAX characters. */
  readonly summary: string | null
  /** Sanitised HTML, or null if the feed has only a summary or nothing. */
  readonly contentHtml: string | null
  /** The names in `authors`, as one line. */
  readonly author: string | null
  readonly authors: ReadonlyArray<Person>
  readonly publishedAt: string | null
  readonly updatedAt: string | null
  readonly imageUrl: string | null
  readonly tags: ReadonlyArray<string>
  readonly language: string | null
  readonly enclosures: ReadonlyArray<Enclosure>
  readonly durationSeconds: number | null
  /** Podcast fields; null if absent. */
  readonly transcriptUrl: string | null
  readonly chaptersUrl: string | null
  /** The page of a video at a known host that the item embeds or links to, or null. */
  readonly videoUrl: string | null
  /** Digest of the item's source before cleaning. */
  readonly sourceHash: string
  /**
   * The stored result if the source is the same as in the previous document; then texts, picture and video are left
   * out.
   */
  readonly previous: PreviousItem | null
}

/** What is stored of an item, so that an unchanged source is not cleaned again. */
export type PreviousItem = { readonly fingerprint: string; readonly video: boolean; readonly language: string }
/** By `sourceHash`. */
export type PreviousItems = Readonly<Record<string, PreviousItem>>

export type Enclosure = {
  readonly url: string
  /** MIME type in lower case; guessed from the extension if not declared. */
  readonly type: string | null
  readonly lengthBytes: number | null
}

export type ParseProblem =
  | "charset-mismatch"
  | "malformed-xml"
  | "illegal-characters"
  | "unknown-entities"
  | "unreadable-date"
  | "missing-title"
  | "missing-identity"
  | "duplicate-guid"
  | "relative-address"
  | "truncated"
  | "too-many-items"
