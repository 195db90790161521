import { Schema } from "effect"
import type { Aggregate } from "#core/kernel"
import { FeedEvent, FeedEvents, type FetchedItem } from "./events.ts"

/** Items that a feed remembers in order to tell new from known; older ones are forgotten. */
export const KNOWN_ITEMS_MAX = 2_000

const Known = Schema.Struct({
  /** Counts the events that brought items, so that the longest known can be forgotten first. */
  round: Schema.Int,
  /** Item id to what it looked like and the round that brought it. */
  items: Schema.Record(Schema.String, Schema.Struct({ fingerprint: Schema.String, round: Schema.Int })),
  /** Every other name of an item to its id. */
  keys: Schema.Record(Schema.String, Schema.String),
})

const State = Schema.Struct({
  url: Schema.NullOr(Schema.String),
  facts: Schema.NullOr(Schema.String),
  failure: Schema.NullOr(Schema.String),
  everFetched: Schema.Boolean,
  known: Known,
})
export type FeedState = typeof State.Type

const unknown: FeedState = {
  url: null,
  facts: null,
  failure: null,
  everFetched: false,
  known: { round: 0, items: {}, keys: {} },
}

/** The history of one feed, folded. */
export const Feed: Aggregate<FeedState, FeedEvent> = {
  category: "feed",
  events: FeedEvents,
  initial: unknown,
  evolve: (state, event) =>
    FeedEvent.match(event, {
      "feeds.FeedAdded.v1": ({ url }) => ({ ...state, url }),
      "feeds.FeedFetched.v1": ({ facts, items }) => ({
        ...state,
        facts: facts === null ? state.facts : JSON.stringify(facts),
        failure: null,
        everFetched: true,
        known: items.length === 0 ? state.known : remember(state.known, items),
      }),
      "feeds.FeedFailed.v1": ({ reason, status }) => ({ ...state, failure: failureName(reason, status) }),
      "feeds.FeedMoved.v1": ({ to }) => ({ ...state, url: to }),
    }),
  // Items carry whole articles: reading 50 fetches back took 30 ms and more, their remembered names less than 1 ms.
  snapshot: { every: 10, foldHash: "feed-1", state: State },
}

/** What makes one failure the same as another. */
export const failureName = (reason: string, status: number | null): string => `${reason} ${status ?? ""}`

const remember = (known: FeedState["known"], fetched: ReadonlyArray<FetchedItem>): FeedState["known"] => {
  const round = known.round + 1
  const items = { ...known.items }
  const keys = { ...known.keys }
  for (const { itemId, fingerprint, keys: names } of fetched) {
    items[itemId] = { fingerprint, round }
    for (const name of names) keys[name] = itemId
  }
  const entries = Object.entries(items)
  if (entries.length <= KNOWN_ITEMS_MAX) return { round, items, keys }
  const kept = new Map(entries.sort(([, a], [, b]) => b.round - a.round).slice(0, KNOWN_ITEMS_MAX))
  return {
    round,
    items: Object.fromEntries(kept),
    keys: Object.fromEntries(Object.entries(keys).filter(([, id]) => kept.has(id))),
  }
}
