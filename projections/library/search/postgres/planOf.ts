import type { Frequencies } from "./Frequencies.ts"

/**
 * How the items of a search are come by.
 *
 * - `index`: the index over words gives all that match, which are then put in order
 * - `date`: the newest items are looked through until enough match; for words that come in many
 */
export type Plan = "index" | "date"

/** What a plan costs, in microseconds: to fetch a match that the index gave, and to read the words of an item. */
const FETCH_US = 1.5
const READ_US = 10
/** Newest items that are looked through at most; where they do not suffice, the index is asked after all. */
export const BY_DATE_ROWS_MAX = 4_000
/** Newest matches that are put in order by how well they match. */
export const RANKED_MAX = 200
/** Items in which the index found all words of a phrase, and that are looked into for the phrase itself. */
export const CHECKED_MAX = 20_000

/** Chooses by what is known of how common the words are, and of how many items there are in the time asked for. */
export const planOf = (
  { items }: Pick<Frequencies, "items">,
  asked: {
    /** Of the items, those that are found, and those that the index gives. */
    readonly share: number
    readonly givenShare: number
    readonly isDecided: boolean
    readonly timeShare: number
    readonly wanted: number
  },
): Plan => {
  const given = Math.min(items * asked.givenShare, asked.isDecided ? Number.POSITIVE_INFINITY : CHECKED_MAX)
  const rows = Math.min(asked.wanted / Math.max(asked.share, 1 / items), items * asked.timeShare)
  const indexUs = given * (asked.isDecided ? FETCH_US : FETCH_US + READ_US)
  return rows <= BY_DATE_ROWS_MAX && rows * READ_US < indexUs ? "date" : "index"
}
