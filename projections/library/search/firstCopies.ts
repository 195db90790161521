import { Effect } from "effect"
import type { ListedItem } from "#projections/feeds"
import { type IndexHit, type IndexPage, type PageQuery, SearchIndex } from "./SearchIndex.ts"

/** Copies considered for one list of hits. */
const COPIES_MAX = 500

/**
 * Removes hits that copy a page of another feed which this search has found before, on this page of results or an
 * earlier one. A copy that the search does not find hides nothing.
 */
export const firstCopies = Effect.fnUntraced(function* (
  query: Omit<PageQuery, "after" | "limit" | "isCounted">,
  { hits }: IndexPage,
  /** The items of the hits. */
  items: ReadonlyMap<string, ListedItem>,
) {
  const copies = copiesOf(hits, items)
  if (copies.length === 0) return hits
  const index = yield* SearchIndex
  const itemIds = [...new Set(copies.map(({ copyId }) => copyId))]
  const after = null
  const { hits: found } = yield* index.find({ ...query, itemIds, after, limit: itemIds.length, isCounted: false })
  const places = new Map([...found, ...hits].map((hit) => [hit.itemId, hit]))
  const hidden = new Set(
    copies
      .filter(({ itemId, copyId }) => {
        const [own, copy] = [places.get(itemId), places.get(copyId)]
        return own !== undefined && copy !== undefined && comesBefore(copy, own)
      })
      .map(({ itemId }) => itemId),
  )
  return hits.filter(({ itemId }) => !hidden.has(itemId))
})

const comesBefore = (one: IndexHit, other: IndexHit): boolean =>
  one.score - other.score > 0 ||
  (one.score === other.score &&
    (one.sortMs > other.sortMs || (one.sortMs === other.sortMs && one.itemId > other.itemId)))

const copiesOf = (hits: ReadonlyArray<IndexHit>, items: ReadonlyMap<string, ListedItem>) =>
  hits
    .flatMap(({ itemId }) => (items.get(itemId)?.alsoIn ?? []).map((copy) => ({ itemId, copyId: copy.itemId })))
    .slice(0, COPIES_MAX)
