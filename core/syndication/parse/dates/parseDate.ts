import { DATE_LENGTH_MAX } from "../limits.ts"
import { parseIsoDate } from "./isoDate.ts"
import { parseTextDate } from "./textDate.ts"

/**
 * The moment of a date in milliseconds since 1970, or null.
 * @param language language of the feed, for month names that differ between languages
 */
export const parseDate = (text: string, language: string | null = null): number | null => {
  if (text.length > DATE_LENGTH_MAX) return null
  const tidy = text.normalize("NFKC").replace(FOREIGN_DIGIT, latinDigit).replace(/\s+/g, " ").trim()
  if (tidy === "") return null
  return parseIsoDate(tidy) ?? parseEpoch(tidy) ?? parseTextDate(tidy, language)
}

/** Seconds or milliseconds since 1970, from 1973 to 2286. */
const parseEpoch = (text: string): number | null => {
  if (/^[1-9]\d{8,9}$/.test(text)) return Number(text) * 1000
  return /^[1-9]\d{11,12}$/.test(text) ? Number(text) : null
}

/** Arabic, Persian and Devanagari digits; NFKC has already converted full-width ones. */
const FOREIGN_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g
const latinDigit = (digit: string): string => {
  const code = digit.charCodeAt(0)
  return String(code - (code >= 0x0966 ? 0x0966 : code >= 0x06f0 ? 0x06f0 : 0x0660))
}
