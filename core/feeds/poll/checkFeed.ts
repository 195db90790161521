import { Cause, Clock, Effect, Metric, Random } from "effect"
import { type FetchedDocument, type Fetcher, type FetchRefusal, finalUrl } from "#core/fetch"
import { type AnswerOf, type Decide, formatIso, type StreamConflict, type WriteResult } from "#core/kernel"
import { canonicalUrl, type NotAFeed } from "#core/syndication"
import { detectSource, type FeedId } from "../contract.ts"
import type { FeedEvent } from "../events.ts"
import type { FeedState } from "../Feed.ts"
import { moveFeed } from "../moveFeed.ts"
import type { HubLeases } from "../push/HubLeases.ts"
import type { trackHub } from "../push/trackHub.ts"
import type { ReadFeed } from "../readFeed.ts"
import type { FeedReader } from "../reading/FeedReader.ts"
import { failureDetail, recordFailure } from "../recordFailure.ts"
import { recordFetch, rememberDocument } from "../recordFetch.ts"
import { recordRecovery } from "../recordRecovery.ts"
import type { CheckResult, DueFeed, Failure } from "./DueFeed.ts"
import { jittered, nextCheckSeconds, type Pace, retrySeconds } from "./nextCheck.ts"
import { OWN_NETWORK_SECONDS, type OwnNetwork } from "./OwnNetwork.ts"
import type { PollSchedule } from "./Schedule.ts"

/** Consecutive observations, and the time they must span, before a permanent redirect is followed. */
export const MOVE_OBSERVATIONS_MIN = 5
const MOVE_MS_MIN = 3 * 24 * 3_600_000

type MoveTracking = {
  /** The confirmed new address, or null. */
  readonly movedTo: string | null
  /** Stored for the next check. */
  readonly kept: Pick<CheckResult, "movedTo" | "movedTimes" | "movedSinceMs">
}

/** Evaluates the redirects of one more fetch. Only responses that were a feed count. */
const trackMove = (due: DueFeed, { redirects }: Pick<FetchedDocument, "redirects">, nowMs: number): MoveTracking => {
  const target = finalUrl(due.url, redirects)
  const to = canonicalUrl(target) ?? target
  if (to === due.url) return { movedTo: null, kept: NOWHERE }
  if (to !== due.movedTo) return { movedTo: null, kept: { movedTo: to, movedTimes: 1, movedSinceMs: nowMs } }
  const times = due.movedTimes + 1
  const proven = times >= MOVE_OBSERVATIONS_MIN && nowMs - (due.movedSinceMs ?? nowMs) >= MOVE_MS_MIN
  return proven ? { movedTo: to, kept: NOWHERE } : { movedTo: null, kept: { movedTimes: times } }
}

const NOWHERE = { movedTo: null, movedTimes: 0, movedSinceMs: null }

/**
 * Interval, up to doubled at random, of fetches without validators, which recover from servers with wrong validators.
 */
export const FULL_FETCH_MS_MIN = 12 * 3_600_000
/** Consecutive 410 responses before a feed counts as gone, because servers send them by mistake too. */
export const GONE_RESPONSES_MIN = 3

export type CheckOutcome = "changed" | "unchanged" | "failed"

/** Feed checks by outcome. */
export const feedChecks = Metric.frequency("quire_feed_checks_total", {
  description: "Looks at feeds, by what came of them.",
  preregisteredWords: ["changed", "unchanged", "failed"] satisfies ReadonlyArray<CheckOutcome>,
})

export type FeedWriter = <Refusal>(
  id: string,
  decide: Decide<FeedState, FeedEvent, Refusal>,
  answerOf?: AnswerOf<FeedState, FeedEvent>,
) => Effect.Effect<WriteResult<FeedState, FeedEvent>, Refusal | StreamConflict>

