import type { Person } from "./people.ts"

/**
 * What a feed document says, once read, repaired and cleaned: the one model between the parser and everything behind it.
 * Texts are plain (no markup) except `contentHtml`, which is sanitised HTML. Addresses are absolute http(s) URLs.
 * Times are ISO 8601 in UTC, or null where the document gives none that can be believed.
 */
export type ParsedFeed = {
  readonly format: "rss" | "atom" | "rdf" | "json"
  /** The format's version as declared or as its namespace says, such as `2.0`, or null. */
  readonly version: string | null
  readonly title: string | null
  readonly description: string | null
  /** The site that the feed belongs to. */
  readonly link: string | null
  /** The address that the feed gives itself (atom:link rel=self, JSON Feed feed_url). */
  readonly selfUrl: string | null
  readonly iconUrl: string | null
  /** A BCP 47 tag as declared, lower-cased primary subtag, or null. */
  readonly language: string | null
  /** The names in `authors`, as one line. */
  readonly author: string | null
  readonly authors: ReadonlyArray<Person>
  readonly categories: ReadonlyArray<string>
  /** As the feed says, else the newest item's. */
  readonly updatedAt: string | null
  /** WebSub hubs. */
  readonly hubs: ReadonlyArray<string>
  /** Minutes that the publisher asks readers to wait between fetches (ttl, sy:updatePeriod), or null. */
  readonly ttlMinutes: number | null
  /** True where the feed carries podcast or itunes fields and audio enclosures. */
  readonly podcast: boolean
  /** In the document's order; the newest ITEMS_MAX where there are more. */
  readonly items: ReadonlyArray<ParsedItem>
  /** What was wrong with the document, in plain codes, for the feed's health page. */
  readonly problems: ReadonlyArray<ParseProblem>
}

export type ParsedItem = {
  /** The publisher's own identifier (guid, atom:id), untouched, or null. */
  readonly guid: string | null
  readonly link: string | null
  readonly title: string | null
  /** Plain text, at most SUMMARY_LENGTH_MAX characters. */
  readonly summary: string | null
  /** Sanitised HTML, or null where the feed has only a summary or nothing. */
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
  /** Podcast episode extras, absent fields null. */
  readonly transcriptUrl: string | null
  readonly chaptersUrl: string | null
  /** The page of a video at a known host that the item embeds or links to, or null. */
  readonly videoUrl: string | null
  /** Digest of everything that the document says about the item, before any of it was read. */
  readonly sourceHash: string
  /** Where the item says what it said before: what became of it then. Its texts, picture and video are left out. */
  readonly told: ToldItem | null
}

/** What is kept of an item that was told: as much as it takes not to read the same words again. */
export type ToldItem = { readonly fingerprint: string; readonly video: boolean; readonly language: string }
/** By `sourceHash`. */
export type ToldItems = Readonly<Record<string, ToldItem>>

export type Enclosure = {
  readonly url: string
  /** MIME type, lower case; guessed from the extension where the feed does not say. */
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
