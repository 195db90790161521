import { Context, Data, type Effect } from "effect"
import type { SourceType } from "#contract/feeds"
import type { SearchSort } from "#contract/library"
import type { Sql } from "#core/kernel"
import type { Search } from "#core/library"
import type { CappedCount, SourceFound } from "../SearchPage.ts"

/** A query with its filters. */
export type IndexQuery = {
  readonly search: Search
  /** Only items of these feeds; null for all. */
  readonly feedIds: ReadonlyArray<string> | null
  /** Only these few items; null for all. */
  readonly itemIds: ReadonlyArray<string> | null
  /** Empty for all. */
  readonly sources: ReadonlyArray<SourceType>
  /** Milliseconds, inclusive and exclusive. */
  readonly fromMs?: number | undefined
  readonly beforeMs?: number | undefined
}

/** Position of a page: after this item, in the state at the first page. */
export type IndexCursor = {
  /** An integer; 0 if the newest come first. */
  readonly score: number
  readonly sortMs: number
  readonly itemId: string
  /** Position of the log, and the time by which age is scored. */
  readonly asOf: number
  readonly nowMs: number
}

export type PageQuery = IndexQuery & {
  readonly sort: SearchSort
  readonly after: IndexCursor | null
  readonly limit: number
  readonly nowMs: number
  /** Whether the total is needed. */
  readonly isCounted: boolean
}

/** Items in the requested order. Fewer than the limit: there are no more. */
export type IndexPage = {
  readonly hits: ReadonlyArray<IndexHit>
  readonly asOf: number
  /** Null if it was not requested. */
  readonly found: CappedCount | null
}
export type IndexHit = Omit<IndexCursor, "asOf" | "nowMs">

/** The index cannot answer now; the reason is for operators. */
export class SearchUnavailable extends Data.TaggedError("SearchUnavailable")<{ readonly reason: string }> {}

/** Counts stop here: more is "1,000+". */
export const FOUND_COUNT_MAX = 1_000

/**
 * Finds items by their words. PostgreSQL serves a library of a few million items; a cluster can serve the same queries.
 */
export class SearchIndex extends Context.Service<
  SearchIndex,
  {
    readonly find: (query: PageQuery) => Effect.Effect<IndexPage, SearchUnavailable>
    /** Most first. */
    readonly countSources: (query: IndexQuery) => Effect.Effect<ReadonlyArray<SourceFound>, SearchUnavailable>
    /** Searches find the same as long as this is the same; null if the engine cannot tell. Fails if searches would. */
    readonly version: Effect.Effect<string | null, never, Sql>
  }
>()("projections/library/SearchIndex") {}
