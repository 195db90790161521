const DAY_MS = 86_400_000
/** Letters on the first day of a new domain, and on the last one of its warm-up. */
const [FIRST_DAY, LAST_DAY] = [200, 200_000]
const WARM_UP_DAYS = 42

/**
 * Letters that a domain may send on a day (UTC): `200·(200000/200)^(day/41)` for 42 days, as Ghost does, and no limit
 * after them. Receivers distrust a new domain that sends much at once.
 * @param from the first day, like `2026-11-01`; undefined for a domain that is known
 */
export const lettersOfDayMax = (from: string | undefined, nowMs: number): number => {
  if (from === undefined) return Number.POSITIVE_INFINITY
  const day = Math.floor((nowMs - Date.parse(from)) / DAY_MS)
  if (day < 0) return 0
  if (day >= WARM_UP_DAYS) return Number.POSITIVE_INFINITY
  return Math.floor(FIRST_DAY * (LAST_DAY / FIRST_DAY) ** (day / (WARM_UP_DAYS - 1)))
}

/** The day of a time, as the table of days has it. */
export const dayOf = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10)
