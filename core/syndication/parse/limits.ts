/** Bounds on what a stranger's document may make us hold. Lengths are in UTF-16 units, as JavaScript counts them. */

/** Longer documents are read up to here and reported as truncated. The fetcher stops at 10 MB of bytes. */
export const DOCUMENT_LENGTH_MAX = 10_000_000
/** Elements in one document. The largest honest feeds (whole archives with inline XHTML) stay well below. */
export const NODES_MAX = 300_000
/** Nesting of elements; deeper ones are flattened into their ancestor. */
export const DEPTH_MAX = 128
export const ATTRIBUTES_MAX = 64
/** Namespace prefixes in force at one place. */
export const NAMESPACES_MAX = 64
/** Entities that a document type may declare, and what all their uses together may add. */
export const ENTITIES_MAX = 300
export const ENTITY_VALUE_LENGTH_MAX = 200
export const ENTITY_EXPANSION_LENGTH_MAX = 100_000

/** The newest items of a document are kept. */
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
/** A week: a publisher who asks for longer is not believed. */
export const TTL_MINUTES_MAX = 10_080
/** Two days: a longer "duration" is a mistake. */
export const DURATION_SECONDS_MAX = 172_800
