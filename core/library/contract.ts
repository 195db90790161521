/** The browser-safe part of the library module. */
import { Schema } from "effect"

/** Where an access came from: the call's `from` header. */
export const AccessOrigin = Schema.Literals(["pc", "mobile"])
export type AccessOrigin = typeof AccessOrigin.Type

/** Order of search results. */
export const SearchSort = Schema.Literals(["newest", "best"])
export type SearchSort = typeof SearchSort.Type

export { ASSIST_INSTRUCTION_LENGTH_MAX, ASSIST_LENGTH_MAX, ASSIST_TEXT_LENGTH_MAX } from "./assist/sizes.ts"
export { ChannelItem, FeedsIndex, type MarkedWords, SearchedItem } from "./found.ts"
export {
  LONG_NEWS_CONTENT_LENGTH_MAX,
  LONG_NEWS_TAG_LENGTH_MAX,
  LONG_NEWS_TAGS_MAX,
  LONG_NEWS_TITLE_LENGTH_MAX,
} from "./longNews/sizes.ts"
export { SEARCH_LANGUAGES, SEARCH_LENGTH_MAX } from "./sizes.ts"
