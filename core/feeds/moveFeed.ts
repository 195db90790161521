import { Result } from "effect"
import type { FeedId } from "./contract.ts"
import { type FeedEvent, FeedMoved } from "./events.ts"
import type { FeedState } from "./Feed.ts"

export type MoveFeed = { readonly feedId: FeedId; readonly nowIso: string; readonly to: string }

/** From now on the feed is fetched from another address. */
export const moveFeed =
  ({ feedId, nowIso, to }: MoveFeed) =>
  (state: FeedState): Result.Result<ReadonlyArray<FeedEvent>, never> =>
    Result.succeed(
      state.url === null || state.url === to ? [] : [FeedMoved.make({ feedId, movedAt: nowIso, from: state.url, to })],
    )
