import { Result } from "effect"
import type { FeedId } from "./contract.ts"
import { type FeedEvent, FeedFailed } from "./events.ts"
import { type FeedState, failureName } from "./Feed.ts"
import { toStorable } from "./toStorable.ts"

export type RecordFailure = {
  readonly feedId: FeedId
  readonly nowIso: string
  readonly reason: string
  readonly status: number | null
  readonly detail: string
}

/** Records a failure when it begins or changes, not at every attempt. */
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

/** The cause, shortened for storage. */
export const failureDetail = (detail: string): string => toStorable(detail.slice(0, DETAIL_LENGTH_MAX))
