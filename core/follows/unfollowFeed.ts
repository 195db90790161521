import { Result } from "effect"
import { FeedUnfollowed } from "./events.ts"
import { followOf } from "./PersonFollows.ts"
import type { Verb } from "./Verb.ts"

/** Ends a follow. Its group stays, if need be without feeds. */
export const unfollowFeed =
  ({ feedId }: { readonly feedId: string }): Verb<never> =>
  ({ personId, nowIso }) =>
  (state) =>
    Result.succeed(
      followOf(state, feedId) === undefined ? [] : [FeedUnfollowed.make({ personId, feedId, unfollowedAt: nowIso })],
    )
