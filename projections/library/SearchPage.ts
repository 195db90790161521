import type { SourceType } from "#contract/feeds"
import type { SearchSort } from "#contract/library"
import type { DirectoryFeed, ListedItem } from "#projections/feeds"

/** Matches in a plain text, in order and not overlapping: UTF-16 offsets, end exclusive. Callers escape the text. */
export type Marks = ReadonlyArray<readonly [start: number, end: number]>

export type MarkedText = { readonly text: string; readonly marks: Marks }

/** Filters of a search. Empty lists and absent values do not filter. */
export type SearchFilters = {
  /** Primary language subtags, lower case. */
  readonly languages?: ReadonlyArray<string> | undefined
  readonly sources?: ReadonlyArray<SourceType> | undefined
  /** Milliseconds, inclusive and exclusive, of the sort key. */
  readonly time?: { readonly fromMs?: number | undefined; readonly beforeMs?: number | undefined } | undefined
  /** Letter case and a leading # do not count. */
  readonly tag?: string | undefined
  /** Only items of these feeds. */
  readonly feedIds?: ReadonlyArray<string> | undefined
}

export type SearchQuery = SearchFilters & {
  /** As typed: words, "phrases", -word, site:, lang:, tag:. Never refused. */
  readonly query: string
  /** Newest first by default. */
  readonly sort?: SearchSort | undefined
  /** `next` of the page before. */
  readonly cursor?: string | undefined
  readonly pageSize?: number | undefined
}

/** A search result: a list item with its matches. */
export type FoundItem = ListedItem & {
  readonly titleMarks: Marks
  /** The part of the text that shows best why the item was found; null if only the title does. */
  readonly snippet: MarkedText | null
}

/** A count; `isMore` if it stopped at the limit, shown as "1,000+". */
export type CappedCount = { readonly count: number; readonly isMore: boolean }

export type SearchPage = {
  readonly items: ReadonlyArray<FoundItem>
  readonly found: CappedCount
  /** Cursor of the next page; null at the end. */
  readonly next: string | null
  /** True if the search is too short: fewer than three bytes of UTF-8 and no operator. */
  readonly isTooShort: boolean
}

export type SourceFound = CappedCount & { readonly source: SourceType }

export type FoundFeed = DirectoryFeed & { readonly titleMarks: Marks; readonly descriptionMarks: Marks }

export type FeedSearch = {
  /** Words in title, description, host or author, the last one as a prefix; empty lists all. */
  readonly query: string
  readonly sources?: ReadonlyArray<SourceType> | undefined
  readonly languages?: ReadonlyArray<string> | undefined
  /** From 1. */
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
}

export type FoundFeeds = { readonly feeds: ReadonlyArray<FoundFeed>; readonly hasMore: boolean }

/** Suggestions for typed text. */
export type Suggestions = {
  readonly feeds: ReadonlyArray<FoundFeed>
  /** Whether there are more feeds. */
  readonly hasMore: boolean
  /** The whole text with its last part completed: a tag, or the value of an operator. */
  readonly texts: ReadonlyArray<MarkedText>
}
