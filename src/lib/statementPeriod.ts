import { dayOf, startOfDay } from "./zone.ts"

/** A calendar month (`2026-11`) or year (`2026`) of a statement. */
const PERIOD = /^(?:19|20)\d{2}(?:-(?:0[1-9]|1[0-2]))?$/

/** Years in the list of periods at most. */
const PERIOD_YEARS_MAX = 30

const MONTHS = 12

/** Reads `?period=2026-11` or `?period=2026`; null if it is neither. */
export const parsePeriod = (text: string | null): string | null => (text !== null && PERIOD.test(text) ? text : null)

/** The first moment of a period and the first moment after it, in a time zone. */
export const periodRange = (period: string, timeZone: string): { readonly from: Date; readonly until: Date } => {
  const [year = 0, month] = period.split("-").map(Number)
  const [first, next] =
    month === undefined
      ? [`${year}-01`, `${year + 1}-01`]
      : [period, month === MONTHS ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, "0")}`]
  return { from: startOfDay(`${first}-01`, timeZone), until: startOfDay(`${next}-01`, timeZone) }
}

/** All periods from the first movement until now, newest first: each year, then its months. */
export const listPeriods = (first: Date, now: Date, timeZone: string): ReadonlyArray<string> => {
  const [oldest, newest] = [dayOf(first, timeZone).slice(0, 7), dayOf(now, timeZone).slice(0, 7)]
  const [newestYear, oldestYear] = [Number(newest.slice(0, 4)), Number(oldest.slice(0, 4))]
  const count = Math.min(newestYear - oldestYear + 1, PERIOD_YEARS_MAX)
  return Array.from({ length: Math.max(count, 0) }, (_, place) => String(newestYear - place)).flatMap((year) => [
    year,
    ...Array.from({ length: MONTHS }, (_, place) => `${year}-${String(MONTHS - place).padStart(2, "0")}`).filter(
      (month) => month >= oldest && month <= newest,
    ),
  ])
}

/** The name of a period: `November 2026`. */
export const periodName = (period: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    ...(period.includes("-") && { month: "long" }),
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${period.includes("-") ? period : `${period}-01`}-01T00:00:00Z`))
