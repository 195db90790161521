import type { FollowableFeed } from "#contract/follows"
import {
  type Decide,
  decided,
  feedsOf,
  GUEST_LIMITS,
  groupsOf,
  isFollowed,
  itemOf,
  NO_GROUP,
  refused,
  withItem,
} from "./GuestFollows.ts"

/** Follows a feed, in a group or in none. A feed that is followed already stays where it is. */
export const followFeed =
  (feed: FollowableFeed, groupName = NO_GROUP): Decide =>
  (items, limits = GUEST_LIMITS) => {
    if (isFollowed(items, feed.feedId)) return decided(items)
    if (feedsOf(items).length >= limits.feeds) return refused("follow.limit.feeds")
    const groups = groupsOf(items)
    const isNewGroup = groupName !== NO_GROUP && !groups.includes(groupName)
    if (isNewGroup && groups.length >= limits.groups) return refused("follow.limit.groups")
    return decided(withItem(items, itemOf(feed, groupName)))
  }
