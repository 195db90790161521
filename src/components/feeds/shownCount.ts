import type { Format } from "../../lib/format.ts"

/** Larger counts are no more useful and would widen the column. */
const SHOWN_MAX = 999

/** An unread count: `12`, `999+`. */
export const shownCount = (format: Format, count: number, isMore = false): string =>
  count > SHOWN_MAX ? `${format.number(SHOWN_MAX)}+` : `${format.number(count)}${isMore ? "+" : ""}`
