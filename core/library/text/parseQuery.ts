import { SEARCH_BYTES_MIN, SEARCH_LENGTH_MAX } from "../contract.ts"

/** Parts of a search that are read. */
export const CLAUSES_MAX = 16

export const OPERATORS = ["site", "lang", "tag"] as const
export type Operator = (typeof OPERATORS)[number]

/** One part of a search, with offsets in the parsed text. */
export type Clause = {
  readonly kind: "words" | "phrase" | Operator
  /** Without quotes, sign and operator. */
  readonly text: string
  readonly isExcluded: boolean
  readonly start: number
  readonly end: number
}

/**
 * Parses a search as typed: words, "phrases" in any quotation marks, -word, and site:, lang: and tag: with a value.
 * Accepts everything: unknown operators are words, an operator without value is ignored, an open quote ends with the
 * text. Browser-safe.
 */
export const parseQuery = (typed: string): ReadonlyArray<Clause> => {
  const clauses: Array<Clause> = []
  for (const { 0: found, index, groups = {} } of typed.slice(0, SEARCH_LENGTH_MAX).matchAll(CLAUSE)) {
    const { sign, operator, quoted, word } = groups
    const text = (quoted ?? word ?? "").trim()
    if (text === "" || UNFINISHED.test(text) || clauses.length >= CLAUSES_MAX) continue
    clauses.push({
      kind:
        (operator?.slice(0, -1).toLowerCase() as Operator | undefined) ?? (quoted === undefined ? "words" : "phrase"),
      text,
      isExcluded: sign !== undefined,
      start: index,
      end: index + found.length,
    })
  }
  return clauses
}

/** Whether a search is long enough: three bytes of UTF-8 without surrounding spaces. */
export const isLongEnough = (typed: string): boolean =>
  new TextEncoder().encode(typed.trim()).length >= SEARCH_BYTES_MIN

const QUOTE = '["“”„‟«»「」『』＂]'
const OPERATOR = `(?:${OPERATORS.join("|")})[:：]`
/** A minus sign counts only at the start of a part: the hyphen of a compound is none. */
const CLAUSE = new RegExp(
  `(?:(?<=^|\\s)(?<sign>[-−–—－])(?=\\S))?(?<operator>${OPERATOR})?(?:${QUOTE}(?<quoted>[^"“”„‟«»「」『』＂]*)${QUOTE}?|(?<word>[^\\s"“”„‟«»「」『』＂]+))`,
  "giu",
)
const UNFINISHED = new RegExp(`^${OPERATOR}$`, "iu")
