import { Result } from "effect"
import { FeedUnfollowed } from "./events.ts"
import type { FollowsCommand } from "./FollowsCommand.ts"
import { followOf } from "./PersonFollows.ts"

/** Ends a follow. Its group remains, even if it is empty then. */
export const unfollowFeed =
  ({ feedId }: { readonly feedId: string }): FollowsCommand<never> =>
  ({ personId, nowIso }) =>
  (state) =>
    Result.succeed(
      followOf(state, feedId) === undefined ? [] : [FeedUnfollowed.make({ personId, feedId, unfollowedAt: nowIso })],
    )
