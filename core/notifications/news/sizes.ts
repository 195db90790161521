/** Milliseconds between two polls of the library's news, and between two pushes to one browser: half an hour. */
export const NEWS_POLL_MS = 1_800_000
/** Items that one poll asks for, and items on a page of library news. */
export const NEWS_PAGE_SIZE = 20
/** Notifications that are raised at once; of more news the last one tells how many there are. */
export const NOTICES_MAX = 3
/** Characters of each line of a notification: no system shows more. */
export const NOTICE_LENGTH_MAX = 120
