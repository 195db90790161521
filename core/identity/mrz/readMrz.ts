import { parse } from "mrz"
import { addYears } from "../retention/dueDates.ts"

/** Lines and characters of a machine-readable zone (ICAO 9303). */
const LINES_MAX = 3
const LINE_LENGTH_MAX = 44
const LAST_YEARS = 20

export type MrzReading = {
  readonly format: "TD1" | "TD2" | "TD3"
  readonly number: string
  /** Three letters of the issuing state, as printed. */
  readonly state: string
  /** The last day of validity, `2012-04-15`; null if it is no date. */
  readonly expiresOn: string | null
  /** Fields with a wrong check digit. */
  readonly failedDigits: ReadonlyArray<string>
}

/**
 * Reads a machine-readable zone that somebody typed. Check digits find typing errors, and no more: names have none, and
 * characters that are equal modulo 10 replace each other unseen.
 * @returns null for what has not the form of one
 */
export const readMrz = (text: string, nowMs: number): MrzReading | null => {
  const lines = text
    .toUpperCase()
    .split(/[\n/]/)
    .map((line) => line.replace(/\s+/g, ""))
    .filter((line) => line !== "")
  const isFit = lines.length > 1 && lines.length <= LINES_MAX
  if (!isFit || lines.some((line) => line.length > LINE_LENGTH_MAX || !/^[A-Z0-9<]+$/.test(line))) return null
  const read = parsed(lines)
  if (read === null) return null
  const { format, fields, details, documentNumber } = read
  if (format !== "TD1" && format !== "TD2" && format !== "TD3") return null
  const digits = details.filter(({ field }) => field?.endsWith("CheckDigit") === true)
  return {
    format,
    number: documentNumber ?? fields.documentNumber ?? "",
    state: lines[0]?.slice(2, 5).replaceAll("<", "") ?? "",
    expiresOn: dayOf(fields.expirationDate ?? "", nowMs),
    failedDigits: digits.filter(({ valid }) => !valid).map(({ field }) => `${field}`.replace(/CheckDigit$/, "")),
  }
}

const parsed = (lines: ReadonlyArray<string>) => {
  try {
    return parse([...lines])
  } catch {
    return null
  }
}

/** A day of six digits. Documents last less than twenty years, which decides the century. */
const dayOf = (digits: string, nowMs: number): string | null => {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(digits) ?? []
  if (year === undefined) return null
  const text = `20${year}-${month}-${day}`
  const ms = Date.parse(`${text}T00:00:00.000Z`)
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, text.length) !== text) return null
  return new Date(ms).toISOString() > addYears(nowMs, LAST_YEARS) ? `19${year}-${month}-${day}` : text
}
