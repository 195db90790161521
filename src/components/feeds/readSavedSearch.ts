import { Effect } from "effect"
import { search } from "#projections/library"
import { spanOf } from "./readNewsfeed.ts"

interface Shown {
  /** The address's query: time and cursor. */
  readonly query: URLSearchParams
  readonly now: Date
  readonly timeZone: string
}

/** The items that match a search, newest first, from the whole library. */
export const readSavedSearch = Effect.fn("readSavedSearch")(
  function* (words: string, { query, now, timeZone }: Shown) {
    const cursor = query.get("cursor") ?? undefined
    return yield* search({ query: words, time: spanOf(query, now, timeZone), sort: "newest", cursor })
  },
  // The page shows the failure, and the log contains the reason.
  Effect.orDie,
)
