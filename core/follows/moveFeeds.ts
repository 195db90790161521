import { Result } from "effect"
import { FeedMovedToGroup } from "./events.ts"
import { followOf } from "./PersonFollows.ts"
import { NoGroup } from "./refusals.ts"
import { findGroup, type Verb, type WhichGroup } from "./Verb.ts"

/** Puts followed feeds into a group, or into none. The groups that they leave remain; what is not followed is passed over. */
export const moveFeeds =
  ({ feedIds, ...group }: WhichGroup & { readonly feedIds: ReadonlyArray<string> }): Verb<NoGroup> =>
  ({ personId, nowIso }) =>
  (state) => {
    const groupId = findGroup(state, group)
    if (groupId === undefined) return Result.fail(new NoGroup())
    const moving = [...new Set(feedIds)].filter((feedId) => {
      const follow = followOf(state, feedId)
      return follow !== undefined && follow.groupId !== groupId
    })
    return Result.succeed(moving.map((feedId) => FeedMovedToGroup.make({ personId, feedId, groupId, movedAt: nowIso })))
  }
