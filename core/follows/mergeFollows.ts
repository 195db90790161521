import { HashMap, Result } from "effect"
import { FeedFollowed, type FollowsEvent, GroupCreated } from "./events.ts"
import { type CommandContext, type FollowsCommand, newGroupId } from "./FollowsCommand.ts"
import { ACCOUNT_LIMITS, checkNewFeed, checkNewGroup, cleanGroupName } from "./followRules.ts"
import { type FollowsState, findGroupByName, followOf, PersonFollows } from "./PersonFollows.ts"

/** A guest's feed; with an empty id, a group of theirs without feeds. */
export type GuestItem = { readonly feedId: string; readonly groupName: string }

/**
 * Merges a guest's follows and groups into the account. Existing follows keep their group; a group of the same name
 * receives the guest's feeds. Feeds beyond the account's limit are left out; feeds of groups beyond the limit are followed
 * without a group. Never refuses, and repeating it changes nothing.
 */
export const mergeFollows =
  (items: ReadonlyArray<GuestItem>): FollowsCommand<never> =>
  (context) =>
  (before) => {
    let state = before
    const events: Array<FollowsEvent> = []
    for (const item of items) {
      const more = mergeItem(item, context, state)
      events.push(...more)
      state = more.reduce(PersonFollows.evolve, state)
    }
    return Result.succeed(events)
  }

/** How many of a guest's feeds the account does not follow: those beyond its limit, and those the library does not have. */
export const countUnmerged = ({ feeds }: FollowsState, items: ReadonlyArray<GuestItem>): number =>
  items.filter(({ feedId }) => feedId !== "" && !HashMap.has(feeds, feedId)).length

const mergeItem = (
  { feedId, groupName }: GuestItem,
  context: CommandContext,
  state: FollowsState,
): ReadonlyArray<FollowsEvent> => {
  const { personId, nowIso } = context
  const isFeed = feedId !== ""
  const isFull = checkNewFeed(HashMap.size(state.feeds), ACCOUNT_LIMITS) !== undefined
  if (isFeed && (followOf(state, feedId) !== undefined || isFull)) return []
  const name = cleanGroupName(groupName)
  const known = findGroupByName(state, name)
  const isNew = known === undefined && checkNewGroup(name, [...state.groups.values()], ACCOUNT_LIMITS) === undefined
  const groupId = known ?? (isNew ? newGroupId(context, name) : null)
  const follow = { personId, feedId, groupId, withCreator: false, followedAt: nowIso }
  return [
    ...(isNew && groupId !== null ? [GroupCreated.make({ personId, groupId, name, createdAt: nowIso })] : []),
    ...(isFeed ? [FeedFollowed.make(follow)] : []),
  ]
}
