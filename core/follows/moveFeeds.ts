import { Result } from "effect"
import { FeedMovedToGroup } from "./events.ts"
import { type FollowsCommand, type GroupRef, resolveGroup } from "./FollowsCommand.ts"
import { followOf } from "./PersonFollows.ts"
import { NoGroup } from "./refusals.ts"

/** Moves followed feeds into a group, or out of all groups. Empty groups remain; feeds that are not followed are ignored. */
export const moveFeeds =
  ({ feedIds, ...group }: GroupRef & { readonly feedIds: ReadonlyArray<string> }): FollowsCommand<NoGroup> =>
  ({ personId, nowIso }) =>
  (state) => {
    const groupId = resolveGroup(state, group)
    if (groupId === undefined) return Result.fail(new NoGroup())
    const moving = [...new Set(feedIds)].filter((feedId) => {
      const follow = followOf(state, feedId)
      return follow !== undefined && follow.groupId !== groupId
    })
    return Result.succeed(moving.map((feedId) => FeedMovedToGroup.make({ personId, feedId, groupId, movedAt: nowIso })))
  }
