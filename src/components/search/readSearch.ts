import { Effect } from "effect"
import { countSources, search, searchFeeds } from "#projections/library"
import { hasBytes } from "../../lib/byteLength.ts"
import { type SearchParams, toSearchQuery, wordsForFeeds } from "./searchParams.ts"

/** Feeds that stand above the content of a search for everything. */
const FEEDS_ABOVE = 3

/** The page of items that an address asks for, and what each source has for it. */
export const readContent = Effect.fn("readContent")(
  function* (asked: SearchParams) {
    const query = toSearchQuery(asked)
    const [page, sources] = yield* Effect.all([search(query), countSources(query)], { concurrency: "unbounded" })
    return { page, sources }
  },
  // Pages show that it failed, and the reason goes into the log.
  Effect.orDie,
)

/** A page of feeds by the words of an address; all where it has none. */
export const readFeeds = Effect.fn("readFeeds")(function* (asked: SearchParams, page: number) {
  const { text, language, sources } = asked
  const languages = language === undefined ? [] : [language.toLowerCase()]
  return yield* searchFeeds({ query: wordsForFeeds(text), languages, sources, page })
})

/** The few feeds that match best; none where the words are too short or all operators, or where filters narrow the content. */
export const readBestFeeds = Effect.fn("readBestFeeds")(function* ({ text, filters }: SearchParams) {
  const query = filters === 0 && hasBytes(text) ? wordsForFeeds(text) : ""
  return query === "" ? { feeds: [], hasMore: false } : yield* searchFeeds({ query, pageSize: FEEDS_ABOVE })
})
