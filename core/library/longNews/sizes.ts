/** Characters of a title, and of the HTML of a text. */
export const LONG_NEWS_TITLE_LENGTH_MAX = 300
export const LONG_NEWS_CONTENT_LENGTH_MAX = 200_000
export const LONG_NEWS_TAGS_MAX = 10
export const LONG_NEWS_TAG_LENGTH_MAX = 80
/** Long-news items per author. */
export const LONG_NEWS_MAX = 1_000
/** Long-news items per author and day (UTC). */
export const LONG_NEWS_A_DAY_MAX = 50
