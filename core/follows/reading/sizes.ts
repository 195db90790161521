/** Marks are dropped so long after they were made; an item older than that counts as read. */
export const MARK_DAYS = 90
/** Marks of one person that are kept; beyond, the oldest go. */
export const MARKS_MAX = 50_000
/** Items that one call marks. */
export const MARKED_AT_ONCE_MAX = 500
