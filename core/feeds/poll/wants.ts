import { Clock, Effect } from "effect"
import type { PollSchedule } from "./Schedule.ts"

/** A feed that was asked for is not noted again for so long: readers turn pages faster than it matters. */
const NOTED_MS = 6 * 3_600_000
/** Feeds that are remembered as noted; the oldest are forgotten, and noted once more. */
const NOTED_MAX = 20_000

/** Whether the library wants a feed for itself: one that anybody but a reader added. @param actor of its addition */
export const keptBy = (actor: string): boolean => actor !== "guest" && !actor.startsWith("user:")

/** Notes which feeds readers ask for, rarely enough that it may be called at every page. */
export const makeWants = (schedule: (typeof PollSchedule)["Service"]) => {
  const noted = new Map<string, number>()
  return Effect.fn("Feeds.want")(function* (feedIds: ReadonlyArray<string>) {
    const nowMs = yield* Clock.currentTimeMillis
    const news = [...new Set(feedIds)].filter((feedId) => nowMs - (noted.get(feedId) ?? -NOTED_MS) >= NOTED_MS)
    if (news.length === 0) return
    for (const feedId of news) {
      noted.delete(feedId)
      noted.set(feedId, nowMs)
    }
    for (const feedId of noted.keys()) {
      if (noted.size <= NOTED_MAX) break
      noted.delete(feedId)
    }
    yield* schedule.want(news, nowMs)
  })
}
