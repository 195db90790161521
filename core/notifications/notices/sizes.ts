/** Apart from the schemas, so that a browser that only counts does not load the library that decodes. */

/** Notices that a person can look back at; of more the oldest go. */
export const NOTICES_KEPT_MAX = 1_000
/** Characters of what operators write, in one language. */
export const NOTICE_TITLE_LENGTH_MAX = 120
export const NOTICE_TEXT_LENGTH_MAX = 2_000
/** Characters of something that is filled into a notice's words: the name of a browser, the title of a feed. */
export const NOTICE_VALUE_LENGTH_MAX = 200
