export type ItemDates = {
  /** As declared, ISO 8601, or null. */
  readonly publishedAt: string | null
  readonly updatedAt: string | null
}

export type RepairedDates = {
  /** Plausible publication time, ISO 8601. */
  readonly publishedAt: string
  /** Null if the item was not changed after publication, or the date is not plausible. */
  readonly updatedAt: string | null
  /** Sort key: min(published, first seen) in milliseconds. Permanent. */
  readonly sortAtMs: number
}

/**
 * Repairs the dates of an item for sorting. Future, very old and missing dates become the time at which the item was
 * first seen, not the current time, so that a broken feed does not rise to the top at every fetch.
 * @param firstSeenMs when the item was first fetched
 * @param nowMs current time, at or after `firstSeenMs`
 */
export const repairDates = (dates: ItemDates, firstSeenMs: number, nowMs: number): RepairedDates => {
  const published = believed(dates.publishedAt, nowMs)
  const updated = believed(dates.updatedAt, nowMs)
  const sortAtMs = Math.min(published ?? firstSeenMs, firstSeenMs)
  return {
    publishedAt: new Date(published === null ? firstSeenMs : Math.min(published, nowMs)).toISOString(),
    updatedAt: updated === null || updated <= sortAtMs ? null : new Date(updated).toISOString(),
    sortAtMs,
  }
}

/** Clocks differ slightly. */
const CLOCK_SKEW_MS_MAX = 10 * 60_000
/** The first feeds are from 1999, the first web diaries from 1994; archives published later go back further. */
const EARLIEST_MS = Date.UTC(1971, 0, 1)

const believed = (text: string | null, nowMs: number): number | null => {
  const ms = text === null ? Number.NaN : Date.parse(text)
  return ms >= EARLIEST_MS && ms <= nowMs + CLOCK_SKEW_MS_MAX ? ms : null
}
