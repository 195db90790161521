/** When support works: minutes of each weekday (Monday first), and days without work. */
export type BusinessCalendar = {
  /** An IANA name such as `Europe/Berlin`. */
  readonly timeZone: string
  /** From and until, in minutes of the local day; null for a day off. */
  readonly hours: ReadonlyArray<readonly [fromMinute: number, untilMinute: number] | null>
  /** Local dates such as `2026-12-25`. */
  readonly holidays: ReadonlyArray<string>
}

type Span = { readonly fromMs: number; readonly untilMs: number }

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Zones differ from UTC by at most 14 hours. */
const OFFSET_MS_MAX = 15 * 3_600_000
/** Days that are looked through for working time: longer than any target, with holidays. */
const DAYS_MAX = 3_660

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric" },
  })
  formats.set(timeZone, made)
  return made
}

/** How far the local time is ahead of UTC at this moment. */
export const offsetMsAt = (timeZone: string, atMs: number): number => {
  const minute = Math.floor(atMs / MINUTE_MS) * MINUTE_MS
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(minute)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute: minutes = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minutes) - minute
}

/** The first moment with another offset than at `fromMs`, which `untilMs` has. Accurate to the minute, as all zones are. */
const transitionBetween = (timeZone: string, fromMs: number, untilMs: number): number => {
  const before = offsetMsAt(timeZone, fromMs)
  let [low, high] = [Math.floor(fromMs / MINUTE_MS), Math.ceil(untilMs / MINUTE_MS)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetMsAt(timeZone, middle * MINUTE_MS) === before) low = middle
    else high = middle
  }
  return high * MINUTE_MS
}

/**
 * The working time of one local day, as spans of UTC. A day on which clocks change has as much working time as the clock
 * on the wall shows twice or leaves out.
 *
 * @param dayMs midnight of the local date, read as UTC
 */
const spansOfDay = ({ timeZone, hours, holidays }: BusinessCalendar, dayMs: number): ReadonlyArray<Span> => {
  const date = new Date(dayMs)
  const open = hours[(date.getUTCDay() + 6) % 7] ?? null
  if (open === null || holidays.includes(date.toISOString().slice(0, 10))) return []
  const [earliest, latest] = [dayMs - OFFSET_MS_MAX, dayMs + DAY_MS + OFFSET_MS_MAX]
  const [before, after] = [offsetMsAt(timeZone, earliest), offsetMsAt(timeZone, latest)]
  const spanWith = (offsetMs: number): Span => ({
    fromMs: dayMs + open[0] * MINUTE_MS - offsetMs,
    untilMs: dayMs + open[1] * MINUTE_MS - offsetMs,
  })
  if (before === after) return [spanWith(before)]
  const changeMs = transitionBetween(timeZone, earliest, latest)
  const [early, late] = [spanWith(before), spanWith(after)]
  return [
    { fromMs: early.fromMs, untilMs: Math.min(early.untilMs, changeMs) },
    { fromMs: Math.max(late.fromMs, changeMs), untilMs: late.untilMs },
  ].filter(({ fromMs, untilMs }) => fromMs < untilMs)
}

const known = new WeakMap<BusinessCalendar, Map<number, ReadonlyArray<Span>>>()
const cachedSpans = (calendar: BusinessCalendar, dayMs: number): ReadonlyArray<Span> => {
  const days = known.get(calendar) ?? new Map<number, ReadonlyArray<Span>>()
  known.set(calendar, days)
  const found = days.get(dayMs) ?? spansOfDay(calendar, dayMs)
  if (days.size > DAYS_MAX) days.clear()
  days.set(dayMs, found)
  return found
}

/** The local day of a moment, or the one before: its working time may reach over midnight in UTC. */
const firstDayOf = (atMs: number): number => Math.floor((atMs - OFFSET_MS_MAX) / DAY_MS) * DAY_MS

/** Working time between two moments, in milliseconds. */
export const businessMsBetween = (calendar: BusinessCalendar, fromMs: number, untilMs: number): number => {
  let sum = 0
  for (let dayMs = firstDayOf(fromMs); dayMs < untilMs + OFFSET_MS_MAX; dayMs += DAY_MS)
    for (const span of cachedSpans(calendar, dayMs))
      sum += Math.max(0, Math.min(span.untilMs, untilMs) - Math.max(span.fromMs, fromMs))
  return sum
}

/** The moment at which so much working time has passed; null if the calendar never has as much. */
export const addBusinessMs = (calendar: BusinessCalendar, fromMs: number, durationMs: number): number | null => {
  if (durationMs <= 0) return fromMs
  let left = durationMs
  const firstMs = firstDayOf(fromMs)
  for (let dayMs = firstMs; dayMs < firstMs + DAYS_MAX * DAY_MS; dayMs += DAY_MS)
    for (const span of cachedSpans(calendar, dayMs)) {
      const startMs = Math.max(span.fromMs, fromMs)
      const length = span.untilMs - startMs
      if (length <= 0) continue
      if (length >= left) return startMs + left
      left -= length
    }
  return null
}
