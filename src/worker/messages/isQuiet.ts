import type { QuietHours } from "#core/chat"
import { memoise } from "#src/lib/memoise.ts"

const MINUTES_AN_HOUR = 60
/** Number of IANA time zones. */
const ZONES_MAX = 600
const clocks = memoise<Intl.DateTimeFormat>(ZONES_MAX)

/** Whether `nowMs` is within the quiet hours. The end may be after midnight; equal times mean never. */
export const isQuiet = (hours: QuietHours | undefined, nowMs: number): boolean => {
  if (hours === undefined) return false
  const { fromMinute, toMinute, timeZone } = hours
  const minute = minuteOf(nowMs, timeZone)
  return fromMinute <= toMinute ? minute >= fromMinute && minute < toMinute : minute >= fromMinute || minute < toMinute
}

const minuteOf = (nowMs: number, timeZone: string): number => {
  const clock = clocks(
    timeZone,
    () => new Intl.DateTimeFormat("en", { timeStyle: "short", hourCycle: "h23", timeZone }),
  )
  const [hours = 0, minutes = 0] = clock.format(nowMs).split(":").map(Number)
  return hours * MINUTES_AN_HOUR + minutes
}
