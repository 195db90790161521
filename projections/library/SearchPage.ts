import type { Source } from "#contract/feeds"
import type { SearchSort } from "#contract/library"
import type { DirectoryFeed, ListedItem } from "#projections/feeds"

/** Parts of a plain text to mark, in order and apart: UTF-16 offsets, the end exclusive. Whoever shows the text escapes it. */
export type Marks = ReadonlyArray<readonly [start: number, end: number]>

export type MarkedText = { readonly text: string; readonly marks: Marks }

/** What narrows a search beside its words. Empty lists and absent values narrow nothing. */
export type SearchFilters = {
  /** Primary language subtags, lower case. */
  readonly languages?: ReadonlyArray<string> | undefined
  readonly sources?: ReadonlyArray<Source> | undefined
  /** Milliseconds, inclusive and exclusive, of the place in date order. */
  readonly time?: { readonly fromMs?: number | undefined; readonly beforeMs?: number | undefined } | undefined
  /** As people read it; letter case and a leading # do not count. */
  readonly tag?: string | undefined
  /** Only items of these feeds. */
  readonly feedIds?: ReadonlyArray<string> | undefined
}

export type SearchQuery = SearchFilters & {
  /** As typed: words, "phrases", -word, site:, lang:, tag:. Never refused, read as well as can be. */
  readonly query: string
  /** Newest first unless told otherwise. */
  readonly sort?: SearchSort | undefined
  /** What the page before answered as `next`. */
  readonly cursor?: string | undefined
  readonly pageSize?: number | undefined
}

/** An item that a search found: as lists show it, with what to mark. */
export type FoundItem = ListedItem & {
  readonly titleMarks: Marks
  /** The part of the text that shows best why the item was found; null where it has none but its title. */
  readonly snippet: MarkedText | null
}

/** A number that was not counted to its end where `isMore`: shown as "1,000+". */
export type CappedCount = { readonly count: number; readonly isMore: boolean }

export type SearchPage = {
  readonly items: ReadonlyArray<FoundItem>
  readonly found: CappedCount
  /** Asks for the next page; null at the end. */
  readonly next: string | null
  /** True where there is nothing to look for: fewer than three bytes of UTF-8, and no operator. */
  readonly isTooShort: boolean
}

export type SourceFound = CappedCount & { readonly source: Source }

export type FoundFeed = DirectoryFeed & { readonly titleMarks: Marks; readonly descriptionMarks: Marks }

export type FeedSearch = {
  /** Words of title, description, host or author, the last one as far as it was typed; empty lists all. */
  readonly query: string
  readonly sources?: ReadonlyArray<Source> | undefined
  readonly languages?: ReadonlyArray<string> | undefined
  /** From 1. */
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
}

export type FoundFeeds = { readonly feeds: ReadonlyArray<FoundFeed>; readonly hasMore: boolean }

/** What a person who types may mean. */
export type Suggestions = {
  readonly feeds: ReadonlyArray<FoundFeed>
  /** Whether there are more of them. */
  readonly hasMore: boolean
  /** The whole text with its last part completed: a tag, or the value of an operator. */
  readonly texts: ReadonlyArray<MarkedText>
}
