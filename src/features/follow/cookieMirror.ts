import { type FollowedByGroup, formatFollowsCookie, parseFollowsCookie } from "../../lib/followsCookie.ts"
import { blankFeed, type GuestFollows, isPlaceholder, itemOf, NO_GROUP, placeholderOf } from "./GuestFollows.ts"

const groupFeedIds = (items: GuestFollows): FollowedByGroup => {
  const groups = new Map<string, Array<string>>()
  for (const item of items) {
    const ids = groups.get(item.groupName) ?? []
    if (!isPlaceholder(item)) ids.push(item.feedId)
    groups.set(item.groupName, ids)
  }
  return groups
}

/** The value of the cookie `quire_follows`: feed ids by group. Empty if nothing is followed. */
export const toFollowsCookie = (items: GuestFollows): string => formatFollowsCookie(groupFeedIds(items))

/** A list from feed ids by group. Everything else about the feeds is blank. */
export const fromGroups = (groups: FollowedByGroup): GuestFollows =>
  Array.from(groups).flatMap(([groupName, ids]) => {
    if (ids.length > 0) return ids.map((feedId) => itemOf(blankFeed(feedId), groupName))
    return groupName === NO_GROUP ? [] : [placeholderOf(groupName)]
  })

export const fromFollowsCookie = (cookie: string | undefined): GuestFollows => fromGroups(parseFollowsCookie(cookie))
