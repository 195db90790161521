import { termOf } from "./termsOf.ts"
import { tokenise } from "./tokenise.ts"

/** A term and its place among the words of a text, from 1. */
export type TermPosition = readonly [term: string, place: number]

/**
 * The terms of a text in a language with their places, for its first `placesMax` words. Hosts and hashtags have the
 * place of their first word.
 */
export const termPositions = (text: string, language: string, placesMax: number): ReadonlyArray<TermPosition> => {
  const places: Array<TermPosition> = []
  let place = 1
  for (const token of tokenise(text)) {
    if (place > placesMax) break
    if (token.kind === "host") for (const host of domainsOf(token.text)) places.push([host, place])
    else if (token.kind === "hashtag") places.push([token.text, place])
    else places.push([termOf(token, language), place++])
  }
  return places
}

/** A host and its parent domains, without the top-level one: `a.example.org` is also found by `example.org`. */
export const domainsOf = (host: string): ReadonlyArray<string> => {
  const labels = host.split(".")
  return labels.slice(0, -1).map((_, from) => labels.slice(from).join("."))
}
