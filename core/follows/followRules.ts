// Limits and decisions that guests' and accounts' follows share. Browser-safe and without Effect: an island that loads a
// schema library grows by 25 kB.

/** How many feeds and groups may be followed. Placeholders of empty groups count as groups, not as feeds. */
export interface FollowLimits {
  readonly feeds: number
  readonly groups: number
}
export const GUEST_FEEDS_MAX = 10
export const GUEST_GROUPS_MAX = 3
export const ACCOUNT_FEEDS_MAX = 5_000
export const ACCOUNT_GROUPS_MAX = 200
export const GUEST_LIMITS: FollowLimits = { feeds: GUEST_FEEDS_MAX, groups: GUEST_GROUPS_MAX }
export const ACCOUNT_LIMITS: FollowLimits = { feeds: ACCOUNT_FEEDS_MAX, groups: ACCOUNT_GROUPS_MAX }

/** Characters in the name of a group. */
export const GROUP_NAME_LENGTH_MAX = 40
/** Mute rules of a person, words per rule, characters per word. */
export const MUTE_RULES_MAX = 100
export const MUTE_WORDS_MAX = 20
export const MUTE_WORD_LENGTH_MAX = 60
/** Rules of a person that mark or save items. */
export const ITEM_RULES_MAX = 100
/** Items that a new rule is applied to, of those that have already arrived. */
export const RULE_ITEMS_MAX = 200
export const SAVED_ITEMS_MAX = 10_000
/** Saved items with tags, a note or highlights. */
export const ANNOTATED_ITEMS_MAX = 1_000
/** Tags of a saved item, and characters of a tag. */
export const ITEM_TAGS_MAX = 10
export const ITEM_TAG_LENGTH_MAX = 40
export const NOTE_LENGTH_MAX = 2_000
/** Highlights of a saved item, and characters of a highlight. */
export const HIGHLIGHTS_MAX = 50
export const HIGHLIGHT_LENGTH_MAX = 500
/** Items that a guest can save: their ids fit into a cookie. */
export const GUEST_SAVED_ITEMS_MAX = 50
/** The reading history of a person: items, and days that they are kept. */
export const HISTORY_ITEMS_MAX = 2_000
export const HISTORY_DAYS = 365
/** Tracks of which a person's position is kept, and days that they are kept. */
export const LISTENING_TRACKS_MAX = 500
export const LISTENING_DAYS = 365
/** Items in a guest's reading history: they fit into a cookie. */
export const GUEST_HISTORY_ITEMS_MAX = 40
/** Saved searches of a person, and of a guest: those fit into a cookie. */
export const SAVED_SEARCHES_MAX = 50
export const GUEST_SAVED_SEARCHES_MAX = 5
/** Items in one merge of a guest's list: twice what a guest can have. */
export const MERGED_ITEMS_MAX = 2 * (GUEST_FEEDS_MAX + GUEST_GROUPS_MAX)
/** Read marks are kept this long; older items count as read. */
export const MARK_DAYS = 90
/** Read marks per person; beyond that the oldest are deleted. */
export const MARKS_MAX = 50_000
/** Items that one call marks as read. */
export const MARKED_AT_ONCE_MAX = 500

/** Why a change of follows is refused, as the key of the message that explains it. */
export type FollowRefusal =
  | "follow.limit.feeds"
  | "follow.limit.groups"
  | "groups.name.missing"
  | "groups.name.long"
  | "groups.name.taken"
  | "groups.unknown"

/** A group name as it is stored: NFC, no control characters, single spaces. */
export const cleanGroupName = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()

/** Names that differ only in case count as the same, because readers would confuse them. */
export const isSameGroupName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Whether a cleaned name can be given to a group. `others` are the names of all other groups. */
export const checkGroupName = (name: string, others: Iterable<string>): FollowRefusal | undefined => {
  if (name === "") return "groups.name.missing"
  if (name.length > GROUP_NAME_LENGTH_MAX) return "groups.name.long"
  return [...others].some((other) => isSameGroupName(other, name)) ? "groups.name.taken" : undefined
}

/** Whether a group with a cleaned name can be created beside the existing ones. */
export const checkNewGroup = (
  name: string,
  groupNames: ReadonlyArray<string>,
  { groups }: FollowLimits,
): FollowRefusal | undefined => (groupNames.length >= groups ? "follow.limit.groups" : checkGroupName(name, groupNames))

/** Whether one more feed can be followed. */
export const checkNewFeed = (feedCount: number, { feeds }: FollowLimits): FollowRefusal | undefined =>
  feedCount >= feeds ? "follow.limit.feeds" : undefined
