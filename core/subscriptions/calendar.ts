/**
 * The start of a period, in milliseconds since 1970: the anchor moved by whole months in UTC. A day that the month does
 * not have becomes its last day. Always computed from the anchor, so that 31 January is followed by 28 February and
 * 31 March.
 */
export const startOf = (anchorMs: number, months: number): number => {
  const anchor = new Date(anchorMs)
  const month = anchor.getUTCFullYear() * MONTHS + anchor.getUTCMonth() + months
  const [year, place] = [Math.floor(month / MONTHS), month % MONTHS]
  const day = Math.min(anchor.getUTCDate(), daysOf(year, place))
  return (
    Date.UTC(year, place, day) +
    (anchorMs - Date.UTC(anchor.getUTCFullYear(), anchor.getUTCMonth(), anchor.getUTCDate()))
  )
}

/** The number of the period that contains a time at or after the anchor. */
export const periodAt = (anchorMs: number, ms: number): number => {
  const [anchor, time] = [new Date(anchorMs), new Date(ms)]
  const months = (time.getUTCFullYear() - anchor.getUTCFullYear()) * MONTHS + time.getUTCMonth() - anchor.getUTCMonth()
  return startOf(anchorMs, months) <= ms ? months : months - 1
}

const MONTHS = 12
/** Day 0 of a month is the last day of the month before it. */
const daysOf = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
