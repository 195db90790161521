import { minuteOf } from "./zone.ts"

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
