import { Result } from "effect"
import type { FeedId } from "./contract.ts"
import { type FeedEvent, FeedFailed } from "./events.ts"
import { type FeedState, failureName } from "./Feed.ts"
import { storable } from "./storable.ts"

export type RecordFailure = {
  readonly feedId: FeedId
  readonly nowIso: string
  readonly reason: string
  readonly status: number | null
  readonly detail: string
}

/** A failure is a fact when it begins and when it changes, not at every further attempt. */
export const recordFailure =
  ({ feedId, nowIso, reason, status, detail }: RecordFailure) =>
  (state: FeedState): Result.Result<ReadonlyArray<FeedEvent>, never> =>
    Result.succeed(
      state.failure === failureName(reason, status)
        ? []
        : [
            FeedFailed.make({
              feedId,
              failedAt: nowIso,
              reason,
              status,
              detail: failureDetail(detail),
            }),
          ],
    )

const DETAIL_LENGTH_MAX = 500

/** What is kept of a cause. */
export const failureDetail = (detail: string): string => storable(detail.slice(0, DETAIL_LENGTH_MAX))
