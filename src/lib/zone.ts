import { memoise } from "./memoise.ts"

/** Time zones in use. */
const CLOCKS_MAX = 256
const clockOf = memoise<Intl.DateTimeFormat>(CLOCKS_MAX)

/** The calendar day of an instant in a time zone, as YYYY-MM-DD. */
export const dayOf = (instant: Date, timeZone: string): string => wallTime(instant.getTime(), timeZone).slice(0, 10)

/** The minute of an instant in a time zone, as YYYY-MM-DD HH:mm. */
export const minuteOf = (instant: Date, timeZone: string): string =>
  wallTime(instant.getTime(), timeZone).slice(0, 16).replace("T", " ")

/** The start of a calendar day in a zone, also if a clock change skips midnight. */
export const startOfDay = (day: string, timeZone: string): Date => {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const first = midnight - offset_ms(midnight, timeZone)
  const second = midnight - offset_ms(first, timeZone)
  const [earlier, later] = [Math.min(first, second), Math.max(first, second)]
  return new Date(dayOf(new Date(earlier), timeZone) === day ? earlier : later)
}

/** The day after, as YYYY-MM-DD. */
export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

const offset_ms = (instant: number, timeZone: string): number =>
  Date.parse(`${wallTime(instant, timeZone)}Z`) - Math.floor(instant / 1_000) * 1_000

/** Local time as 2026-11-21T07:40:00. The Swedish locale uses the ISO format. */
const wallTime = (instant: number, timeZone: string): string =>
  clockOf(timeZone, () => new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone }))
    .format(instant)
    .replace(" ", "T")
