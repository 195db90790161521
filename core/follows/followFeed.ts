import { HashMap, Result } from "effect"
import { CreatorFollowed, FeedFollowed, type FollowsEvent, GroupCreated } from "./events.ts"
import { cleanGroupName } from "./groupName.ts"
import { ACCOUNT_FEEDS_MAX, ACCOUNT_GROUPS_MAX } from "./limits.ts"
import { followOf } from "./PersonFollows.ts"
import { type BadGroupName, badNameOf, NoGroup, TooManyFollows } from "./refusals.ts"
import { findGroup, newGroupId, type Verb, type WhichGroup } from "./Verb.ts"

export type FollowFeed = WhichGroup & { readonly feedId: string; readonly withCreator?: boolean }

/**
 * Follows a feed, in a group or in none; a group that is named and not there is made. A feed that is followed already
 * stays where it is.
 */
export const followFeed =
  ({ feedId, withCreator = false, ...group }: FollowFeed): Verb<TooManyFollows | NoGroup | BadGroupName> =>
  (by) =>
  (state) => {
    const { personId, nowIso } = by
    const known = followOf(state, feedId)
    if (known !== undefined) {
      const gainsCreator = withCreator && !known.withCreator
      return Result.succeed(gainsCreator ? [CreatorFollowed.make({ personId, feedId, followedAt: nowIso })] : [])
    }
    if (HashMap.size(state.feeds) >= ACCOUNT_FEEDS_MAX) return Result.fail(new TooManyFollows({ of: "feeds" }))
    const groupName = cleanGroupName(group.groupName ?? "")
    const found = findGroup(state, { ...group, groupName })
    const follow = (groupId: string | null) =>
      FeedFollowed.make({ personId, feedId, groupId, withCreator, followedAt: nowIso })
    if (found !== undefined) return Result.succeed([follow(found)])
    if (group.groupId !== undefined) return Result.fail(new NoGroup())
    if (state.groups.size >= ACCOUNT_GROUPS_MAX) return Result.fail(new TooManyFollows({ of: "groups" }))
    const bad = badNameOf(groupName, false)
    if (bad !== undefined) return Result.fail(bad)
    const groupId = newGroupId(by, groupName)
    const facts: ReadonlyArray<FollowsEvent> = [
      GroupCreated.make({ personId, groupId, name: groupName, createdAt: nowIso }),
      follow(groupId),
    ]
    return Result.succeed(facts)
  }
