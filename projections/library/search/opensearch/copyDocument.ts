import type { TermPosition } from "#core/library"
import { documentOf, type SearchableItem } from "../documentOf.ts"

/** An item in the form that a cluster receives. */
export type CopiedItem = SearchableItem & {
  readonly itemId: string
  readonly source: string
  readonly sortMs: number
  readonly position: number
}

/** Indexed fields: the terms of each part in order, and labels. */
export const copyDocument = (item: CopiedItem) => {
  const { language, parts, labels } = documentOf(item)
  const texts = Object.fromEntries(parts.map(({ name, places }) => [name, wordsOf(places).join(" ")]))
  return {
    ...texts,
    labels: [...new Set([...labels, ...parts.flatMap(({ places }) => namesOf(places))])],
    language,
    feed: item.feedId,
    source: item.source,
    item: item.itemId,
    sort_at: item.sortMs,
    position: item.position,
  }
}

/** Hosts and hashtags share the place of the words that they consist of. */
const isName = (term: string): boolean => term.startsWith("#") || term.includes(".")

const wordsOf = (places: ReadonlyArray<TermPosition>): ReadonlyArray<string> =>
  places.flatMap(([term]) => (isName(term) ? [] : [term]))

const namesOf = (places: ReadonlyArray<TermPosition>): ReadonlyArray<string> =>
  places.flatMap(([term]) => (isName(term) ? [term] : []))
