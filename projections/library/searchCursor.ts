import type { SearchSort } from "#contract/library"
import type { CappedCount } from "./SearchPage.ts"
import type { IndexCursor } from "./search/SearchIndex.ts"

/** Position in a search, with the count of its first page. */
export type SearchCursor = IndexCursor & { readonly sort: SearchSort; readonly found: CappedCount }

/** `sort.score.milliseconds.item.position.now.count`, with a + if the count stopped at its limit. */
const CURSOR = /^([bn])\.(\d{1,15})\.(-?\d{1,14})\.([0-9a-z]{20})\.(\d{1,15})\.(\d{1,14})\.(\d{1,6})(\+?)$/

/** Parses a cursor; null, which means the beginning, if it is invalid or has another order. */
export const parseSearchCursor = (text: string | undefined, sort: SearchSort): SearchCursor | null => {
  const [, order, score, sortMs, itemId = "", asOf, nowMs, count, more] = CURSOR.exec(text ?? "") ?? []
  if (order === undefined || order !== sort.charAt(0)) return null
  const found = { count: Number(count), isMore: more === "+" }
  return { sort, score: Number(score), sortMs: Number(sortMs), itemId, asOf: Number(asOf), nowMs: Number(nowMs), found }
}

/** Formats a cursor. */
export const formatSearchCursor = ({ sort, score, sortMs, itemId, asOf, nowMs, found }: SearchCursor): string =>
  [sort.charAt(0), score, sortMs, itemId, asOf, nowMs, `${found.count}${found.isMore ? "+" : ""}`].join(".")
