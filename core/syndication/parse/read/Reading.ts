import type { Enclosure, ParseProblem } from "../ParsedFeed.ts"
import type { Person } from "../people.ts"
import type { TextConstruct } from "../text/TextConstruct.ts"

/**
 * The fields of a document before texts are made plain and HTML is sanitised, so nothing in it may be shown. Addresses
 * are absolute, times are milliseconds since 1970.
 */
export type FeedReading = {
  readonly format: "rss" | "atom" | "rdf" | "json"
  readonly version: string | null
  readonly id: string | null
  readonly title: TextConstruct | null
  readonly description: TextConstruct | null
  readonly links: ReadonlyArray<Link>
  readonly link: string | null
  readonly selfUrl: string | null
  readonly iconUrl: string | null
  readonly language: string | null
  readonly authors: ReadonlyArray<Person>
  readonly contributors: ReadonlyArray<Person>
  readonly categories: ReadonlyArray<string>
  readonly copyright: TextConstruct | null
  readonly generator: string | null
  readonly publishedMs: number | null
  readonly updatedMs: number | null
  readonly hubs: ReadonlyArray<string>
  readonly ttlMinutes: number | null
  readonly podcast: boolean
  /** Whether it asks directories not to list it. */
  readonly isUnlisted: boolean
  readonly items: ReadonlyArray<ItemReading>
  readonly problems: ReadonlySet<ParseProblem>
}

export type ItemReading = {
  readonly guid: string | null
  readonly title: TextConstruct | null
  readonly summary: TextConstruct | null
  readonly content: TextConstruct | null
  readonly links: ReadonlyArray<Link>
  readonly link: string | null
  readonly authors: ReadonlyArray<Person>
  readonly contributors: ReadonlyArray<Person>
  readonly publishedMs: number | null
  readonly updatedMs: number | null
  /** Best first. */
  readonly images: ReadonlyArray<string>
  readonly tags: ReadonlyArray<string>
  readonly language: string | null
  readonly enclosures: ReadonlyArray<Enclosure>
  readonly durationSeconds: number | null
  readonly transcriptUrl: string | null
  readonly chaptersUrl: string | null
  /** Page or player of the item's video (media:player). */
  readonly playerUrl: string | null
}

export type Link = {
  readonly href: string
  /** In lower case; `alternate` by default. */
  readonly rel: string
  readonly type: string | null
  readonly hreflang: string | null
  readonly title: string | null
  readonly lengthBytes: number | null
}
