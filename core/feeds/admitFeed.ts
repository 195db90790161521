import { Clock, Effect, Random, Result, Schema } from "effect"
import type { ReceivedDocument, Redirect } from "#core/fetch"
import { CurrentMeta, formatIso } from "#core/kernel"
import { addFeed } from "./addFeed.ts"
import { canonicalUrl, FeedId, type SourceType } from "./contract.ts"
import { Feed } from "./Feed.ts"
import { feedIdOf } from "./ids.ts"
import type { FeedWriter } from "./poll/checkFeed.ts"
import { isAddedByLibrary } from "./poll/demand.ts"
import { nextCheckSeconds, type Pace } from "./poll/nextCheck.ts"
import type { PollSchedule } from "./poll/Schedule.ts"
import type { trackHub } from "./push/trackHub.ts"
import type { FeedReader } from "./reading/FeedReader.ts"
import { recordFetch, rememberDocument } from "./recordFetch.ts"

export type AddedFeed = {
  readonly feedId: FeedId
  /** Position of the events that added it; 0 if the feed existed. */
  readonly position: number
}

/** The answer stored with the receipt, for retries of the command. */
export const Added = Schema.Struct({ feedId: FeedId })

/** A discovered feed with its document. */
export type FoundFeed = { readonly url: string; readonly source: SourceType; readonly document: ReceivedDocument }

type Tools = {
  readonly write: FeedWriter
  readonly reader: (typeof FeedReader)["Service"]
  readonly schedule: (typeof PollSchedule)["Service"]
  readonly offer: ReturnType<typeof trackHub>
  readonly pace: Pace
}

/** Adds a discovered feed with all its items and schedules it. */
export const admitFeed = ({ write, reader, schedule, offer, pace }: Tools) =>
  Effect.fn("admitFeed")(function* ({ url, source, document }: FoundFeed) {
    const nowMs = yield* Clock.currentTimeMillis
    const nowIso = formatIso(nowMs)
    const feedId = feedIdOf(url)
    const read = yield* reader.read(document, { feedId, nowMs, source })
    const { receipt, state } = yield* write(
      feedId,
      (state) =>
        Result.flatMap(addFeed({ url, source, nowIso })(state), (added) =>
          Result.map(recordFetch({ feedId, nowIso, ...read })(added.reduce(Feed.evolve, state)), (fetchEvents) => [
            ...added,
            ...fetchEvents,
          ]),
        ),
      (): typeof Added.Type => ({ feedId }),
    ).pipe(Effect.orDie)
    const publishedMs = read.items.map(({ sortAt }) => Date.parse(sortAt))
    const { cacheMaxAgeSeconds, etag, lastModified, bodyHash } = document
    const { ttlMinutes } = read
    const random = yield* Random.next
    const rhythm = {
      nowMs,
      url,
      wanted: true,
      pushed: false,
      publishedMs,
      cacheMaxAgeSeconds,
      ttlMinutes,
      pace,
      random,
    }
    const checked = {
      etag,
      lastModified,
      bodyHash,
      ...rememberDocument(state, read),
      publishedMs,
      fullMs: nowMs,
      succeeded: true,
      nextCheckMs: nowMs + nextCheckSeconds(rhythm) * 1000,
    }
    yield* schedule.enter([{ feedId, url, kept: isAddedByLibrary((yield* CurrentMeta).actor), checked }], nowMs)
    yield* offer({ feedId, wanted: true, pushed: false }, read, url, nowMs)
    for (const address of addressesBefore(document.redirects)) yield* schedule.remember(address, feedId)
    return { feedId, position: receipt.position } satisfies AddedFeed
  })

/** Addresses that redirect here permanently: they also stand for this feed. */
const addressesBefore = (redirects: ReadonlyArray<Redirect>): ReadonlyArray<string> => {
  const stop = redirects.findIndex(({ permanent, downgrade }) => !permanent || downgrade)
  const permanent = stop === -1 ? redirects : redirects.slice(0, stop)
  return permanent.flatMap(({ from }) => canonicalUrl(from) ?? [])
}
