/** Feed ids by group name; "" for feeds in no group. */
export type FollowedByGroup = ReadonlyMap<string, ReadonlyArray<string>>

const FEED_ID = /^[0-9a-z]{20}$/
export const isFeedId = (text: string): boolean => FEED_ID.test(text)
/** Ten feeds in three groups fit; longer cookies are not ours. */
const COOKIE_LENGTH_MAX = 3_000
export const COOKIE_FEEDS_MAX = 10
const COOKIE_GROUPS_MAX = 3 + 1

/**
 * Parses the cookie `quire_follows`: form-encoded `Europe=id.id&=id`, with `Europe=` for an empty group. Anything
 * that is no feed id or exceeds a guest's limits is dropped.
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

/** The followed feeds; a feed in two groups counts once. */
export const followedFeedsOf = (groups: FollowedByGroup): ReadonlySet<string> =>
  new Set(Array.from(groups.values()).flat())
