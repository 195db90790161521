import { readDecimal } from "#core/ledger"
import { toPrice } from "./medianPrice.ts"

/** A parsed JSON document with numbers as their source text, so no price passes through floating point. */
export type JsonAnswer = { readonly root: unknown }

/** Characters of a document; longer ones are refused. */
const ANSWER_LENGTH_MAX = 1_000_000
/** Smaller timestamps are seconds since 1970 (until the year 5138), others milliseconds (from 1973 on). */
const SECONDS_BELOW = 100_000_000_000n

/** Parses JSON; null if it is invalid or too long. */
export const parseJsonAnswer = (text: string): JsonAnswer | null => {
  if (text.length > ANSWER_LENGTH_MAX) return null
  try {
    return { root: JSON.parse(text, keepNumberText) }
  } catch {
    return null
  }
}

/** The text or number at a JSON Pointer (RFC 6901, `/data/0/amount`), as text; null if there is none. */
export const textAt = ({ root }: JsonAnswer, pointer: string): string | null => {
  let value = root
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~")
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return null
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return typeof value === "string" ? value : null
}

/** The price at a JSON Pointer, or null. */
export const priceAt = (answer: JsonAnswer, pointer: string) => toPrice(readDecimal(textAt(answer, pointer) ?? ""))

/** The time at a JSON Pointer (seconds, milliseconds or a date) in milliseconds since 1970, or null. */
export const timeAt = (answer: JsonAnswer, pointer: string): number | null => {
  const text = textAt(answer, pointer) ?? ""
  const [, whole] = /^(\d{1,15})(?:\.\d+)?$/.exec(text) ?? []
  if (whole !== undefined) return Number(BigInt(whole) < SECONDS_BELOW ? BigInt(whole) * 1_000n : BigInt(whole))
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : time
}

/** Keeps the source text of numbers, which revivers receive since ES2025. */
const keepNumberText = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === "number" ? (context?.source ?? value) : value
