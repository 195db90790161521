/** What a browser may know of the library. */
import { Schema } from "effect"

/** Where an access came from; the call's header `from` names it. */
export const AccessOrigin = Schema.Literals(["pc", "mobile"])
export type AccessOrigin = typeof AccessOrigin.Type

/** The order of what a search finds. */
export const SearchSort = Schema.Literals(["newest", "best"])
export type SearchSort = typeof SearchSort.Type

export { SEARCH_BYTES_MIN, SEARCH_LANGUAGES, SEARCH_LENGTH_MAX } from "./sizes.ts"
