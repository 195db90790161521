import type { Place } from "#core/library"
import { documentOf, type SearchableItem } from "../documentOf.ts"

/** An item as it is sent to a cluster. */
export type CopiedItem = SearchableItem & {
  readonly itemId: string
  readonly source: string
  readonly sortMs: number
  readonly position: number
}

/** What the index holds of an item: the terms of each part in order, and all that is found without a place. */
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

/** Hosts and hashtags stand beside the words that they are made of, and have no place of their own. */
const isName = (term: string): boolean => term.startsWith("#") || term.includes(".")

const wordsOf = (places: ReadonlyArray<Place>): ReadonlyArray<string> =>
  places.flatMap(([term]) => (isName(term) ? [] : [term]))

const namesOf = (places: ReadonlyArray<Place>): ReadonlyArray<string> =>
  places.flatMap(([term]) => (isName(term) ? [term] : []))
