import { Result } from "effect"
import type { FeedId } from "./contract.ts"
import { type FeedEvent, FeedFetched } from "./events.ts"
import type { FeedState } from "./Feed.ts"

/** Records that a failing feed works again, without other changes. */
export const recordRecovery =
  ({ feedId, nowIso }: { readonly feedId: FeedId; readonly nowIso: string }) =>
  (state: FeedState): Result.Result<ReadonlyArray<FeedEvent>, never> =>
    Result.succeed(
      state.failure === null
        ? []
        : [FeedFetched.make({ feedId, fetchedAt: nowIso, facts: null, items: [], problems: null })],
    )
