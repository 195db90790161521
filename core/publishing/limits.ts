/** Characters of a title, of the custom part of an address, and of a series. */
export const POST_TITLE_LENGTH_MAX = 300
export const POST_SLUG_LENGTH_MAX = 120
export const POST_SERIES_LENGTH_MAX = 80
export const POST_TAGS_MAX = 10
export const POST_TAG_LENGTH_MAX = 40
/** UTF-8 bytes of the two parts of a post together. An event may have 4 MiB, and a request 2,000,000 bytes. */
export const POST_TEXT_BYTES_MAX = 1_500_000
/** Media of one post. */
export const POST_MEDIA_MAX = 200
/** Versions of one post: each is an event with the whole text. */
export const POST_REVISIONS_MAX = 200
/** Addresses of one post: the former ones still lead to it. */
export const POST_SLUGS_MAX = 20
/** Days after which a post may open to a lower level by itself. */
export const OPEN_DAYS_MAX = 3_650
/** Days that a post may be scheduled ahead. */
export const SCHEDULE_DAYS_MAX = 730

/** The ids of Home/Levels. */
export const POST_LEVEL = { everyone: 1, subscribers: 2, premium: 3 } as const
export type PostLevel = (typeof POST_LEVEL)[keyof typeof POST_LEVEL]

/** The ids of Home/LoadLocalContentStatus. */
export const POST_STATUS = { draft: 1, scheduled: 2, published: 3, hidden: 4, deleted: 5 } as const
export type PostStatus = (typeof POST_STATUS)[keyof typeof POST_STATUS]

/** The format of the texts of posts: CommonMark with tables, footnotes, strikethrough and task lists, without HTML. */
export const POST_FORMAT = "md1"

/** Bytes of all versions of one post together, because a command reads them all. */
export const POST_VERSIONS_BYTES_MAX = 32 * 1024 * 1024
