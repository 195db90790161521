/** The least length of a search in bytes of UTF-8 (specification, section 9): one Chinese character is enough. */
export const SEARCH_BYTES_MIN = 3
/** Characters of a search that are looked at. */
export const SEARCH_LENGTH_MAX = 200
/** The languages that a search offers to be narrowed to, as primary subtags, in the order in which it offers them. */
export const SEARCH_LANGUAGES = ["en", "de", "fr", "es", "zh", "it", "pt", "sv"] as const
