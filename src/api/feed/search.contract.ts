import { Effect, Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { FeedItem, PREVIEW_PAGE_SIZE } from "#contract/feeds"
import { FeedsIndex, SEARCH_LENGTH_MAX, SearchedItem, SearchSort } from "#contract/library"
import { answerOf, Busy, describedAs } from "../envelope.ts"
import { Cursor, Filter, LanguageCode, lineText, Moments, Sources } from "../fields.ts"

/** Items per page of a search. */
const SEARCH_PAGE_SIZE_MAX = 50
/** Highest page number; cursors have no limit. */
export const SEARCH_PAGE_MAX = 20

/** Page and dates of a search; by default the first page of 50. */
const SearchFilter = Schema.Struct({
  pageSize: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: SEARCH_PAGE_SIZE_MAX })),
  page: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: SEARCH_PAGE_MAX })),
  ...Moments,
}).pipe(Schema.withDecodingDefaultKey(Effect.succeed({ pageSize: PREVIEW_PAGE_SIZE, page: 1 })))
export type SearchFilter = typeof SearchFilter.Type

/** A search text with the syntax of the search page. */
const Keyword = Schema.String.check(Schema.isMaxLength(SEARCH_LENGTH_MAX), Schema.isPattern(/^\P{Cc}*$/u))

const chosen = {
  filter: SearchFilter,
  languageCode: Schema.optionalKey(LanguageCode),
  /** The `next` of the last response; without it `filter.page` is used. */
  cursor: Schema.optionalKey(Cursor),
}

const going = { hasMore: Schema.Boolean, next: Schema.NullOr(Schema.String) }
const FoundNews = answerOf(Schema.Struct({ items: Schema.Array(FeedItem), ...going }))

/** Search calls. */
export const searchEndpoints = [
  HttpApiEndpoint.post("SearchFeedsIndex", "/SearchFeedsIndex", {
    payload: Schema.Struct({
      keyword: Keyword,
      filter: Filter,
      languageCode: Schema.optionalKey(LanguageCode),
      sources: Schema.optionalKey(Sources),
    }),
    success: answerOf(FeedsIndex),
  }).annotateMerge(
    describedAs(
      "The feeds that match a text, each word as far as it was typed, and who publishes them; `texts` completes what was typed. Whoever goes away before the answer cancels the search.",
    ),
  ),
  HttpApiEndpoint.post("SearchNews", "/SearchNews", {
    payload: Schema.Struct({
      ...chosen,
      keyword: Keyword,
      sources: Schema.optionalKey(Sources),
      tag: Schema.optionalKey(lineText(SEARCH_LENGTH_MAX)),
      sort: Schema.optionalKey(SearchSort),
    }),
    success: answerOf(
      Schema.Struct({
        items: Schema.Array(SearchedItem),
        found: Schema.Struct({ count: Schema.Int, isMore: Schema.Boolean }),
        /** The text that may have been meant, if nothing was found. */
        suggestion: Schema.NullOr(Schema.String),
        ...going,
      }),
    ),
    error: Busy,
  }).annotateMerge(
    describedAs(
      'The news that match a search: words, "phrases", -word, site:, lang:, tag:, the newest first or the best. `found` counts up to 1,000. If nothing is found, `suggestion` is the text with misspelt words corrected, if that finds something.',
    ),
  ),
  HttpApiEndpoint.post("LoadNewsByKeyword", "/LoadNewsByKeyword", {
    payload: Schema.Struct({ ...chosen, keyword: Keyword }),
    success: FoundNews,
    error: Busy,
  }).annotateMerge(
    describedAs("The news for a keyword, newest first: `next` sent as `cursor` asks for the page after."),
  ),
  HttpApiEndpoint.post("LoadQINewsByKeyword", "/LoadQINewsByKeyword", {
    payload: Schema.Struct({ ...chosen, keyword: Keyword }),
    success: FoundNews,
    error: Busy,
  }).annotateMerge(describedAs("The same, of what authors wrote here: the source QI.")),
  HttpApiEndpoint.post("LoadNewsByTag", "/LoadNewsByTag", {
    payload: Schema.Struct({ ...chosen, tag: lineText(SEARCH_LENGTH_MAX) }),
    success: FoundNews,
    error: Busy,
  }).annotateMerge(describedAs("The news that carry a tag, newest first; a leading # and letter case do not count.")),
] as const

/** Long reads that are cancelled when the client disconnects. */
export const CANCELLABLE: ReadonlySet<string> = new Set(searchEndpoints.map(({ path }) => `/api/Feed${path}`))
