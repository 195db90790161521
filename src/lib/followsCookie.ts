/** What the cookie tells the server about a guest's follows: the feeds by group, "" for those in no group. */
export type FollowedByGroup = ReadonlyMap<string, ReadonlyArray<string>>

const FEED_ID = /^[0-9a-z]{20}$/
export const isFeedId = (text: string): boolean => FEED_ID.test(text)
/** A guest has ten feeds in three groups at most; what exceeds this is not our cookie. */
const COOKIE_LENGTH_MAX = 3_000
export const COOKIE_FEEDS_MAX = 10
const COOKIE_GROUPS_MAX = 3 + 1

/**
 * Reads the cookie `quire_follows`: `Europe=id.id&=id` written as a form is, a group without feeds (a placeholder) as
 * `Europe=`. Anything that is not a feed id, and whatever exceeds a guest's limits, is dropped.
 */
export const parseFollowsCookie = (text: string | undefined): FollowedByGroup => {
  const groups = new Map<string, ReadonlyArray<string>>()
  if (text === undefined || text === "" || text.length > COOKIE_LENGTH_MAX) return groups
  let room = COOKIE_FEEDS_MAX
  for (const [group, ids] of new URLSearchParams(text)) {
    if (groups.size === COOKIE_GROUPS_MAX) break
    const feeds = ids.split(".").filter(isFeedId).slice(0, room)
    room -= feeds.length
    groups.set(group, [...(groups.get(group) ?? []), ...feeds])
  }
  return groups
}

export const formatFollowsCookie = (groups: FollowedByGroup): string =>
  new URLSearchParams(Array.from(groups, ([group, ids]) => [group, ids.join(".")])).toString()

/** How many feeds are followed; a feed in two groups counts once. */
export const followedFeedsOf = (groups: FollowedByGroup): ReadonlySet<string> =>
  new Set(Array.from(groups.values()).flat())
