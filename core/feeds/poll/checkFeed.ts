import { Cause, Clock, Effect, Metric, Random } from "effect"
import type { AnswerOf, Decide, StreamConflict, Written } from "#core/kernel"
import { detectSource, type FeedId } from "../contract.ts"
import type { FeedEvent } from "../events.ts"
import type { FeedState } from "../Feed.ts"
import type { FetchedDocument } from "../fetch/FetchedDocument.ts"
import type { Fetcher } from "../fetch/Fetcher.ts"
import type { FetchRefusal } from "../fetch/refusals.ts"
import { moveFeed } from "../moveFeed.ts"
import type { NotAFeed } from "../parse/NotAFeed.ts"
import { readFeed } from "../readFeed.ts"
import { recordFailure } from "../recordFailure.ts"
import { recordFetch } from "../recordFetch.ts"
import { recordRecovery } from "../recordRecovery.ts"
import { jittered, nextCheckSeconds, type Pace, retrySeconds } from "./nextCheck.ts"
import { OWN_NETWORK_SECONDS, type OwnNetwork } from "./OwnNetwork.ts"
import type { Checked, DueFeed, PollSchedule } from "./Schedule.ts"
import { sightMove } from "./sightMove.ts"

/** After so long the document is asked for without validators, which heals servers whose validators lie. */
export const FULL_FETCH_MS = 24 * 3_600_000
/** "Gone for good" (410) is believed when it was said so often in a row: servers say it by mistake too. */
export const GONE_SIGHTINGS_MIN = 3

export type CheckOutcome = "changed" | "unchanged" | "failed"

/** Looks at feeds, by what came of them. */
export const feedChecks = Metric.frequency("quire_feed_checks_total", {
  description: "Looks at feeds, by what came of them.",
  preregisteredWords: ["changed", "unchanged", "failed"] satisfies ReadonlyArray<CheckOutcome>,
})

export type FeedWriter = <Refusal>(
  id: string,
  decide: Decide<FeedState, FeedEvent, Refusal>,
  answerOf?: AnswerOf<FeedState, FeedEvent>,
) => Effect.Effect<Written<FeedState, FeedEvent>, Refusal | StreamConflict>

type Tools = {
  readonly ownNetwork: OwnNetwork
  readonly write: FeedWriter
  readonly fetcher: (typeof Fetcher)["Service"]
  readonly schedule: (typeof PollSchedule)["Service"]
  readonly pace: Pace
}

/**
 * Looks at one leased feed: fetches, records what is new, and says when to look again. Never fails: what goes wrong with
 * the feed is recorded, what goes wrong with us is logged, and both are tried again later.
 */
