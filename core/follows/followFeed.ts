import { HashMap, Result } from "effect"
import { CreatorFollowed, FeedFollowed, type FollowsEvent, GroupCreated } from "./events.ts"
import { type FollowsCommand, type GroupRef, newGroupId, resolveGroup } from "./FollowsCommand.ts"
import { ACCOUNT_LIMITS, checkNewFeed, checkNewGroup, cleanGroupName } from "./followRules.ts"
import { followOf } from "./PersonFollows.ts"
import { type BadGroupName, NoGroup, type TooManyFollows, toRefusal } from "./refusals.ts"

export type FollowFeed = GroupRef & { readonly feedId: string; readonly withCreator?: boolean }

/**
 * Follows a feed, in a group or in none; a named group that does not exist is created. A feed that is already followed
 * stays where it is.
 */
export const followFeed =
  ({ feedId, withCreator = false, ...group }: FollowFeed): FollowsCommand<TooManyFollows | NoGroup | BadGroupName> =>
  (context) =>
  (state) => {
    const { personId, nowIso } = context
    const known = followOf(state, feedId)
    if (known !== undefined) {
      const gainsCreator = withCreator && !known.withCreator
      return Result.succeed(gainsCreator ? [CreatorFollowed.make({ personId, feedId, followedAt: nowIso })] : [])
    }
    const feedRefusal = checkNewFeed(HashMap.size(state.feeds), ACCOUNT_LIMITS)
    if (feedRefusal !== undefined) return Result.fail(toRefusal(feedRefusal))
    const name = cleanGroupName(group.groupName ?? "")
    const found = resolveGroup(state, { ...group, groupName: name })
    const follow = (groupId: string | null) =>
      FeedFollowed.make({ personId, feedId, groupId, withCreator, followedAt: nowIso })
    if (found !== undefined) return Result.succeed([follow(found)])
    if (group.groupId !== undefined) return Result.fail(new NoGroup())
    const groupRefusal = checkNewGroup(name, [...state.groups.values()], ACCOUNT_LIMITS)
    if (groupRefusal !== undefined) return Result.fail(toRefusal(groupRefusal))
    const groupId = newGroupId(context, name)
    const events: ReadonlyArray<FollowsEvent> = [
      GroupCreated.make({ personId, groupId, name, createdAt: nowIso }),
      follow(groupId),
    ]
    return Result.succeed(events)
  }
