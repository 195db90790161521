import type { Frequencies } from "./Frequencies.ts"

/**
 * How the items of a search are found.
 * - `index`: the word index returns all matches, which are then sorted
 * - `date`: the newest items are scanned until enough match; for frequent words
 */
export type Plan = "index" | "date"

/** Costs in microseconds: fetching a match of the index, and reading the words of an item. */
const FETCH_US = 1.5
const READ_US = 10
/** Newest items scanned at most; if they do not suffice, the index is used. */
export const BY_DATE_ROWS_MAX = 4_000
/** Newest matches that are sorted by relevance. */
export const RANKED_MAX = 200
/** Newest items with all words of a phrase that are checked for the phrase. */
export const CHECKED_MAX = 10_000
/** The same if all of them are needed, for counting or sorting by relevance. */
export const CHECKED_AT_ONCE_MAX = 4_000

/** Chooses a plan by the frequencies of the words and the number of items in the time span. */
export const planOf = (
  { items }: Pick<Frequencies, "items">,
  query: {
    /** Items in total, matching items, and items that the index returns. */
    readonly share: number
    readonly givenShare: number
    readonly isDecided: boolean
    readonly timeShare: number
    /** Matches that are wanted, and the minimum below which the index is used. */
    readonly wanted: number
    readonly needed: number
  },
): Plan => {
  const given = Math.min(items * query.givenShare, query.isDecided ? Number.POSITIVE_INFINITY : CHECKED_MAX)
  const share = Math.max(query.share, 1 / items)
  const rows = Math.min(query.wanted / share, BY_DATE_ROWS_MAX, items * query.timeShare)
  const isEnough = Math.min(query.needed / share, items * query.timeShare) <= BY_DATE_ROWS_MAX
  const indexUs = given * (query.isDecided ? FETCH_US : FETCH_US + READ_US)
  return isEnough && rows * READ_US < indexUs ? "date" : "index"
}
