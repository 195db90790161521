/** Apart from the schemas, so that a browser that only counts does not load the library that decodes. */

/** Feeds that a guest may follow; placeholders of empty groups do not count. */
export const GUEST_FEEDS_MAX = 10
/** Groups that a guest may have; empty ones count. */
export const GUEST_GROUPS_MAX = 3
/** Characters in the name of a group. */
export const GROUP_NAME_LENGTH_MAX = 40
