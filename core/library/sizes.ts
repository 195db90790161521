/** Minimum length of a search in bytes of UTF-8 (specification, section 9): one Chinese character is enough. */
export const SEARCH_BYTES_MIN = 3
/** Characters of a search that are read. */
export const SEARCH_LENGTH_MAX = 200
/** Languages that searches can be limited to, as primary subtags, in display order. */
export const SEARCH_LANGUAGES = ["en", "de", "fr", "es", "zh", "it", "pt", "sv"] as const
