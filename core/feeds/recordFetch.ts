import { Data, Result } from "effect"
import type { PreviousItems } from "#core/syndication"
import type { FeedId, ItemId } from "./contract.ts"
import { type FeedEvent, type FeedFacts, FeedFetched, type FetchedItem } from "./events.ts"
import { dayOf, type FeedState } from "./Feed.ts"
import { aliasOf, canRecordEdit, INDEXED_ITEMS_MAX, resolveItemIds } from "./itemIndex.ts"
import type { ReadFeed, ReadItem } from "./readFeed.ts"

/** Characters of JSON per event; larger documents become several events. */
export const EVENT_ITEMS_LENGTH_MAX = 200_000
/** Characters of JSON per fetch, well above real feeds and below the limit of one append. */
export const FETCH_ITEMS_LENGTH_MAX = 8_000_000
/** New items of one feed per day; the busiest news agencies have fewer. */
export const NEW_ITEMS_A_DAY_MAX = 1_000

export type RecordFetch = {
  readonly feedId: FeedId
  readonly nowIso: string
  readonly facts: FeedFacts
  /** As in the document; their ids derive from their own identity. */
  readonly items: ReadonlyArray<ReadItem>
  readonly problems: ReadonlyArray<string>
}

/** An item counted as unchanged, but its id now resolves to another item: the whole document must be read. */
export class FullReadRequired extends Data.TaggedError("FullReadRequired")<{ readonly itemId: string }> {}

/**
 * Decides what a fetch changes: new and edited items, metadata, problems, or a recovery. An item that returns under
 * another guid or scheme is recognised. No event without a change.
 */
export const recordFetch =
  ({ feedId, nowIso, facts, items, problems }: RecordFetch) =>
  (state: FeedState): Result.Result<ReadonlyArray<FeedEvent>, FullReadRequired> => {
    const ids = resolveItemIds(state.itemIndex, items)
    const hasForgotten = Object.keys(state.itemIndex).length >= INDEXED_ITEMS_MAX
    const unread = items.findIndex((item, at) => {
      const known = state.itemIndex[ids[at] ?? ""]
      // Other items of the document influence how ids resolve, so the same text may belong to another item now.
      return "unchanged" in item && (known === undefined ? !hasForgotten : known.fingerprint !== item.fingerprint)
    })
    if (unread >= 0) return Result.fail(new FullReadRequired({ itemId: ids[unread] ?? "" }))
    const news = newsOf(state, items, ids, nowIso)
    const newFacts = state.facts === JSON.stringify(facts) ? null : facts
    const newProblems = (state.problems ?? "[]") === JSON.stringify(problems) ? null : problems
    const recovered = state.failure !== null || !state.everFetched
    if (news.length === 0 && newFacts === null && newProblems === null && !recovered) return Result.succeed([])
    return Result.succeed(
      chunk(news).map((part, index) =>
        FeedFetched.make({
          feedId,
          fetchedAt: nowIso,
          facts: index === 0 ? newFacts : null,
          items: part,
          problems: index === 0 ? newProblems : null,
        }),
      ),
    )
  }

/**
 * Items of a document that are recorded exactly as the document has them, by source digest. They need not be read
 * again.
 */
const previousItemsOf = (
  { itemIndex }: FeedState,
  { items, sources }: Pick<ReadFeed, "items" | "sources">,
): PreviousItems => {
  const ids = resolveItemIds(itemIndex, items)
  return Object.fromEntries(
    sources.flatMap(({ sourceHash, ...source }, at) => {
      const fingerprint = items[at]?.fingerprint ?? ""
      return itemIndex[ids[at] ?? ""]?.fingerprint === fingerprint ? [[sourceHash, { fingerprint, ...source }]] : []
    }),
  )
}

/** What is stored of a recorded document for the next check. */
export const rememberDocument = (
  state: FeedState | null,
  read: Pick<ReadFeed, "items" | "sources" | "contentHash">,
) => {
  const previousItems = state === null ? {} : previousItemsOf(state, read)
  const isWhole = read.sources.every(({ sourceHash }) => Object.hasOwn(previousItems, sourceHash))
  return { previousItems, contentHash: isWhole ? read.contentHash : null }
}

const newsOf = (
  state: FeedState,
  items: RecordFetch["items"],
  ids: ReadonlyArray<ItemId>,
  nowIso: string,
): ReadonlyArray<FetchedItem> => {
  const nowMs = Date.parse(nowIso)
  let mayBeNew = NEW_ITEMS_A_DAY_MAX - (state.newOn.day === dayOf(nowIso) ? state.newOn.items : 0)
  return items.flatMap((item, at): ReadonlyArray<FetchedItem> => {
    const itemId = ids[at] ?? item.itemId
    const known = state.itemIndex[itemId]
    // Unchanged but not indexed: it was recorded and dropped later, so it is not new.
    if ("unchanged" in item) return []
    if (known === undefined) return mayBeNew-- > 0 ? [{ ...item, itemId, isNew: true }] : []
    if (known.fingerprint === item.fingerprint || !canRecordEdit(known, nowMs)) return []
    const keys = itemId === item.itemId ? item.keys : [aliasOf(item.itemId), ...item.keys]
    return [{ ...item, itemId, keys, isNew: false }]
  })
}

const chunk = (items: ReadonlyArray<FetchedItem>): ReadonlyArray<ReadonlyArray<FetchedItem>> => {
  const parts: Array<Array<FetchedItem>> = [[]]
  let length = 0
  let total = 0
  for (const item of items) {
    const size = JSON.stringify(item).length
    total += size
    if (total > FETCH_ITEMS_LENGTH_MAX) break
    if (length + size > EVENT_ITEMS_LENGTH_MAX && length > 0) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push(item)
    length += size
  }
  return parts
}
