export type ItemDates = {
  /** As the feed says, ISO 8601, or null. */
  readonly publishedAt: string | null
  readonly updatedAt: string | null
}

export type RepairedDates = {
  /** When the item was published, as far as it can be believed, ISO 8601. */
  readonly publishedAt: string
  /** Null where the item was not changed after it was published, or the feed's word cannot be believed. */
  readonly updatedAt: string | null
  /** The key that lists are sorted by: min(published, first seen), in milliseconds. It never changes afterwards. */
  readonly sortAtMs: number
}

/**
 * Makes an item's dates fit to sort by. A date in the future, before the web, or none at all means when the item was
 * first seen, never "now" again: a broken feed must not float to the top at every fetch.
 * @param firstSeenMs when the item was first fetched
 * @param nowMs the present, at or after `firstSeenMs`
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

/** Clocks differ a little, and so a moment ahead of ours is no lie. */
const CLOCK_SKEW_MS_MAX = 10 * 60_000
/** The first feeds are of 1999, the first diaries on the web of 1994; archives that were put online later go back further. */
const EARLIEST_MS = Date.UTC(1971, 0, 1)

const believed = (text: string | null, nowMs: number): number | null => {
  const ms = text === null ? Number.NaN : Date.parse(text)
  return ms >= EARLIEST_MS && ms <= nowMs + CLOCK_SKEW_MS_MAX ? ms : null
}
