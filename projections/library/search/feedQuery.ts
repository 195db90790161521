import { type Need, STEMMED_LANGUAGES, termOf, tokenise, UNKNOWN_LANGUAGE } from "#core/library"
import { tsqueryOfNeed } from "./postgres/tsquery.ts"

/** Words of a feed search that are read. */
const WORDS_MAX = 12

/**
 * The query of a feed search: every word as a prefix or by its stem in any language, because a person who types has not
 * finished the last words.
 */
export const feedNeeds = (text: string): ReadonlyArray<Need> => {
  const needs: Array<Need> = []
  for (const token of tokenise(text)) {
    if (needs.length >= WORDS_MAX) break
    if (token.kind === "host") return [[[{ text: token.text, at: 0, isPrefix: true }]]]
    // The last of several characters belongs to the pair before it.
    if (token.kind === "char" && token.next === null && needs.at(-1)?.[0]?.[0]?.text.endsWith(token.text) === true)
      continue
    const isPrefix = token.kind !== "char" || token.next === null
    const typed = { text: termOf(token, UNKNOWN_LANGUAGE), at: 0, isPrefix }
    const stems = token.kind === "word" ? STEMMED_LANGUAGES.map((language) => termOf(token, language)) : []
    needs.push([[typed], ...[...new Set(stems)].map((stem) => [{ text: stem, at: 0, isPrefix: false }])])
  }
  return needs
}

/** The needs as a tsquery; empty if there are none. */
export const feedQueryText = (needs: ReadonlyArray<Need>): string => needs.map(tsqueryOfNeed).join(" & ")
