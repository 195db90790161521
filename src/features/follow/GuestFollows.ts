import type { FollowableFeed, FollowLimits, FollowRefusal, GuestFollowItem } from "#contract/follows"

/** A reader's follows in the order in which they were followed. An item with an empty id is the placeholder of an empty group. */
export type GuestFollows = ReadonlyArray<GuestFollowItem>

/** The changed list, or why it stays as it is. */
export type Decision = { readonly items: GuestFollows } | { readonly refusal: FollowRefusal }
/** A command with its parameters. The limits are a guest's unless given. */
export type Decide = (items: GuestFollows, limits?: FollowLimits) => Decision

/** The group name of feeds that are in no group. */
export const NO_GROUP = ""

export const isPlaceholder = (item: GuestFollowItem): boolean => item.id === ""
export const feedsOf = (items: GuestFollows): GuestFollows => items.filter((item) => !isPlaceholder(item))

/** Group names, including empty groups, in the order of their first item. */
export const groupsOf = (items: GuestFollows): ReadonlyArray<string> => [
  ...new Set(items.map(({ groupName }) => groupName).filter((name) => name !== NO_GROUP)),
]

export const isFollowed = (items: GuestFollows, feedId: string): boolean =>
  items.some((item) => !isPlaceholder(item) && item.feedId === feedId)

/** A list of placeholders counts as empty. */
export const isEmpty = (items: GuestFollows): boolean => items.every(isPlaceholder)

export const itemOf = (feed: FollowableFeed, groupName: string): GuestFollowItem => ({
  ...feed,
  follow: true,
  groupName,
})

/** A feed of which only the id is known: the cookie holds no more. */
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

/** Removes a feed. Its group remains: if it was the last one, a placeholder takes its place. */
export const withoutFeed = (items: GuestFollows, feedId: string): GuestFollows =>
  items.flatMap((item) => {
    if (isPlaceholder(item) || item.feedId !== feedId) return [item]
    const { groupName } = item
    const isLast = items.every((other) => other === item || other.groupName !== groupName)
    return isLast && groupName !== NO_GROUP ? [placeholderOf(groupName)] : []
  })

/** Adds an item behind the others of its group, so that groups keep their order. It replaces the group's placeholder. */
export const withItem = (items: GuestFollows, item: GuestFollowItem): GuestFollows => {
  const last = items.findLastIndex(({ groupName }) => groupName === item.groupName)
  if (last === -1) return [...items, item]
  const before = items
    .slice(0, last + 1)
    .filter((other) => !(isPlaceholder(other) && other.groupName === item.groupName))
  return [...before, item, ...items.slice(last + 1)]
}
