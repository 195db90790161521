/**
 * A moment in the form that ParsedFeed has, or null for one that no calendar of the web means (software without a clock
 * writes the year 1). Whether the others can be believed is for `repairDates` to say, which knows the time.
 */
export const toIso = (ms: number | null): string | null =>
  ms === null || ms < EARLIEST_MS || ms > LATEST_MS ? null : new Date(ms).toISOString()

const EARLIEST_MS = Date.UTC(1900, 0, 1)
const LATEST_MS = Date.UTC(2200, 0, 1)
