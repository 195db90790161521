/**
 * A moment as ISO 8601, or null outside of a plausible range (software without a clock writes the year 1).
 * `repairDates` checks it against the current time.
 */
export const toIso = (ms: number | null): string | null =>
  ms === null || ms < EARLIEST_MS || ms > LATEST_MS ? null : new Date(ms).toISOString()

const EARLIEST_MS = Date.UTC(1900, 0, 1)
const LATEST_MS = Date.UTC(2200, 0, 1)
