import { Clock, Effect, Result } from "effect"
import { CurrentMeta, type EventStore, formatIso, Sealing, StreamConflict, uuidv7 } from "#core/kernel"
import { isPrivateAddress } from "#core/syndication"
import { addFeed } from "./addFeed.ts"
import { ADDRESS_LENGTH_MAX, canonicalUrl, detectSource } from "./contract.ts"
import { FeedEvents } from "./events.ts"
import { Feed } from "./Feed.ts"
import { feedIdOf } from "./ids.ts"
import type { FeedWriter } from "./poll/checkFeed.ts"
import type { ScheduleEntry } from "./poll/DueFeed.ts"
import { isAddedByLibrary } from "./poll/demand.ts"
import type { PollSchedule } from "./poll/Schedule.ts"

/** Feeds added by one append. */
export const ADD_UNVERIFIED_MAX = 500

export type UnverifiedFeeds = {
  /** Feeds of the library for these addresses, new and existing. */
  readonly feedIds: ReadonlyArray<string>
  /** Number of new feeds. */
  readonly added: number
  /** Addresses that are not web addresses, too long, or made for one member of a publisher. */
  readonly unusable: ReadonlyArray<string>
}

type Tools = {
  readonly write: FeedWriter
  readonly store: (typeof EventStore)["Service"]
  readonly sealing: (typeof Sealing)["Service"]
  readonly schedule: (typeof PollSchedule)["Service"]
}

/** Adds feeds without fetching them, at most ADD_UNVERIFIED_MAX. The poller finds out later whether they are feeds. */
export const addUnverified = ({ write, store, sealing, schedule }: Tools) =>
  Effect.fn("addUnverified")(function* (addresses: ReadonlyArray<string>) {
    const nowMs = yield* Clock.currentTimeMillis
    const nowIso = formatIso(nowMs)
    const { actor, correlationId } = yield* CurrentMeta
    const canonical = addresses.map((address) => ({ address, url: canonicalUrl(address) }))
    const urls = [...new Set(canonical.flatMap(({ url }) => (isUsable(url) ? [url] : [])))]
    const known = yield* schedule.lookUpAll(urls)
    const news = urls.filter((url) => !known.has(url))
    const decided = news.map((url) => ({ url, decide: addFeed({ url, source: detectSource(url), nowIso }) }))

    const together = Effect.gen(function* () {
      const streams = yield* Effect.forEach(decided, ({ url, decide }) =>
        Effect.map(
          Effect.forEach(Result.getOrThrow(decide(Feed.initial)), FeedEvents.encode).pipe(
            Effect.provideService(Sealing, sealing),
          ),
          (events) => ({ stream: `${Feed.category}-${feedIdOf(url)}`, expected: 0, events }),
        ),
      )
      const commandId = uuidv7(nowMs)
      const ids = { commandId, correlationId: correlationId ?? commandId, causationId: commandId }
      yield* store.append({ ...ids, actor, streams })
    })
    // On a conflict (another command added one of them, or the schedule was lost) each feed is decided by itself.
    const oneByOne = Effect.forEach(decided, ({ url, decide }) => write(feedIdOf(url), decide), { discard: true })
    if (decided.length > 0) {
      yield* together.pipe(
        Effect.catch((error) => (error instanceof StreamConflict ? oneByOne : Effect.fail(error))),
        Effect.orDie,
      )
    }
    const entries = news.map((url): ScheduleEntry => ({ feedId: feedIdOf(url), url, kept: isAddedByLibrary(actor) }))
    yield* schedule.enter(entries, nowMs)
    return {
      feedIds: urls.map((url) => known.get(url) ?? feedIdOf(url)),
      added: news.length,
      unusable: canonical.flatMap(({ address, url }) => (isUsable(url) ? [] : [address])),
    } satisfies UnverifiedFeeds
  })

const isUsable = (url: string | null): url is string =>
  url !== null && url.length <= ADDRESS_LENGTH_MAX && !isPrivateAddress(url)
