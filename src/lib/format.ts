import { memoise } from "./memoise.ts"
import { dayOf, minuteOf } from "./zone.ts"

/** Thirteen digits that are not part of a word, longer number, version or address. */
const THIRTEEN = /(?<![\p{L}\p{N}_]|[\p{N}\p{L}][.,:/#=-])\d{13}(?![\p{L}\p{N}_]|[.,:/-][\p{L}\p{N}])/gu
/** Larger numbers are not times: an ISBN starts with 978 or 979, which would be in the 23rd century. */
const BEFORE_MS = Date.UTC(2101, 0, 1)

/**
 * Replaces standalone 13-digit timestamps (milliseconds since 1970, from 2001 to 2100) by YYYY-MM-DD HH:mm in the reader's
 * time zone.
 */
export const stampNumbers = (text: string, timeZone: string): string => {
  // Few texts contain one, and a page has a hundred texts.
  if (!MAYBE.test(text)) return text
  return text.replace(THIRTEEN, (digits) => {
    const atMs = Number(digits)
    return digits.startsWith("0") || atMs >= BEFORE_MS ? digits : minuteOf(new Date(atMs), timeZone)
  })
}

const MAYBE = /\d{13}/

/** Dates, numbers and sizes in the reader's language and time zone; cached per language and zone. */
export interface Format {
  /** Language, time zone and label: formats of one key write the same. */
  readonly key: string
  /** 21 November 2026 */
  readonly date: (instant: Date) => string
  /** 21 Nov 2026, 07:40 */
  readonly dateTime: (instant: Date) => string
  /** "24 min. ago", "yesterday"; a date beyond a week. `now` is a parameter, so that a page uses one time. */
  readonly relative: (instant: Date, now: Date) => string
  /** "Today", "Yesterday", "Wednesday, 18 November": the heading above a day's items. */
  readonly day: (instant: Date, now: Date) => string
  /** The calendar day as YYYY-MM-DD, for grouping and date inputs. */
  readonly dayKey: (instant: Date) => string
  readonly number: (value: number) => string
  /** Bytes as B, KB, MB, GB, each 1024 of the one before. */
  readonly bytes: (size: number) => string
  /** Seconds as 58:20 or 1:02:07. */
  readonly duration: (seconds: number) => string
  /** A publisher's text with 13-digit timestamps replaced by dates. */
  readonly stamped: (text: string) => string
}

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const MINUTE_MS = MINUTE_S * 1_000
const DAY_S = 24 * HOUR_S
const DAY_MS = DAY_S * 1_000
const WEEK_DAYS = 7
const UNITS = ["B", "KB", "MB", "GB"] as const
/** Four languages and some hundred time zones. */
const FORMATS_MAX = 256
const formats = memoise<Format>(FORMATS_MAX)
/** Formatted times cached per format: many readers see the same items. */
const MOMENTS_MAX = 1_000
/** Minutes, hours and days, before and after now. */
const DISTANCES_MAX = 300

/** @param zoneLabel follows each time if the reader's zone is not known yet, such as ` UTC` */
export const formatOf = (locale: string, timeZone: string, zoneLabel = ""): Format =>
  formats(`${locale} ${timeZone}${zoneLabel}`, () => makeFormat(locale, timeZone, zoneLabel))

const makeFormat = (locale: string, timeZone: string, zoneLabel: string): Format => {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone })
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "long", month: "long", day: "numeric", timeZone })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" })
  const relativeDay = new Intl.RelativeTimeFormat(locale, { numeric: "auto" })
  const number = new Intl.NumberFormat(locale)
  const size = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })

  const numbers = memoise<string, number>(MOMENTS_MAX)
  const distances = memoise<string>(DISTANCES_MAX)
  const ago = (distance: number, unit: Intl.RelativeTimeFormatUnit) =>
    distances(`${distance} ${unit}`, () => relative.format(distance, unit))
  const dates = memoise<string>(MOMENTS_MAX)
  const dateOf = (instant: Date) => dates(dayKey(instant), () => date.format(instant))
  const days = memoise<string, number>(MOMENTS_MAX)
  const moments = memoise<string, number>(MOMENTS_MAX)
  // By minutes, in which days begin everywhere: the time of each request would fill the cache.
  const dayKey = (instant: Date) => days(Math.floor(instant.getTime() / MINUTE_MS), () => dayOf(instant, timeZone))
  const daysBetween = (instant: Date, now: Date) =>
    Math.round((Date.parse(dayKey(instant)) - Date.parse(dayKey(now))) / DAY_MS)

  return {
    key: `${locale} ${timeZone}${zoneLabel}`,
    date: (instant) => date.format(instant),
    dateTime: (instant) => moments(instant.getTime(), () => dateTime.format(instant) + zoneLabel),
    dayKey,
    number: (value) => numbers(value, () => number.format(value)),
    relative: (instant, now) => {
      const seconds = Math.round((instant.getTime() - now.getTime()) / 1_000)
      const distance = Math.abs(seconds)
      if (distance < MINUTE_S) return ago(0, "second")
      if (distance < HOUR_S) return ago(Math.trunc(seconds / MINUTE_S), "minute")
      if (distance < DAY_S) return ago(Math.trunc(seconds / HOUR_S), "hour")
      if (distance < WEEK_DAYS * DAY_S) return ago(daysBetween(instant, now), "day")
      return dateOf(instant)
    },
    day: (instant, now) => {
      const distance = daysBetween(instant, now)
      if (distance === 0 || distance === -1) return capitalised(relativeDay.format(distance, "day"), locale)
      return distance > -WEEK_DAYS && distance < 0 ? weekday.format(instant) : date.format(instant)
    },
    bytes: (bytes) => {
      const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1)
      return `${size.format(bytes / 1024 ** power)} ${UNITS[power]}`
    },
    duration: (total) => {
      const whole = Math.max(0, Math.round(total))
      const [hours, minutes, seconds] = [Math.floor(whole / HOUR_S), Math.floor(whole / MINUTE_S) % 60, whole % 60]
      const tail = `${minutes}`.padStart(hours > 0 ? 2 : 1, "0")
      return `${hours > 0 ? `${hours}:` : ""}${tail}:${`${seconds}`.padStart(2, "0")}`
    },
    stamped: (text) => stampNumbers(text, timeZone),
  }
}

const capitalised = (text: string, locale: string): string => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