export const checkFeed = ({ ownNetwork, write, fetcher, schedule, pace }: Tools) =>
  Effect.fn("checkFeed")(function* (due: DueFeed) {
    const nowMs = yield* Clock.currentTimeMillis
    const nowIso = new Date(nowMs).toISOString()
    const random = yield* Random.next
    const feedId = due.feedId as FeedId

    const look = Effect.gen(function* () {
      const full = due.fullMs === null || nowMs - due.fullMs > FULL_FETCH_MS
      const { etag, lastModified } = full ? NO_VALIDATORS : due
      const document = yield* fetcher.fetchDocument({ url: due.url, etag, lastModified })
      ownNetwork.reached()
      const seen = {
        ...validatorsOf(due, document),
        ...WORKING,
        ...(document.status === 200 && full ? { fullMs: nowMs } : {}),
      }
      if (document.status === 304 || document.bodyHash === due.bodyHash) {
        if (due.failures > 0) yield* write(feedId, recordRecovery({ feedId, nowIso })).pipe(Effect.orDie)
        const moved = yield* move(document)
        const nextCheckMs = next(document, due.publishedMs, null)
        yield* schedule.settle(due, nowMs, { ...seen, ...moved, nextCheckMs })
        return "unchanged"
      }
      const read = yield* readFeed(document, { feedId, nowMs, source: detectSource(due.url) })
      const { events } = yield* write(feedId, recordFetch({ feedId, nowIso, ...read })).pipe(Effect.orDie)
      const moved = yield* move(document)
      const publishedMs = read.items.map(({ sortAt }) => Date.parse(sortAt))
      const nextCheckMs = next(document, publishedMs, read.ttlMinutes)
      yield* schedule.settle(due, nowMs, { ...seen, ...moved, bodyHash: document.bodyHash, publishedMs, nextCheckMs })
      return events.length > 0 ? "changed" : "unchanged"
    })

    const next = (document: FetchedDocument, publishedMs: ReadonlyArray<number>, ttlMinutes: number | null) => {
      const { cacheMaxAgeSeconds } = document
      const rhythm = { nowMs, url: due.url, publishedMs, cacheMaxAgeSeconds, ttlMinutes, pace, random }
      return nowMs + 1000 * nextCheckSeconds(rhythm)
    }

    /** Follows a feed that has moved for good, unless another feed of the library lives there. */
    const move = Effect.fnUntraced(function* (document: FetchedDocument): Effect.fn.Return<Partial<Checked>> {
      const { movedTo, kept } = sightMove(due, document, nowMs)
      if (movedTo === null) return kept
      yield* schedule.remember(movedTo, feedId)
      if ((yield* schedule.lookUp(movedTo)) !== feedId) return kept
      yield* write(feedId, moveFeed({ feedId, nowIso, to: movedTo })).pipe(Effect.orDie)
      return { ...kept, url: movedTo }
    })

    const fail = Effect.fnUntraced(function* (refusal: FetchRefusal | NotAFeed) {
      if (ownNetwork.isToBlame(refusal)) {
        const nextCheckMs = nowMs + 1000 * jittered(OWN_NETWORK_SECONDS, random)
        yield* schedule.settle(due, nowMs, { succeeded: false, nextCheckMs })
        return "failed" as const
      }
      const status = refusal._tag === "HttpStatus" ? refusal.status : null
      const retryAfter = refusal._tag === "HttpStatus" ? refusal.retryAfterSeconds : null
      const goneTimes = status === 410 ? due.goneTimes + 1 : 0
      if (goneTimes === 0 || goneTimes >= GONE_SIGHTINGS_MIN) {
        const detail = "detail" in refusal ? refusal.detail : refusal.url
        const failure = recordFailure({ feedId, nowIso, reason: refusal.messageKey, status, detail })
        yield* write(feedId, failure).pipe(Effect.orDie)
      }
      yield* tryAgain(retryAfter, goneTimes)
      return "failed" as const
    })

    const tryAgain = (retryAfter: number | null, goneTimes: number) => {
      const failures = due.failures + 1
      const nextCheckMs = nowMs + 1000 * retrySeconds(failures, retryAfter, random)
      return schedule.settle(due, nowMs, { failures, goneTimes, succeeded: false, nextCheckMs })
    }

    /** A fault of ours, such as a document that our parser trips over: it must hold up neither the others nor this feed. */
    const trip = (cause: Cause.Cause<never>) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause)
        : Effect.logError("a feed could not be checked", { feedId, url: due.url }, cause).pipe(
            Effect.andThen(tryAgain(null, due.goneTimes)),
            Effect.as("failed" as const),
          )

    const outcome: CheckOutcome = yield* look.pipe(Effect.catch(fail), Effect.catchCause(trip))
    yield* Metric.update(feedChecks, outcome)
    return outcome
  })

const NO_VALIDATORS = { etag: null, lastModified: null }
const WORKING = { failures: 0, goneTimes: 0, succeeded: true }

/** Servers may leave out of a 304 what they said before. */
const validatorsOf = (due: DueFeed, { status, etag, lastModified }: FetchedDocument) =>
  status === 304 ? { etag: etag ?? due.etag, lastModified: lastModified ?? due.lastModified } : { etag, lastModified }