type Tools = {
  readonly ownNetwork: OwnNetwork
  readonly write: FeedWriter
  readonly fetcher: (typeof Fetcher)["Service"]
  readonly reader: (typeof FeedReader)["Service"]
  readonly schedule: (typeof PollSchedule)["Service"]
  readonly leases: (typeof HubLeases)["Service"]
  readonly offer: ReturnType<typeof trackHub>
  readonly pace: Pace
}

/**
 * Checks one leased feed: fetches it, records changes, and schedules the next check. Never fails: failures of the feed
 * are recorded, our own errors are logged, and both are retried.
 */
export const checkFeed = ({ ownNetwork, write, fetcher, reader, schedule, leases, offer, pace }: Tools) =>
  Effect.fn("checkFeed")(function* (due: DueFeed) {
    const nowMs = yield* Clock.currentTimeMillis
    const nowIso = formatIso(nowMs)
    const random = yield* Random.next
    const feedId = due.feedId as FeedId

    const check = Effect.gen(function* () {
      const full = due.fullMs === null || nowMs - due.fullMs > FULL_FETCH_MS_MIN * (1 + random)
      const { etag, lastModified } = full ? NO_VALIDATORS : due
      const document = yield* fetcher.fetchDocument({ url: due.url, etag, lastModified, spaced: true })
      ownNetwork.reached()
      const seen = {
        ...validatorsOf(due, document),
        ...WORKING,
        ...(document.status === 200 && full ? { fullMs: nowMs } : {}),
      }
      if (document.status === 304 || document.bodyHash === due.bodyHash) {
        return yield* unchanged(document, { ...seen, nextCheckMs: next(document, due.publishedMs, null) })
      }
      const about = { feedId, nowMs, source: detectSource(due.url) }
      // A feed that was never read has no previous items.
      const previousItems = due.bodyHash === null ? {} : yield* schedule.previousItems(feedId)
      const quick = yield* reader.read(document, { ...about, previousItems })
      const publishedMs = quick.items.map(({ sortAt }) => Date.parse(sortAt))
      const { bodyHash } = document
      const stored = { ...seen, bodyHash, publishedMs, nextCheckMs: next(document, publishedMs, quick.ttlMinutes) }
      if (quick.contentHash === due.contentHash) return yield* unchanged(document, stored)
      const { read, events, state } = yield* record(quick).pipe(
        Effect.catchTag("FullReadRequired", () => Effect.flatMap(reader.read(document, about), record)),
        Effect.catchTag(["FullReadRequired", "StreamConflict"], Effect.die),
      )
      yield* offer(due, read, due.url, nowMs)
      const missed = due.pushed && events.some(bringsNews)
      if (missed) yield* leases.resumePolling(feedId)
      const nextCheckMs = missed ? next(document, publishedMs, read.ttlMinutes, false) : stored.nextCheckMs
      const knowledge = { ...rememberDocument(state, read), ...(yield* move(document)) }
      yield* schedule.release(due, nowMs, { ...stored, ...knowledge, nextCheckMs })
      return events.length > 0 ? "changed" : "unchanged"
    })

    const record = (read: ReadFeed) =>
      Effect.map(write(feedId, recordFetch({ feedId, nowIso, ...read })), (written) => ({ read, ...written }))

    /** No changes: only the schedule is written, and a recovery if the feed had failed. */
    const unchanged = Effect.fnUntraced(function* (document: FetchedDocument, checked: CheckResult) {
      if (due.failure !== null) yield* write(feedId, recordRecovery({ feedId, nowIso })).pipe(Effect.orDie)
      yield* schedule.release(due, nowMs, { ...checked, ...(yield* move(document)) })
      return "unchanged" as const
    })

    const next = (
      document: FetchedDocument,
      publishedMs: ReadonlyArray<number>,
      ttlMinutes: number | null,
      pushed = due.pushed,
    ) => {
      const { cacheMaxAgeSeconds } = document
      const { url, wanted } = due
      const rhythm = { nowMs, url, wanted, pushed, publishedMs, cacheMaxAgeSeconds, ttlMinutes, pace, random }
      return nowMs + 1000 * nextCheckSeconds(rhythm)
    }

    /** Follows a permanent move, unless another feed of the library has the new address. */
    const move = Effect.fnUntraced(function* (document: FetchedDocument): Effect.fn.Return<Partial<CheckResult>> {
      if (document.redirects.length === 0 && due.movedTo === null) return {}
      const { movedTo, kept } = trackMove(due, document, nowMs)
      if (movedTo === null) return kept
      yield* schedule.remember(movedTo, feedId)
      if ((yield* schedule.lookUp(movedTo)) !== feedId) return kept
      yield* write(feedId, moveFeed({ feedId, nowIso, to: movedTo })).pipe(Effect.orDie)
      return { ...kept, url: movedTo }
    })

    const fail = Effect.fnUntraced(function* (refusal: FetchRefusal | NotAFeed) {
      if (ownNetwork.isToBlame(refusal)) {
        const nextCheckMs = nowMs + 1000 * jittered(OWN_NETWORK_SECONDS, random)
        yield* schedule.release(due, nowMs, { succeeded: false, nextCheckMs })
        return "failed" as const
      }
      const status = refusal._tag === "HttpStatus" ? refusal.status : null
      const retryAfter = refusal._tag === "HttpStatus" ? refusal.retryAfterSeconds : null
      const goneTimes = status === 410 ? due.goneTimes + 1 : 0
      const detail = "detail" in refusal ? refusal.detail : refusal.url
      const failure = { reason: refusal.messageKey, status, detail }
      const believed = goneTimes === 0 || goneTimes >= GONE_RESPONSES_MIN
      // The log records a failure when it begins or changes; the schedule knows which, which saves a read.
      const isRecorded = isSame(due.failure, failure) && (goneTimes === 0 || due.goneTimes >= GONE_RESPONSES_MIN)
      if (believed && !isRecorded)
        yield* write(feedId, recordFailure({ feedId, nowIso, ...failure })).pipe(Effect.orDie)
      yield* tryAgain(failure, retryAfter, goneTimes)
      return "failed" as const
    })

    const tryAgain = (failure: Failure, retryAfter: number | null, goneTimes: number) => {
      const failures = due.failures + 1
      const nextCheckMs =
        nowMs + 1000 * retrySeconds(failures, { retryAfterSeconds: retryAfter, wanted: due.wanted, random })
      const failingSinceMs = due.failingSinceMs ?? nowMs
      const checked = { failures, failure: cut(failure), failingSinceMs, goneTimes, succeeded: false, nextCheckMs }
      return schedule.release(due, nowMs, checked)
    }

    /** An error of our own code, such as in the parser, must block neither other feeds nor this one. */
    const trip = (cause: Cause.Cause<never>) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause)
        : Effect.logError("a feed could not be checked", { feedId, url: due.url }, cause).pipe(
            Effect.andThen(tryAgain(OUR_FAULT, null, due.goneTimes)),
            Effect.as("failed" as const),
          )

    const outcome: CheckOutcome = yield* check.pipe(Effect.catch(fail), Effect.catchCause(trip))
    yield* Metric.update(feedChecks, outcome)
    return outcome
  })

const bringsNews = (event: FeedEvent): boolean =>
  event._tag === "feeds.FeedFetched.v1" && event.items.some(({ isNew }) => isNew)

const NO_VALIDATORS = { etag: null, lastModified: null }
const WORKING = { failures: 0, failure: null, failingSinceMs: null, goneTimes: 0, succeeded: true }
const OUR_FAULT: Failure = { reason: "feeds.ourFault", status: null, detail: "" }

const isSame = (before: Failure | null, { reason, status }: Failure): boolean =>
  before?.reason === reason && before.status === status

const cut = (failure: Failure): Failure => ({ ...failure, detail: failureDetail(failure.detail) })

/** Servers may omit headers in a 304 that they sent before. */
const validatorsOf = (due: DueFeed, { status, etag, lastModified }: FetchedDocument) =>
  status === 304 ? { etag: etag ?? due.etag, lastModified: lastModified ?? due.lastModified } : { etag, lastModified }
