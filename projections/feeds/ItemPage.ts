import type { SourceType } from "#contract/feeds"
import type { Reader } from "./readState.ts"

/** An item in a list. Times are milliseconds since 1970. */
export type ListedItem = {
  readonly itemId: string
  readonly feedId: string
  readonly feedTitle: string
  readonly feedCode: string
  readonly feedIconUrl: string | null
  readonly source: SourceType
  readonly contentType: string
  readonly title: string
  readonly summary: string | null
  readonly author: string | null
  readonly link: string | null
  readonly imageUrl: string | null
  /** Its own author, otherwise that of the feed. */
  readonly language: string | null
  readonly tags: ReadonlyArray<string>
  readonly durationSeconds: number | null
  /** Id of Home/Levels: who may read the whole. Lists hold what everyone may read. */
  readonly levelId: number
  readonly updatedMs: number
  /** Whether the given reader has read it; undefined without a reader. */
  readonly isRead?: boolean
  /** Whether the given reader has saved it; null for guests, undefined without a reader. */
  readonly isSaved?: boolean | null
  /** Other feeds of the list with the same story, each with its own page. */
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
  /** Cursor of the next page; null at the end. */
  readonly next: string | null
  /** Counts of the requested feeds, unordered; unknown feeds are left out. */
  readonly counts: ReadonlyArray<FeedCount>
  /** The log position of the list: later items are not on it. */
  readonly asOf: number
}

export type FeedCount = {
  readonly feedId: string
  readonly source: SourceType
  readonly title: string
  /** Unread items for a reader, otherwise all items. */
  readonly count: number
  /** Whether there may be more unread items. */
  readonly isMore: boolean
}

export type ListItems = {
  /** Only these feeds; null for the whole library. An empty list gives an empty page. */
  readonly feedIds: ReadonlyArray<string> | null
  /** Inclusive and exclusive, in milliseconds. */
  readonly fromMs?: number | undefined
  readonly beforeMs?: number | undefined
  /** Feeds to count in that time, whatever the other filters. */
  readonly counted?: ReadonlyArray<string> | undefined
  readonly sources?: ReadonlyArray<SourceType> | undefined
  /**
   * Primary language subtags in lower case, of the item or its feed, and `UNKNOWN_LANGUAGE` for items without one;
   * empty for all languages.
   */
  readonly languages?: ReadonlyArray<string> | undefined
  /** Excludes items with one of these lower-case words in title or summary, of one feed or (null) of all. */
  readonly muted?: ReadonlyArray<{ readonly feedId: string | null; readonly words: ReadonlyArray<string> }> | undefined
  /** The reader: their marks decide `isRead` and the counts. */
  readonly reader?: Reader | undefined
  /** Only items that the reader has not read. */
  readonly unreadOnly?: boolean | undefined
  /** `next` of the page before. */
  readonly cursor?: string | undefined
  readonly pageSize?: number | undefined
  /** Entries to skip, for clients that count pages; the site uses cursors. */
  readonly offset?: number | undefined
}
