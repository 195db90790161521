import { HashMap, Result } from "effect"
import { FeedFollowed, type FollowsEvent, GroupCreated } from "./events.ts"
import { cleanGroupName } from "./groupName.ts"
import { ACCOUNT_FEEDS_MAX, ACCOUNT_GROUPS_MAX } from "./limits.ts"
import { type FollowsState, followOf, groupNamed, PersonFollows } from "./PersonFollows.ts"
import { badNameOf } from "./refusals.ts"
import { type By, newGroupId, type Verb } from "./Verb.ts"

/** A feed of a guest, or with an empty id a group of theirs that has none. */
export type GuestItem = { readonly feedId: string; readonly groupName: string }

/**
 * Takes a guest's follows and groups into the account. What is there already stays as it is: a followed feed keeps its
 * group, a group of the same name takes the guest's feeds in. Beyond the account's limits feeds are left, and groups'
 * feeds are followed without one. Never refuses; a second time changes nothing.
 */
export const mergeFollows =
  (items: ReadonlyArray<GuestItem>): Verb<never> =>
  (by) =>
  (before) => {
    let state = before
    const facts: Array<FollowsEvent> = []
    for (const item of items) {
      const gained = mergeItem(item, by, state)
      facts.push(...gained)
      state = gained.reduce(PersonFollows.evolve, state)
    }
    return Result.succeed(facts)
  }

/** How many of a guest's feeds an account does not follow: those that it had no room for, or that nobody knows. */
export const leftOf = ({ feeds }: FollowsState, items: ReadonlyArray<GuestItem>): number =>
  items.filter(({ feedId }) => feedId !== "" && !HashMap.has(feeds, feedId)).length

const mergeItem = ({ feedId, groupName }: GuestItem, by: By, state: FollowsState): ReadonlyArray<FollowsEvent> => {
  const { personId, nowIso } = by
  const isFeed = feedId !== ""
  if (isFeed && (followOf(state, feedId) !== undefined || HashMap.size(state.feeds) >= ACCOUNT_FEEDS_MAX)) return []
  const name = cleanGroupName(groupName)
  const known = groupNamed(state, name)
  const isNew = known === undefined && badNameOf(name, false) === undefined && state.groups.size < ACCOUNT_GROUPS_MAX
  const groupId = known ?? (isNew ? newGroupId(by, name) : null)
  const follow = { personId, feedId, groupId, withCreator: false, followedAt: nowIso }
  return [
    ...(isNew && groupId !== null ? [GroupCreated.make({ personId, groupId, name, createdAt: nowIso })] : []),
    ...(isFeed ? [FeedFollowed.make(follow)] : []),
  ]
}
