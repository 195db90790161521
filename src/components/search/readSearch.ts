import { Effect } from "effect"
import { didYouMean, search, searchBySource, searchFeeds } from "#projections/library"
import { hasBytes } from "../../lib/text.ts"
import { type SearchParams, toSearchQuery, wordsForFeeds } from "./searchParams.ts"

/** Feeds above the items of a search for everything. */
const FEEDS_ABOVE = 3

/** A page of found items, and counts by source; or, if nothing was found, what may have been meant. */
export const readContent = Effect.fn("readContent")(
  function* (requested: SearchParams) {
    const query = toSearchQuery(requested)
    const { page, sources } = yield* searchBySource(query)
    const isFound = page.items.length > 0 || page.isTooShort
    const finds = (text: string) =>
      Effect.map(search({ ...query, query: text, pageSize: 1 }), ({ items }) => items.length > 0)
    return { page, sources, meant: isFound ? null : yield* didYouMean(requested.text, finds) }
  },
  // Pages show the failure, and the log contains the reason.
  Effect.orDie,
)

/** A page of found feeds, and what may have been meant if there are none; all feeds without a search text. */
export const readFeeds = Effect.fn("readFeeds")(function* (query: SearchParams, page: number) {
  const { text, language, sources } = query
  const languages = language === undefined ? [] : [language.toLowerCase()]
  const find = (words: string) => searchFeeds({ query: wordsForFeeds(words), languages, sources, page })
  const found = yield* find(text)
  const finds = (words: string) => Effect.map(find(words), ({ feeds }) => feeds.length > 0)
  return { ...found, meant: found.feeds.length > 0 ? null : yield* didYouMean(text, finds) }
})

/** The best matching feeds; none for short texts, pure operators or filtered searches. */
export const readBestFeeds = Effect.fn("readBestFeeds")(function* ({ text, filters }: SearchParams) {
  const query = filters === 0 && hasBytes(text) ? wordsForFeeds(text) : ""
  return query === "" ? { feeds: [], hasMore: false } : yield* searchFeeds({ query, pageSize: FEEDS_ABOVE })
})
