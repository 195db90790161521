import { SOURCE_NAMES, type SourceType } from "#contract/feeds"
import { SEARCH_LENGTH_MAX, type SearchSort } from "#contract/library"
import { parseQuery } from "#core/library"
import type { SearchQuery } from "#projections/library"
import type { FeedLanguage } from "../../lib/contentLanguages.ts"
import { plainTag } from "../../lib/tags.ts"
import { feedLanguageIn } from "../feeds/language.ts"
import { spanOf } from "../feeds/readNewsfeed.ts"

/** The parameters of a search page: `kw` and filters. */
export interface SearchParams {
  readonly text: string
  readonly tag: string
  readonly language: FeedLanguage | undefined
  readonly sources: ReadonlyArray<SourceType>
  readonly time: SearchQuery["time"]
  readonly sort: SearchSort
  readonly cursor: string | undefined
  /** The number of active filters. */
  readonly filters: number
}

/** Changes that remove all filters from an address. */
export const NO_FILTERS = { language: undefined, source: undefined, time: undefined, start: undefined, end: undefined }

export const parseSearchParams = (query: URLSearchParams, now: Date, timeZone: string): SearchParams => {
  const language = feedLanguageIn(query)
  const chosen = new Set(query.getAll("source"))
  const sources = SOURCE_NAMES.filter((name) => chosen.has(name))
  const time = spanOf(query, now, timeZone)
  const hasTime = time.fromMs !== undefined || time.beforeMs !== undefined
  return {
    text: (query.get("kw") ?? "").trim().slice(0, SEARCH_LENGTH_MAX),
    tag: plainTag(query.get("tag") ?? "").slice(0, SEARCH_LENGTH_MAX),
    language,
    sources,
    time,
    sort: query.get("sort") === "best" ? "best" : "newest",
    cursor: query.get("cursor") ?? undefined,
    filters: sources.length + [language !== undefined, hasTime].filter(Boolean).length,
  }
}

/** The same in the words of queries. */
export const toSearchQuery = ({ text, tag, language, sources, time, sort, cursor }: SearchParams): SearchQuery => ({
  query: text,
  tag: tag === "" ? undefined : tag,
  languages: language === undefined ? [] : [language.toLowerCase()],
  sources,
  time,
  sort,
  cursor,
})

/** The words of a search that titles and descriptions of feeds can match: without operators and exclusions. */
export const wordsForFeeds = (text: string): string =>
  parseQuery(text)
    .filter(({ kind, isExcluded }) => (kind === "words" || kind === "phrase") && !isExcluded)
    .map((clause) => clause.text)
    .join(" ")
