import { type FollowedByGroup, formatFollowsCookie, parseFollowsCookie } from "../../lib/followsCookie.ts"
import { blankFeed, type GuestFollows, isPlaceholder, itemOf, NO_GROUP, placeholderOf } from "./GuestFollows.ts"

/** The follows by group, as the cookie carries them: ids alone. */
export const byGroup = (items: GuestFollows): FollowedByGroup => {
  const groups = new Map<string, Array<string>>()
  for (const item of items) {
    const ids = groups.get(item.groupName) ?? []
    if (!isPlaceholder(item)) ids.push(item.feedId)
    groups.set(item.groupName, ids)
  }
  return groups
}

/** The value of the cookie `quire_follows`; empty where nothing is followed. */
export const cookieOf = (items: GuestFollows): string => formatFollowsCookie(byGroup(items))

/** What a cookie tells as a list of follows; of the feeds only their ids are known. */
export const followsOf = (groups: FollowedByGroup): GuestFollows =>
  Array.from(groups).flatMap(([groupName, ids]) => {
    if (ids.length > 0) return ids.map((feedId) => itemOf(blankFeed(feedId), groupName))
    return groupName === NO_GROUP ? [] : [placeholderOf(groupName)]
  })

export const followsIn = (cookie: string | undefined): GuestFollows => followsOf(parseFollowsCookie(cookie))
