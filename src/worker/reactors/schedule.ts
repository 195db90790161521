import { Clock, Effect } from "effect"
import { FeedEvents, isAddedByLibrary, PollSchedule } from "#core/feeds"
import type { Reactor } from "#projections/runner"

/**
 * Schedules every feed of the log. Adding a feed schedules it at once; this covers a process that was killed in
 * between, and a restored log.
 */
export const scheduleReactor = Effect.gen(function* () {
  const schedule = yield* PollSchedule
  const enter = (feedId: string, url: string, actor: string) =>
    Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
      schedule.enter([{ feedId, url, kept: isAddedByLibrary(actor) }], nowMs),
    )
  return {
    name: "schedule",
    types: ["feeds.FeedAdded.v1", "feeds.FeedMoved.v1"],
    from: "beginning",
    react: async ({ type, data, actor }) => {
      const event = FeedEvents.decodeSync(type, data)
      if (event._tag === "feeds.FeedAdded.v1") await Effect.runPromise(enter(event.feedId, event.url, actor))
      if (event._tag === "feeds.FeedMoved.v1") await Effect.runPromise(schedule.remember(event.to, event.feedId))
    },
  } satisfies Reactor
})
