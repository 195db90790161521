import { readDecimal } from "#core/ledger"
import { priceOf } from "./settle.ts"

/** An answer of an endpoint, with numbers as the texts that they were written as: none went through floating point. */
export type Answer = { readonly root: unknown }

/** Characters of an answer that are read. */
export const ANSWER_LENGTH_MAX = 1_000_000
/** Moments below it are in seconds since 1970, others in milliseconds: the year 5138 is far, 1973 past. */
const SECONDS_BELOW = 100_000_000_000n

/** Reads JSON; null where it is none, or too long. */
export const readAnswer = (text: string): Answer | null => {
  if (text.length > ANSWER_LENGTH_MAX) return null
  try {
    return { root: JSON.parse(text, asWritten) }
  } catch {
    return null
  }
}

/** The text or number at a place that a JSON Pointer names (RFC 6901: `/data/0/amount`), as text; null where there is none. */
export const textAt = ({ root }: Answer, pointer: string): string | null => {
  let value = root
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~")
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return null
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return typeof value === "string" ? value : null
}

/** The price at a place; null where none stands there. */
export const priceAt = (answer: Answer, pointer: string) => priceOf(readDecimal(textAt(answer, pointer) ?? ""))

/** The moment at a place, in milliseconds since 1970: seconds or milliseconds as a number, or a date. Null where there is none. */
export const momentAt = (answer: Answer, pointer: string): number | null => {
  const text = textAt(answer, pointer) ?? ""
  const [, whole] = /^(\d{1,15})(?:\.\d+)?$/.exec(text) ?? []
  if (whole !== undefined) return Number(BigInt(whole) < SECONDS_BELOW ? BigInt(whole) * 1_000n : BigInt(whole))
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : time
}

/** Since ES2025 a reviver is told what a number was written as. */
const asWritten = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === "number" ? (context?.source ?? value) : value
