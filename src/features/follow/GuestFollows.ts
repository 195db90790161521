import { type FollowableFeed, GUEST_FEEDS_MAX, GUEST_GROUPS_MAX, type GuestFollowItem } from "#contract/follows"

/** What a guest follows, in the order in which it was followed. An item with an empty id stands for an empty group. */
export type GuestFollows = ReadonlyArray<GuestFollowItem>

/** Why a guest may not do what they asked for, as the key of the message that says so. */
export type FollowRefusal =
  | "follow.limit.feeds"
  | "follow.limit.groups"
  | "groups.name.missing"
  | "groups.name.long"
  | "groups.name.taken"
  | "groups.unknown"

/** The follows as they are to be from now on, or why they stay as they were. */
export type Decision = { readonly items: GuestFollows } | { readonly refusal: FollowRefusal }

/** How much somebody may follow. */
export interface FollowLimits {
  readonly feeds: number
  readonly groups: number
}

/** A command with its parameters filled in. The limits are a guest's unless an account's are given. */
export type Decide = (items: GuestFollows, limits?: FollowLimits) => Decision

export const GUEST_LIMITS: FollowLimits = { feeds: GUEST_FEEDS_MAX, groups: GUEST_GROUPS_MAX }

export const decided = (items: GuestFollows): Decision => ({ items })
export const refused = (refusal: FollowRefusal): Decision => ({ refusal })

/** The group of the feeds that are in none. */
export const NO_GROUP = ""

export const isPlaceholder = (item: GuestFollowItem): boolean => item.id === ""

export const feedsOf = (items: GuestFollows): GuestFollows => items.filter((item) => !isPlaceholder(item))

/** The names of the groups, empty ones among them, in the order in which they first stand in the list. */
export const groupsOf = (items: GuestFollows): ReadonlyArray<string> => [
  ...new Set(items.map(({ groupName }) => groupName).filter((name) => name !== NO_GROUP)),
]

export const isFollowed = (items: GuestFollows, feedId: string): boolean =>
  items.some((item) => !isPlaceholder(item) && item.feedId === feedId)

/** A list of placeholders alone counts as empty. */
export const isEmpty = (items: GuestFollows): boolean => items.every(isPlaceholder)

export const itemOf = (feed: FollowableFeed, groupName: string): GuestFollowItem => ({
  ...feed,
  follow: true,
  groupName,
})

/** What is known of a feed while its id is all there is: the cookie carries no more. */
export const blankFeed = (feedId: string): FollowableFeed => ({
  id: feedId,
  feedId,
  code: "",
  contentType: "",
  description: "",
  iconUrl: "",
  lastUpdated: null,
  recentUpdate: null,
  subsribers: 0,
  tags: [],
  title: "",
  url: "",
})

export const placeholderOf = (groupName: string): GuestFollowItem => ({
  ...itemOf(blankFeed(""), groupName),
  follow: false,
})

/** The list after one of its feeds left a group: the group stays, if need be as a placeholder in the feed's place. */
export const withoutFeed = (items: GuestFollows, feedId: string): GuestFollows =>
  items.flatMap((item) => {
    if (isPlaceholder(item) || item.feedId !== feedId) return [item]
    const { groupName } = item
    const last = items.every((other) => other === item || other.groupName !== groupName)
    return last && groupName !== NO_GROUP ? [placeholderOf(groupName)] : []
  })

/**
 * The list with an item more, behind the others of its group, so that groups do not change places. A placeholder of the
 * group has done its duty.
 */
export const withItem = (items: GuestFollows, item: GuestFollowItem): GuestFollows => {
  const last = items.findLastIndex(({ groupName }) => groupName === item.groupName)
  if (last === -1) return [...items, item]
  const before = items
    .slice(0, last + 1)
    .filter((other) => !(isPlaceholder(other) && other.groupName === item.groupName))
  return [...before, item, ...items.slice(last + 1)]
}
