import type { Source } from "#contract/feeds"

/** An item as lists show it. Times are milliseconds since 1970. */
export type ListedItem = {
  readonly itemId: string
  readonly feedId: string
  readonly feedTitle: string
  readonly feedCode: string
  readonly feedIconUrl: string | null
  readonly source: Source
  readonly contentType: string
  readonly title: string
  readonly summary: string | null
  readonly author: string | null
  readonly link: string | null
  readonly imageUrl: string | null
  /** The item's own, else its feed's. */
  readonly language: string | null
  readonly tags: ReadonlyArray<string>
  readonly durationSeconds: number | null
  readonly updatedMs: number
  /** Whether the reader that was asked for has read it; undefined where none was. */
  readonly isRead?: boolean
  /** Other feeds of the same list that tell the same story, each with its own page of it. */
  readonly alsoIn: ReadonlyArray<{
    readonly feedId: string
    readonly title: string
    readonly code: string
    readonly itemId: string
    readonly link: string | null
  }>
}

export type ItemPage = {
  readonly items: ReadonlyArray<ListedItem>
  /** Asks for the next page; null at the end. */
  readonly next: string | null
  /** Of each feed that was to be counted, in no order; what is not in the library is left out. */
  readonly counts: ReadonlyArray<FeedCount>
}

export type FeedCount = { readonly feedId: string; readonly source: Source; readonly count: number }

export type ListItems = {
  /** Only these feeds; null for the whole library. An empty list is an empty page. */
  readonly feedIds: ReadonlyArray<string> | null
  /** Inclusive and exclusive, milliseconds. */
  readonly fromMs?: number | undefined
  readonly beforeMs?: number | undefined
  /** Feeds whose items in that time are counted, whatever else is asked. */
  readonly counted?: ReadonlyArray<string> | undefined
  readonly sources?: ReadonlyArray<Source> | undefined
  /**
   * Primary language subtags, lower case, of the item or else of its feed, and `UNKNOWN_LANGUAGE` for items that have neither;
   * empty for all languages.
   */
  readonly languages?: ReadonlyArray<string> | undefined
  /** What is left out: items with one of these words (lower case) in title or summary, of one feed or (null) of all. */
  readonly muted?: ReadonlyArray<{ readonly feedId: string | null; readonly words: ReadonlyArray<string> }> | undefined
  /** A person whose read marks stand with the items. */
  readonly reader?: string | undefined
  /** What the page before answered as `next`. */
  readonly cursor?: string | undefined
  readonly pageSize?: number | undefined
  /** Entries to pass over, for clients that count pages; people page by cursor. */
  readonly offset?: number | undefined
}
