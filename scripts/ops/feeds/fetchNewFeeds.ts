import { Effect } from "effect"
import { Feeds } from "#core/feeds"
import { Progress } from "../lib/progress.ts"
import type { Session } from "../lib/session.ts"

/** Feeds fetched between two updates of the progress. */
const STEP_FEEDS = 200
/** Interval for checking the worker's progress. */
const LOOK_MS = 1_000

/** Fetches feeds that were never fetched, until each was fetched once. A running worker may help. */
export const fetchNewFeeds = async ({ sql, run }: Session, feedIds: ReadonlyArray<string>): Promise<void> => {
  const progress = new Progress("first look", "feeds")
  const open = async () => {
    const [row] = await sql<Array<{ open: number }>>`
      select count(*) as open from feeds.poll where feed_id = any(${[...feedIds]}) and checked_at is null`
    return row?.open ?? 0
  }
  const all = await open()
  for (let left = all; left > 0; left = await open()) {
    const looked = await run(Effect.flatMap(Feeds, (feeds) => feeds.checkDue(STEP_FEEDS)))
    progress.show(all - left, all, all - left)
    // The remaining feeds are leased by a worker, or wait for the rate limit of their host.
    if (looked === 0) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  progress.end()
}
