import { Effect } from "effect"
import { countSources, search, searchFeeds } from "#projections/library"
import { hasBytes } from "../../lib/text.ts"
import { type SearchParams, toSearchQuery, wordsForFeeds } from "./searchParams.ts"

/** Feeds above the items of a search for everything. */
const FEEDS_ABOVE = 3

/** A page of found items, and counts by source. */
export const readContent = Effect.fn("readContent")(
  function* (asked: SearchParams) {
    const query = toSearchQuery(asked)
    const [page, sources] = yield* Effect.all([search(query), countSources(query)], { concurrency: "unbounded" })
    return { page, sources }
  },
  // Pages show the failure, and the log contains the reason.
  Effect.orDie,
)

/** A page of found feeds; all feeds without a search text. */
export const readFeeds = Effect.fn("readFeeds")(function* (asked: SearchParams, page: number) {
  const { text, language, sources } = asked
  const languages = language === undefined ? [] : [language.toLowerCase()]
  return yield* searchFeeds({ query: wordsForFeeds(text), languages, sources, page })
})

/** The best matching feeds; none for short texts, pure operators or filtered searches. */
export const readBestFeeds = Effect.fn("readBestFeeds")(function* ({ text, filters }: SearchParams) {
  const query = filters === 0 && hasBytes(text) ? wordsForFeeds(text) : ""
  return query === "" ? { feeds: [], hasMore: false } : yield* searchFeeds({ query, pageSize: FEEDS_ABOVE })
})
