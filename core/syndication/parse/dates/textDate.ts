import { calendar, clockMs, fullYear } from "./isoDate.ts"
import { englishMonth, foldWord, monthLike, monthOf } from "./monthNames.ts"
import { isZoneName, parseZone } from "./zones.ts"

/**
 * Dates written for people: RFC 822 with all its abuses (no weekday, no seconds, no zone, two-digit years, parts in
 * another order, full or misspelt or localised names), asctime, `2006/09/15 08:19:53 EDT`, `12/31/2004 10:15 PM`,
 * `31.12.2004, 10.15 Uhr`, `2004년 5월 28일 오후 1:31`, `2004年5月28日`. The clock is found first, then the zone, and what
 * remains are day, month and year.
 * @returns milliseconds since 1970, or null
 */
export const parseTextDate = (text: string, language: string | null): number | null => {
  const east = fromEastAsian(text.replace(HALF_FIRST, "$2 $1m"))
  const { clock, zone: clockZone, rest } = takeClock(east.text)
  if (clock === null) return null
  const words = rest
    .split(/[\s,;|()\u060c]+/)
    .flatMap(splitDate)
    .filter((word) => word !== "")
  if (words.length > WORDS_MAX) return null
  let zone = clockZone
  const numbers: Array<string> = []
  const names: Array<string> = []
  for (const word of words) {
    const plain = foldWord(word)
    const digits = DAY_OR_YEAR.exec(plain)?.[1]
    if (digits !== undefined) numbers.push(digits)
    else if (isZoneName(plain) && word !== "at") zone ??= word
    else if (!WEEKDAY.test(plain)) names.push(word)
  }
  const month = monthIn(names, language)
  const day = toDay(numbers, month, rest)
  if (day === null) return null
  const moment = day + clock
  const offset = zone === null ? east.offset : parseZone(zone, moment)
  return moment - (offset ?? 0) * 60_000
}

/** The last month name: a day name before it may be a month elsewhere (`mar. 5 janv.`). */
const monthIn = (names: ReadonlyArray<string>, language: string | null): number | null => {
  const [only = ""] = names
  const english = names.length === 1 ? englishMonth(only) : null
  if (english !== null) return english
  const months = names.map((name) => monthOf(name, language))
  return months.findLast((month) => month !== null) ?? names.map(monthLike).find((month) => month !== null) ?? null
}

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun|tues|wednes|thur|thurs|satur)(?:day)?$/
const WORDS_MAX = 14
const DAY_OR_YEAR = /^(\d{1,4})(?:st|nd|rd|th|er|e|o|a|º|ª|го|日|일|de)?$/

/** The time in milliseconds (0 if absent, null if invalid), its zone, and the rest. */
const takeClock = (text: string): { clock: number | null; zone: string | null; rest: string } => {
  const found = CLOCK.exec(text) ?? SPOKEN_CLOCK.exec(text)
  if (found === null) return { clock: 0, zone: null, rest: text }
  const [all, hours, minutes, seconds, half] = found
  const after = text.slice(found.index + all.length)
  const zone = ZONE.exec(after) ?? ZONE_LAST.exec(after)
  return {
    clock: clockMs(Number(hours), Number(minutes), Number(seconds ?? 0), half ?? null),
    zone: zone?.[1] ?? null,
    rest: `${text.slice(0, found.index)} ${zone === null ? after : after.replace(zone[0], " ")}`,
  }
}

const HALF_FIRST = /\b([ap])\.?m\.?\s+(\d{1,2}:\d{2}(?::\d{2})?)/i
const HALF = "(?:\\s*([ap]\\.?\\s?m\\b\\.?))?"
const CLOCK = new RegExp(`(?<![\\d:])(\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:[.,]\\d{1,9})?)?${HALF}`, "i")
/** `10.15 Uhr`, `kl. 10.15`, `14h30`, and `10 PM`; without a colon only if it is unambiguous. */
const SPOKEN_CLOCK =
  /(?<![\d.])(\d{1,2})(?:[.h](\d{2})(?:[.m](\d{2}))?)(?=\s*(?:uhr|h\b|$|[+-]\d{4}|[A-Z]{3}\b))(?![.\d])/i
const ZONE =
  /^\s*\(?((?:GMT|UTC|UT)?\s*[+\u2212-]\s?\d{1,2}:?(?:\d{2})?(?!\d)|Z\b|[A-Za-z]+(?:_[A-Za-z]+)?\/[A-Za-z_]+)\)?/i
/** `15:04 02.01.2006 -0700` */
const ZONE_LAST = /\s([+\u2212-]\d{2}:?\d{2})$/

/** Dates of one word: `31.12.2004`, `2006/09/15`, `2004-július-13T`, `31-Dec-04`. */
const splitDate = (word: string): ReadonlyArray<string> =>
  word.replace(/(\d)t$/i, "$1").split(/[-/.](?=[\p{L}\d])|(?<=\d)[.](?=$)/u)

const toDay = (numbers: ReadonlyArray<string>, month: number | null, text: string): number | null => {
  const [first = "", second = "", third = ""] = numbers
  if (month !== null) {
    if (numbers.length === 1) return first.length === 4 ? calendar(Number(first), month, 1) : null
    if (numbers.length < 2) return null
    const yearFirst = first.length > 2 || Number(first) > 31
    const [year, day] = yearFirst ? [first, second] : [second, first]
    return calendar(yearOf(year), month, Number(day))
  }
  if (numbers.length !== 3) return null
  if (first.length > 2) return calendar(yearOf(first), Number(second), Number(third))
  // American dates have the month first and use slashes; all others the day.
  const american = text.includes("/") && Number(first) <= 12
  const [day, monthNumber] = american ? [second, first] : [first, second]
  if (Number(monthNumber) > 12) return calendar(yearOf(third), Number(day), Number(monthNumber))
  return calendar(yearOf(third), Number(monthNumber), Number(day))
}

// Three digits come from software that counts years since 1900.
const yearOf = (digits: string): number | undefined =>
  digits.length === 3 && digits.startsWith("1") ? 1900 + Number(digits) : fullYear(Number(digits))

/** Korean, Japanese and Chinese dates as digits, with their default zone. */
const fromEastAsian = (text: string): { readonly text: string; readonly offset: number | null } => {
  if (!/[년월일오年月日上下午時时시]/.test(text)) return { text, offset: null }
  const korean = /[년월일오시]/.test(text)
  const japanese = /午[前後]|時/.test(text)
  const chinese = /[上下]午|时|点/.test(text)
  const afternoon = /오후|下午|午後/.test(text)
  const morning = /오전|上午|午前/.test(text)
  const digits = text
    .replace(/오전|오후|上午|下午|午前|午後/g, " ")
    .replace(
      /(\d{1,2})\s*[시時时点点]\s*(\d{1,2})\s*[분分]?\s*(?:(\d{1,2})\s*[초秒])?/,
      (_, h, m, s) => ` ${h}:${m}:${s ?? "00"} `,
    )
    .replace(/(\d{4})\s*[년年]\s*(\d{1,2})\s*[월月]\s*(\d{1,2})\s*[일日号]?/, "$1/$2/$3 ")
    .replace(/(\d{1,2}:\d{2}(?::\d{2})?)/, afternoon ? "$1 PM" : morning ? "$1 AM" : "$1")
  return { text: digits, offset: korean || japanese ? 540 : chinese ? 480 : null }
}
