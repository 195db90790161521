/**
 * A moment in the form that ParsedFeed has, or null for one that no feed's item can have: software without a clock
 * writes 1970 or the year 1. What lies in the future is left to `repairDates`, which knows the time.
 */
export const toIso = (ms: number | null): string | null =>
  ms === null || ms < EARLIEST_MS || ms > LATEST_MS ? null : new Date(ms).toISOString()

const EARLIEST_MS = Date.UTC(1971, 0, 1)
const LATEST_MS = Date.UTC(2200, 0, 1)
