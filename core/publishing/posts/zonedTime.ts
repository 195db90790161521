/** A local time to the minute, as an input of type `datetime-local` sends it. */
const WALL = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::\d\d(?:\.\d{1,3})?)?$/

/**
 * The instant of a local time in a time zone, in milliseconds; null if either is not valid. If clocks skip the time, it
 * is moved by the length of the gap: 02:30 becomes 03:30. If the time comes twice, the first one counts. RFC 5545
 * (3.3.5) and `Temporal` ("compatible") decide the same.
 */
export const zonedTimeMs = (wall: string, zone: string): number | null => {
  const local = localMs(wall)
  const format = formatOf(zone)
  if (local === null || format === null) return null
  // Offsets are below a day, so these two are those before and after a change of the clocks near this time.
  const [before, after] = [offsetMs(format, local - DAY_MS), offsetMs(format, local + DAY_MS)]
  const fits = [before, after].map((offset) => local - offset).filter((ms) => local - ms === offsetMs(format, ms))
  return fits.length > 0 ? Math.min(...fits) : local - before
}

const DAY_MS = 86_400_000

const localMs = (wall: string): number | null => {
  const [matched, year, month, day, hour, minute] = WALL.exec(wall) ?? []
  if (matched === undefined) return null
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute))
  // 31 February is no day.
  return new Date(ms).toISOString().slice(0, 16) === matched.slice(0, 16) ? ms : null
}

/** The local time at an instant, minus the instant. */
const offsetMs = (format: Intl.DateTimeFormat, ms: number): number => {
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000
}

const formatOf = (zone: string): Intl.DateTimeFormat | null => {
  try {
    return new Intl.DateTimeFormat("en-US", {
      ...{ timeZone: zone, calendar: "iso8601", hourCycle: "h23" },
      ...{ year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" },
    })
  } catch {
    return null
  }
}
