import { parseZone } from "./zones.ts"

/**
 * ISO 8601 and its profiles: W3C date and time (from a year alone to fractions of a second), basic forms without
 * separators, ordinal days (`2003-335`), weeks (`2004-W27-3`), two-digit years (`03-12-31`, `-03-12`), SQL's space in
 * place of the T, slashes or dots between year, month and day. A time without a zone counts as UTC.
 * @returns milliseconds since 1970, or null where the text is of another form
 */
export const parseIsoDate = (text: string): number | null => {
  const stamp = STAMP.exec(text)
  const [, date = "", time] =
    stamp === null ? [null, ...(PARTS.exec(text)?.slice(1) ?? [])] : [null, stamp[1], stamp[2]]
  const day = parseDay(date ?? "")
  if (day === null) return null
  if (time === undefined || time === null) return day
  const clock = parseClock(time)
  if (clock === null) return null
  const moment = day + clock.ms
  if (clock.zone === null) return moment
  const zone = parseZone(clock.zone, moment)
  return zone === null ? moment : moment - zone * 60_000
}

/** `20031231101455` and `20031231T1014Z`. */
const STAMP = /^(\d{8})[Tt]?(\d{4}(?:\d{2})?(?:[.,]\d{1,9})?\s*(?:[A-Za-z/_]{1,40}|[+-]\d{2}:?(?:\d{2})?)?)$/
const PARTS = /^([+-]?\d[\dW/.-]{0,11}?)(?:(?:[Tt]\s*|\s+[Tt]?\s*)(\d{1,2}(?::|[ap]m|$|[Zz+-]).*)|[Zz])?$/

type Field = (groups: ReadonlyArray<number>) => number | null

const parseDay = (text: string): number | null => {
  for (const [pattern, read] of DAYS) {
    const found = pattern.exec(text)
    if (found !== null) return read(found.slice(1).map((group) => (group === undefined ? Number.NaN : Number(group))))
  }
  return null
}

const DAYS: ReadonlyArray<readonly [RegExp, Field]> = [
  [/^(\d{4})-(\d{1,2})-(\d{1,2})$/, ([y, m, d]) => calendar(y, m, d)],
  [/^(\d{4})\/(\d{1,2})\/(\d{1,2})$/, ([y, m, d]) => calendar(y, m, d)],
  [/^(\d{4})\.(\d{1,2})\.(\d{1,2})\.?$/, ([y, m, d]) => calendar(y, m, d)],
  [/^((?:1[89]|2[01])\d{2})(\d{2})(\d{2})$/, ([y, m, d]) => calendar(y, m, d)],
  [/^(\d{4})-?W(\d{2})(?:-?([1-7]))?$/i, ([y, w, d]) => week(y, w, d)],
  [/^(\d{4})-(\d{3})$/, ([y, d]) => ordinal(y, d)],
  [/^(\d{4})(\d{3})$/, ([y, d]) => ordinal(y, d)],
  [/^(\d{4})-(\d{1,2})$/, ([y, m]) => calendar(y, m, 1)],
  [/^((?:19|20)\d{2})$/, ([y]) => calendar(y, 1, 1)],
  [/^(\d{2})-(\d{2})-(\d{2})$/, ([y, m, d]) => calendar(fullYear(y), m, d)],
  [/^(\d{2})(\d{2})(\d{2})$/, ([y, m, d]) => calendar(fullYear(y), m, d)],
  [/^(\d{2})-(\d{3})$/, ([y, d]) => ordinal(fullYear(y), d)],
  [/^(\d{2})(\d{3})$/, ([y, d]) => ordinal(fullYear(y), d)],
  [/^-(\d{2})-?(\d{2})$/, ([y, m]) => calendar(fullYear(y), m, 1)],
  [/^-(\d{2})$/, ([y]) => calendar(fullYear(y), 1, 1)],
]

/** Two-digit years: 90 to 99 belong to the last century. */
export const fullYear = (year: number | undefined): number | undefined =>
  year === undefined || year > 99 ? year : year >= 90 ? 1900 + year : 2000 + year

/** Midnight UTC of a day. The 31st of a shorter month is the day after its last. */
export const calendar = (year = Number.NaN, month = Number.NaN, day = Number.NaN): number | null => {
  if (!(year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= 31)) return null
  const date = new Date(Date.UTC(2000, month - 1, day))
  date.setUTCFullYear(year, month - 1, day)
  return date.getTime()
}

const ordinal = (year = Number.NaN, day = Number.NaN): number | null => {
  const start = calendar(year, 1, 1)
  return start === null || !(day >= 1 && day <= 366) ? null : start + (day - 1) * DAY_MS
}

const week = (year = Number.NaN, number = Number.NaN, day = Number.NaN): number | null => {
  const fourth = calendar(year, 1, 4)
  if (fourth === null || !(number >= 1 && number <= 53)) return null
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS
  return monday + ((number - 1) * 7 + (Number.isNaN(day) ? 0 : day - 1)) * DAY_MS
}

const parseClock = (text: string): { readonly ms: number; readonly zone: string | null } | null => {
  const found = CLOCK.exec(text)
  if (found === null) return null
  const [, hours, minutes, seconds, fraction, half, zone] = found
  const ms = clockMs(Number(hours), Number(minutes ?? 0), Number(seconds ?? 0), half ?? null)
  if (ms === null) return null
  return { ms: ms + Math.floor(Number(`0.${fraction ?? 0}`) * 1000), zone: zone === undefined ? null : zone }
}

/** Milliseconds since midnight, or null if invalid. Hour 24 is midnight of the next day, second 60 a leap second. */
export const clockMs = (hours: number, minutes: number, seconds: number, half: string | null): number | null => {
  if (hours > 24 || minutes > 59 || seconds > 61) return null
  const meridiem = half?.[0]?.toLowerCase() ?? null
  const hour = meridiem === "p" && hours < 12 ? hours + 12 : meridiem === "a" && hours === 12 ? 0 : hours
  return ((hour * 60 + minutes) * 60 + seconds) * 1000
}

const CLOCK =
  /^(\d{1,2})(?::?(\d{1,2})(?::?(\d{1,2})(?:[.,](\d{1,9}))?)?)?\s*([ap]\.?m\.?)?\s*(Z|[+-]\s?\d{1,2}:?(?:\d{2})?(?::\d{2})?|(?:GMT|UTC)?[+-]\d{1,2}:?(?:\d{2})?|[A-Za-z][A-Za-z_/+-]{0,40})?$/i
const DAY_MS = 86_400_000
