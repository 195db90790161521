import { Clock, Effect, Random } from "effect"
import type { Decide, StreamConflict, Written } from "#core/kernel"
import { detectSource, type FeedId } from "../contract.ts"
import type { FeedEvent } from "../events.ts"
import type { FeedState } from "../Feed.ts"
import type { Fetcher } from "../fetch/Fetcher.ts"
import { type FetchedDocument, type ReceivedDocument, settledUrl } from "../fetch/FetchedDocument.ts"
import type { FetchRefusal } from "../fetch/refusals.ts"
import { moveFeed } from "../moveFeed.ts"
import type { NotAFeed } from "../parse/NotAFeed.ts"
import { readFeed } from "../readFeed.ts"
import { recordFailure } from "../recordFailure.ts"
import { recordFetch } from "../recordFetch.ts"
import { recordRecovery } from "../recordRecovery.ts"
import { nextCheckSeconds, retrySeconds } from "./nextCheck.ts"
import type { Checked, DueFeed, PollSchedule } from "./Schedule.ts"

/** After so long the document is asked for without validators, which heals servers whose validators lie. */
const FULL_FETCH_MS = 24 * 3_600_000
/** A permanent redirect is believed after so many sightings, without a break, over at least so long. */
export const MOVE_SIGHTINGS_MIN = 5
export const MOVE_MS_MIN = 3 * 24 * 3_600_000

type Tools = {
  readonly write: <Refusal>(
    id: string,
    decide: Decide<FeedState, FeedEvent, Refusal>,
  ) => Effect.Effect<Written<FeedState, FeedEvent>, Refusal | StreamConflict>
  readonly fetcher: (typeof Fetcher)["Service"]
  readonly schedule: (typeof PollSchedule)["Service"]
  readonly secondsMin: number | undefined
}

/** Looks at one leased feed: fetches, records what is new, and says when to look again. Never fails: a failure is recorded. */
export const checkFeed = ({ write, fetcher, schedule, secondsMin }: Tools) =>
  Effect.fn("checkFeed")(function* (due: DueFeed) {
    const nowMs = yield* Clock.currentTimeMillis
    const nowIso = new Date(nowMs).toISOString()
    const random = yield* Random.next
    const feedId = due.feedId as FeedId
    const full = due.fullMs === null || nowMs - due.fullMs > FULL_FETCH_MS

    const rhythm = (document: FetchedDocument, publishedMs: ReadonlyArray<number>, ttlMinutes: number | null) =>
      nowMs +
      1000 *
        nextCheckSeconds({
          nowMs,
          publishedMs,
          cacheMaxAgeSeconds: document.cacheMaxAgeSeconds,
          ttlMinutes,
          random,
          ...(secondsMin === undefined ? {} : { secondsMin }),
        })

    const look = Effect.gen(function* () {
      const document = yield* fetcher.fetchDocument({
        url: due.url,
        etag: full ? null : due.etag,
        lastModified: full ? null : due.lastModified,
      })
      const moved = yield* move(due, document)
      if (document.status === 304 || document.bodyHash === due.bodyHash) {
        // A feed that failed before works again, even with nothing new to tell; what it published stays its rhythm.
        if (due.failures > 0) yield* write(feedId, recordRecovery({ feedId, nowIso })).pipe(Effect.orDie)
        yield* schedule.settle(feedId, nowMs, {
          ...validatorsOf(document),
          ...moved,
          failures: 0,
          succeeded: true,
          nextCheckMs: rhythm(document, due.publishedMs, null),
          ...(document.status === 200 && full ? { fullMs: nowMs } : {}),
        })
        return "unchanged" as const
      }
      const read = yield* readFeed(document as ReceivedDocument, { feedId, nowMs, source: detectSource(due.url) })
      const { receipt } = yield* write(feedId, recordFetch({ feedId, nowIso, ...read })).pipe(Effect.orDie)
      const publishedMs = read.items.map(({ sortAt }) => Date.parse(sortAt))
      yield* schedule.settle(feedId, nowMs, {
        ...validatorsOf(document),
        ...moved,
        bodyHash: document.bodyHash,
        failures: 0,
        succeeded: true,
        publishedMs,
        nextCheckMs: rhythm(document, publishedMs, read.ttlMinutes),
        ...(full ? { fullMs: nowMs } : {}),
      })
      return receipt.position > 0 ? ("changed" as const) : ("unchanged" as const)
    })

    const fail = Effect.fnUntraced(function* (refusal: FetchRefusal | NotAFeed) {
      const status = refusal._tag === "HttpStatus" ? refusal.status : null
      const detail = "detail" in refusal ? refusal.detail : refusal.url
      yield* write(feedId, recordFailure({ feedId, nowIso, reason: refusal.messageKey, status, detail })).pipe(Effect.orDie)
      const failures = due.failures + 1
      const retryAfter = refusal._tag === "HttpStatus" ? refusal.retryAfterSeconds : null
      yield* schedule.settle(feedId, nowMs, {
        failures,
        succeeded: false,
        nextCheckMs: nowMs + 1000 * retrySeconds(failures, retryAfter, random),
      })
      return "failed" as const
    })

    const move = Effect.fnUntraced(function* (from: DueFeed, document: FetchedDocument): Effect.fn.Return<Partial<Checked>> {
      const to = settledUrl(from.url, document.redirects)
      if (to === from.url) return from.movedTo === null ? {} : { movedTo: null, movedTimes: 0, movedSinceMs: null }
      if (to !== from.movedTo) return { movedTo: to, movedTimes: 1, movedSinceMs: nowMs }
      const times = from.movedTimes + 1
      if (times < MOVE_SIGHTINGS_MIN || nowMs - (from.movedSinceMs ?? nowMs) < MOVE_MS_MIN) return { movedTimes: times }
      yield* write(feedId, moveFeed({ feedId, nowIso, to })).pipe(Effect.orDie)
      yield* schedule.remember(to, feedId)
      return { url: to, movedTo: null, movedTimes: 0, movedSinceMs: null }
    })

    return yield* look.pipe(Effect.catch(fail))
  })

const validatorsOf = ({ etag, lastModified }: FetchedDocument) => ({ etag, lastModified })
