import { minuteOf } from "./zone.ts"

/** Thirteen digits that stand alone: no part of a word, of a longer number, of a version or of an address. */
const THIRTEEN = /(?<![\p{L}\p{N}_]|[\p{N}\p{L}][.,:/#=-])\d{13}(?![\p{L}\p{N}_]|[.,:/-][\p{L}\p{N}])/gu
/** Later moments are other numbers: an ISBN begins with 978 or 979, which would be the 23rd century. */
const BEFORE_MS = Date.UTC(2101, 0, 1)

/**
 * A text with its thirteen-digit numbers, milliseconds since 1970, written as dates: YYYY-MM-DD HH:mm in the reader's time
 * zone. Only numbers that stand alone and fall between 2001 and 2100.
 */
export const stampNumbers = (text: string, timeZone: string): string => {
  // Hardly any text has one, and a page has a hundred texts.
  if (!MAYBE.test(text)) return text
  return text.replace(THIRTEEN, (digits) => {
    const atMs = Number(digits)
    return digits.startsWith("0") || atMs >= BEFORE_MS ? digits : minuteOf(new Date(atMs), timeZone)
  })
}

const MAYBE = /\d{13}/
