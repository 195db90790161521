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
/** Items in which the index found all words of a phrase, and that are looked into for the phrase itself: the newest. */
export const CHECKED_MAX = 10_000
/** The same where all of them have to be looked into: to count them, or to put them in order by how well they match. */
export const CHECKED_AT_ONCE_MAX = 4_000

/** Chooses by what is known of how common the words are, and of how many items there are in the time asked for. */
export const planOf = (
  { items }: Pick<Frequencies, "items">,
  asked: {
    /** Of the items, those that are found, and those that the index gives. */
    readonly share: number
    readonly givenShare: number
    readonly isDecided: boolean
    readonly timeShare: number
    /** Finds that are wanted, and those without which the index is asked after all. */
    readonly wanted: number
    readonly needed: number
  },
): Plan => {
  const given = Math.min(items * asked.givenShare, asked.isDecided ? Number.POSITIVE_INFINITY : CHECKED_MAX)
  const share = Math.max(asked.share, 1 / items)
  const rows = Math.min(asked.wanted / share, BY_DATE_ROWS_MAX, items * asked.timeShare)
  const isEnough = Math.min(asked.needed / share, items * asked.timeShare) <= BY_DATE_ROWS_MAX
  const indexUs = given * (asked.isDecided ? FETCH_US : FETCH_US + READ_US)
  return isEnough && rows * READ_US < indexUs ? "date" : "index"
}
