import { type Need, STEMMED_LANGUAGES, termOf, tokenise, UNKNOWN_LANGUAGE } from "#core/library"
import { needText } from "./postgres/tsquery.ts"

/** Words of a search for feeds that are looked at. */
const WORDS_MAX = 12

/**
 * What a search for feeds asks: every word, as the beginning of one in the feed's words or by its stem in any language.
 * Somebody who types has not finished the last word, and often not the one before.
 */
export const feedNeeds = (text: string): ReadonlyArray<Need> => {
  const needs: Array<Need> = []
  for (const token of tokenise(text)) {
    if (needs.length >= WORDS_MAX) break
    if (token.kind === "host") return [[[{ text: token.text, at: 0, isPrefix: true }]]]
    // The last of several characters is part of the pair before it.
    if (token.kind === "char" && token.next === null && needs.at(-1)?.[0]?.[0]?.text.endsWith(token.text) === true)
      continue
    const isPrefix = token.kind !== "char" || token.next === null
    const typed = { text: termOf(token, UNKNOWN_LANGUAGE), at: 0, isPrefix }
    const stems = token.kind === "word" ? STEMMED_LANGUAGES.map((language) => termOf(token, language)) : []
    needs.push([[typed], ...[...new Set(stems)].map((stem) => [{ text: stem, at: 0, isPrefix: false }])])
  }
  return needs
}

/** The needs as PostgreSQL's tsquery; empty where there are none. */
export const feedQueryText = (needs: ReadonlyArray<Need>): string => needs.map(needText).join(" & ")
