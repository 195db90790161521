/** Apart from the schemas, so that a browser that only counts does not load the library that decodes. */

/** Feeds that a guest may follow; placeholders of empty groups do not count. */
export const GUEST_FEEDS_MAX = 10
/** Groups that a guest may have; empty ones count. */
export const GUEST_GROUPS_MAX = 3
/** Characters in the name of a group. */
export const GROUP_NAME_LENGTH_MAX = 40

/** Feeds that an account may follow, and groups that it may have. */
export const ACCOUNT_FEEDS_MAX = 5_000
export const ACCOUNT_GROUPS_MAX = 200
/** Rules that keep items out of a person's newsfeed, words in one of them, and characters in one of those. */
export const MUTE_RULES_MAX = 100
export const MUTE_WORDS_MAX = 20
export const MUTE_WORD_LENGTH_MAX = 60
/** Items that a person may keep for later. */
export const SAVED_ITEMS_MAX = 10_000
/** Items of a guest's list that one merge takes in: twice what a guest can have. */
export const MERGED_ITEMS_MAX = 2 * (GUEST_FEEDS_MAX + GUEST_GROUPS_MAX)
