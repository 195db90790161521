import { Result } from "effect"
import type { FeedId, ItemId } from "./contract.ts"
import { type FeedEvent, type FeedFacts, FeedFetched, type FetchedItem } from "./events.ts"
import type { FeedState } from "./Feed.ts"

/** How much of a document one event tells; a longer one is told in several. Counted in characters of JSON. */
export const EVENT_ITEMS_LENGTH_MAX = 200_000

export type RecordFetch = {
  readonly feedId: FeedId
  readonly nowIso: string
  readonly facts: FeedFacts
  /** As the document has them; their ids follow from their own identity. */
  readonly items: ReadonlyArray<Omit<FetchedItem, "isNew">>
  readonly problems: ReadonlyArray<string>
}

/**
 * What a fetched document tells that was not known: new and changed items, other words of the feed about itself, or
 * that it works again. An item that comes back under another guid or scheme is the item it was. Nothing new, no fact.
 */
export const recordFetch =
  ({ feedId, nowIso, facts, items, problems }: RecordFetch) =>
  (state: FeedState): Result.Result<ReadonlyArray<FeedEvent>, never> => {
    const news = items
      .map((item) => ({ ...item, itemId: knownAs(state, item) }))
      .filter(({ itemId, fingerprint }) => state.known.items[itemId]?.fingerprint !== fingerprint)
      .map((item) => ({ ...item, isNew: state.known.items[item.itemId] === undefined }))
    const newFacts = state.facts === JSON.stringify(facts) ? null : facts
    const recovered = state.failure !== null || !state.everFetched
    if (news.length === 0 && newFacts === null && !recovered) return Result.succeed([])
    return Result.succeed(
      chunk(news).map((part, index) =>
        FeedFetched.make({
          feedId,
          fetchedAt: nowIso,
          facts: index === 0 ? newFacts : null,
          items: part,
          problems: index === 0 ? problems : [],
        }),
      ),
    )
  }

const knownAs = (state: FeedState, { itemId, keys }: Pick<FetchedItem, "itemId" | "keys">): ItemId => {
  if (state.known.items[itemId] !== undefined) return itemId
  for (const key of keys) {
    const id = state.known.keys[key]
    if (id !== undefined) return id as ItemId
  }
  return itemId
}

const chunk = (items: ReadonlyArray<FetchedItem>): ReadonlyArray<ReadonlyArray<FetchedItem>> => {
  const parts: Array<Array<FetchedItem>> = [[]]
  let length = 0
  for (const item of items) {
    const size = JSON.stringify(item).length
    if (length + size > EVENT_ITEMS_LENGTH_MAX && length > 0) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push(item)
    length += size
  }
  return parts
}
