import { Data, Result } from "effect"
import type { ToldItems } from "#core/syndication"
import type { FeedId, ItemId } from "./contract.ts"
import { type FeedEvent, type FeedFacts, FeedFetched, type FetchedItem } from "./events.ts"
import { dayOf, type FeedState } from "./Feed.ts"
import { aliasOf, identify, KNOWN_ITEMS_MAX, mayEdit } from "./known.ts"
import type { ReadFeed, ReadItem } from "./readFeed.ts"

/** How much of a document one event tells; a longer one is told in several. Counted in characters of JSON. */
export const EVENT_ITEMS_LENGTH_MAX = 200_000
/** How much of a document is told at all: far beyond honest ones, and within what one append may carry. */
export const FETCH_ITEMS_LENGTH_MAX = 8_000_000
/** New items that a feed may bring on one day: the busiest news agencies bring fewer. */
export const NEW_ITEMS_A_DAY_MAX = 1_000

export type RecordFetch = {
  readonly feedId: FeedId
  readonly nowIso: string
  readonly facts: FeedFacts
  /** As the document has them; their ids follow from their own identity. */
  readonly items: ReadonlyArray<ReadItem>
  readonly problems: ReadonlyArray<string>
}

/** An item's words were passed over as told before, and it turns out to be another one now: read the document whole. */
export class WordsUnread extends Data.TaggedError("WordsUnread")<{ readonly itemId: string }> {}

/**
 * What a fetched document tells that was not known: new and changed items, other words of the feed about itself, other
 * faults, or that it works again. An item that comes back under another guid or scheme is the item it was. Nothing new,
 * no fact.
 */
export const recordFetch =
  ({ feedId, nowIso, facts, items, problems }: RecordFetch) =>
  (state: FeedState): Result.Result<ReadonlyArray<FeedEvent>, WordsUnread> => {
    const ids = identify(state.known, items)
    const hasForgotten = Object.keys(state.known).length >= KNOWN_ITEMS_MAX
    const unread = items.findIndex((item, at) => {
      const known = state.known[ids[at] ?? ""]
      // Its neighbours decide under which name an item goes, so the same words may be those of another one by now.
      return "stale" in item && (known === undefined ? !hasForgotten : known.fingerprint !== item.fingerprint)
    })
    if (unread >= 0) return Result.fail(new WordsUnread({ itemId: ids[unread] ?? "" }))
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
 * The items of a document that are known by now as the document has them, by their sources: nothing of them was put off
 * and every edit was believed. They need not be read again.
 */
const toldOf = ({ known }: FeedState, { items, sources }: Pick<ReadFeed, "items" | "sources">): ToldItems => {
  const ids = identify(known, items)
  return Object.fromEntries(
    sources.flatMap(({ sourceHash, ...source }, at) => {
      const fingerprint = items[at]?.fingerprint ?? ""
      return known[ids[at] ?? ""]?.fingerprint === fingerprint ? [[sourceHash, { fingerprint, ...source }]] : []
    }),
  )
}

/** What is kept of a document that was told, for the next one. */
export const knowledgeOf = (state: FeedState | null, read: Pick<ReadFeed, "items" | "sources" | "contentHash">) => {
  const told = state === null ? {} : toldOf(state, read)
  const isWhole = read.sources.every(({ sourceHash }) => Object.hasOwn(told, sourceHash))
  return { told, contentHash: isWhole ? read.contentHash : null }
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
    const known = state.known[itemId]
    // Where it is not known it was told once and forgotten since: whatever is so old is not new again.
    if ("stale" in item) return []
    if (known === undefined) return mayBeNew-- > 0 ? [{ ...item, itemId, isNew: true }] : []
    if (known.fingerprint === item.fingerprint || !mayEdit(known, nowMs)) return []
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
