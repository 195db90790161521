import { Clock, Effect } from "effect"
import type { PollSchedule } from "./Schedule.ts"

/** Demand for a feed is recorded at most once in this time. */
const NOTED_MS = 6 * 3_600_000
/** Feeds kept in memory as recorded; the oldest are dropped and recorded again. */
const NOTED_MAX = 20_000

/** Whether the library itself wants a feed: one that was not added by a reader. @param actor who added it */
export const isAddedByLibrary = (actor: string): boolean => actor !== "guest" && !actor.startsWith("user:")

/** Records which feeds readers request, at most once per NOTED_MS and feed. */
export const makeDemandRecorder = (schedule: (typeof PollSchedule)["Service"]) => {
  const noted = new Map<string, number>()
  return Effect.fn("Feeds.recordDemand")(function* (feedIds: ReadonlyArray<string>) {
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
    yield* schedule.recordDemand(news, nowMs)
  })
}
