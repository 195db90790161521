import { Clock, Effect } from "effect"
import { ReadMarks } from "#core/follows"
import { personFollows } from "#projections/follows"
import { seenThrough } from "#projections/readerApps"
import { badRequest, type Call, done } from "../Call.ts"
import { parseStream, READING_LIST } from "../streamIds.ts"
import { feedsOf } from "./readStream.ts"

/** Marks all of a feed, a group or the whole list as read that had come by a moment (`ts`, microseconds), or by now. */
export const markAllAsRead = Effect.fn("markAllAsRead")(function* ({ personId, params }: Call) {
  const stream = parseStream(params.one("s") ?? READING_LIST)
  if (stream === null || (stream.kind === "state" && stream.state !== "reading-list"))
    return yield* badRequest("s must name a feed, a label or the reading list")
  const feedIds = (yield* feedsOf(stream, yield* personFollows(personId))) ?? []
  if (feedIds.length === 0) return done()
  const micros = Number(params.one("ts") ?? Number.NaN)
  const nowMs = yield* Clock.currentTimeMillis
  const momentMs = micros > 0 ? Math.min(Math.floor(micros / 1_000), nowMs) : nowMs
  const { position, itemIds } = yield* seenThrough(feedIds, momentMs)
  yield* ReadMarks.use(({ mark, markAll }) =>
    Effect.gen(function* () {
      yield* markAll(personId, feedIds, position)
      if (itemIds.length > 0) yield* mark(personId, itemIds, true)
    }),
  )
  return done()
})
