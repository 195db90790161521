/** The words of a row as PostgreSQL's tsvector writes itself. Only `makeVector` makes one. */
export type Vector = string & { readonly _vector: true }

/** A lexeme, where it stands (from 1; null: anywhere), and the weight of the part of the text that it stands in. */
export type Lexeme = readonly [lexeme: string, place: number | null, weight: Weight]
export type Weight = "A" | "B" | "C" | "D"

/** PostgreSQL keeps no later place, no more places of one lexeme, and no longer lexeme. */
export const PLACE_MAX = 16_383
const PLACES_PER_LEXEME_MAX = 255
const LEXEME_BYTES_MAX = 2_046
/** A tsvector has room for a megabyte; what is given after so many characters is left out. */
const VECTOR_CHARS_MAX = 400_000

/** Makes a tsvector of lexemes, in the very form in which PostgreSQL gives it back. What it has no room for is left out. */
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
    // Of two weights in one place PostgreSQL keeps the heavier, and A is the heaviest.
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

/** PostgreSQL sorts lexemes by their bytes; UTF-16 has another order where surrogates stand. */
const compareBytes = (one: string, other: string): number =>
  SURROGATE.test(one) || SURROGATE.test(other)
    ? Buffer.compare(Buffer.from(one), Buffer.from(other))
    : one < other
      ? -1
      : one > other
        ? 1
        : 0
const SURROGATE = /[\ud800-\udfff]/
