/** The words of a row in the text format of PostgreSQL's tsvector. Only `makeVector` creates one. */
export type Vector = string & { readonly _vector: true }

/** A lexeme with its place (from 1; null for none) and the weight of its part of the text. */
export type Lexeme = readonly [lexeme: string, place: number | null, weight: Weight]
export type Weight = "A" | "B" | "C" | "D"

/** PostgreSQL's limits: the highest place, the places per lexeme, and the bytes of a lexeme. */
export const PLACE_MAX = 16_383
const PLACES_PER_LEXEME_MAX = 255
const LEXEME_BYTES_MAX = 2_046
/** A tsvector holds a megabyte; lexemes after this many characters are left out. */
const VECTOR_CHARS_MAX = 400_000

/**
 * Makes a tsvector of lexemes, in exactly the form in which PostgreSQL returns it. Leaves out what exceeds its limits.
 */
export const makeVector = (lexemes: Iterable<Lexeme>): Vector => {
  const places = new Map<string, Map<number, Weight>>()
  let chars = 0
  for (const [lexeme, place, weight] of lexemes) {
    let known = places.get(lexeme)
    if (known === undefined) {
      chars += lexeme.length
      if (lexeme === "" || chars > VECTOR_CHARS_MAX || isTooLong(lexeme)) continue
      known = new Map()
      places.set(lexeme, known)
    }
    if (place === null || place > PLACE_MAX || (known.size >= PLACES_PER_LEXEME_MAX && !known.has(place))) continue
    const before = known.get(place)
    // If one place has two weights, PostgreSQL keeps the higher one; A is the highest.
    if (before === undefined || weight < before) known.set(place, weight)
  }
  const sorted = [...places].sort(([one], [other]) => compareBytes(one, other))
  return sorted.map(([lexeme, of]) => quoted(lexeme) + placesText(of)).join(" ") as Vector
}

const isTooLong = (lexeme: string): boolean =>
  lexeme.length > LEXEME_BYTES_MAX / 3 && Buffer.byteLength(lexeme) > LEXEME_BYTES_MAX

const placesText = (places: ReadonlyMap<number, Weight>): string => {
  if (places.size === 0) return ""
  const sorted = [...places].sort(([one], [other]) => one - other)
  return `:${sorted.map(([place, weight]) => (weight === "D" ? place : `${place}${weight}`)).join(",")}`
}

const quoted = (lexeme: string): string => `'${QUOTED.test(lexeme) ? lexeme.replace(/['\\]/g, "$&$&") : lexeme}'`
const QUOTED = /['\\]/

/** PostgreSQL sorts lexemes by their bytes; the UTF-16 order differs for surrogates. */
const compareBytes = (one: string, other: string): number =>
  SURROGATE.test(one) || SURROGATE.test(other)
    ? Buffer.compare(Buffer.from(one), Buffer.from(other))
    : one < other
      ? -1
      : one > other
        ? 1
        : 0
const SURROGATE = /[\ud800-\udfff]/
