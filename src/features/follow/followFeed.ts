import { type FollowableFeed, GUEST_FEEDS_MAX, GUEST_GROUPS_MAX } from "#contract/follows"
import {
  type Decide,
  decided,
  feedsOf,
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
  (items) => {
    if (isFollowed(items, feed.feedId)) return decided(items)
    if (feedsOf(items).length >= GUEST_FEEDS_MAX) return refused("follow.limit.feeds")
    const groups = groupsOf(items)
    const isNewGroup = groupName !== NO_GROUP && !groups.includes(groupName)
    if (isNewGroup && groups.length >= GUEST_GROUPS_MAX) return refused("follow.limit.groups")
    return decided(withItem(items, itemOf(feed, groupName)))
  }
