import { Context, Data, type Effect } from "effect"
import type { Source } from "#contract/feeds"
import type { SearchSort } from "#contract/library"
import type { Search } from "#core/library"
import type { CappedCount, SourceFound } from "../SearchPage.ts"

/** What an index is asked: the search itself, and what narrows it. */
export type IndexQuery = {
  readonly search: Search
  /** Only items of these feeds; null for all. */
  readonly feedIds: ReadonlyArray<string> | null
  /** Only these items, of which there are few; null for all. */
  readonly itemIds: ReadonlyArray<string> | null
  /** Empty for all. */
  readonly sources: ReadonlyArray<Source>
  /** Milliseconds, inclusive and exclusive. */
  readonly fromMs?: number | undefined
  readonly beforeMs?: number | undefined
}

/** Where a page begins: after this item, as things stood when the first page was read. */
export type IndexCursor = {
  /** A whole number; 0 where the newest come first. */
  readonly score: number
  readonly sortMs: number
  readonly itemId: string
  /** Position of the log that counts, and the time by which age was judged. */
  readonly asOf: number
  readonly nowMs: number
}

export type PageQuery = IndexQuery & {
  readonly sort: SearchSort
  readonly after: IndexCursor | null
  readonly limit: number
  readonly nowMs: number
  /** Whether it matters how many there are in all. */
  readonly isCounted: boolean
}

/** Items in the order asked for. Fewer than the limit: there are no more. */
export type IndexPage = {
  readonly hits: ReadonlyArray<IndexHit>
  readonly asOf: number
  /** Null where it was not asked for. */
  readonly found: CappedCount | null
}
export type IndexHit = Omit<IndexCursor, "asOf" | "nowMs">

/** The index cannot answer at present; the reason is for operators. */
export class SearchUnavailable extends Data.TaggedError("SearchUnavailable")<{ readonly reason: string }> {}

/** How far a count goes; what is beyond is "1,000+". */
export const FOUND_COUNT_MAX = 1_000

/**
 * What finds items by their words. PostgreSQL carries a library of a few millions of items; a cluster takes over behind
 * the same questions.
 */
export class SearchIndex extends Context.Service<
  SearchIndex,
  {
    readonly find: (query: PageQuery) => Effect.Effect<IndexPage, SearchUnavailable>
    /** Most first. */
    readonly countSources: (query: IndexQuery) => Effect.Effect<ReadonlyArray<SourceFound>, SearchUnavailable>
  }
>()("projections/library/SearchIndex") {}
