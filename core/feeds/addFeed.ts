import { Result } from "effect"
import type { SourceType } from "./contract.ts"
import { FeedAdded, type FeedEvent } from "./events.ts"
import type { FeedState } from "./Feed.ts"
import { feedIdOf } from "./ids.ts"

export type AddFeed = {
  /** Canonical address. */
  readonly url: string
  readonly source: SourceType
  readonly nowIso: string
}

/** Adds a feed to the library; adding it again changes nothing. */
export const addFeed =
  ({ url, source, nowIso }: AddFeed) =>
  (state: FeedState): Result.Result<ReadonlyArray<FeedEvent>, never> =>
    Result.succeed(state.url === null ? [FeedAdded.make({ feedId: feedIdOf(url), url, source, addedAt: nowIso })] : [])
