/** Limits on foreign documents. Lengths are in UTF-16 units. */

/** Longer documents are cut and reported as truncated. The fetcher stops at 10 MB. */
export const DOCUMENT_LENGTH_MAX = 10_000_000
/** Elements per document. The largest real feeds (archives with inline XHTML) stay well below. */
export const NODES_MAX = 300_000
/** Nesting depth; deeper elements are added to their ancestor. */
export const DEPTH_MAX = 128
export const ATTRIBUTES_MAX = 64
/** Namespace prefixes in scope. */
export const NAMESPACES_MAX = 64
/** Entities that a document type may declare, and the characters that their uses may add. */
export const ENTITIES_MAX = 300
export const ENTITY_VALUE_LENGTH_MAX = 200
export const ENTITY_EXPANSION_LENGTH_MAX = 100_000

/** The newest items are kept. */
export const ITEMS_MAX = 300
export const TITLE_LENGTH_MAX = 500
export const SUMMARY_LENGTH_MAX = 1_000
/** Sanitised HTML of one item. */
export const CONTENT_LENGTH_MAX = 500_000
export const GUID_LENGTH_MAX = 2_000
export const LINK_LENGTH_MAX = 4_096
export const AUTHOR_LENGTH_MAX = 200
export const AUTHORS_MAX = 20
export const TAGS_MAX = 40
export const TAG_LENGTH_MAX = 80
export const ENCLOSURES_MAX = 20
export const LINKS_MAX = 200
export const HUBS_MAX = 5
export const DATE_LENGTH_MAX = 100
/** One week; longer values are cut. */
export const TTL_MINUTES_MAX = 10_080
/** Two days; longer values are mistakes. */
export const DURATION_SECONDS_MAX = 172_800
