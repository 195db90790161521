import { Clock, Effect, Result } from "effect"
import { CurrentMeta, type EventStore, formatIso, Sealing, StreamConflict, uuidv7 } from "#core/kernel"
import { addFeed } from "./addFeed.ts"
import { ADDRESS_LENGTH_MAX, canonicalUrl, detectSource } from "./contract.ts"
import { FeedEvents } from "./events.ts"
import { Feed } from "./Feed.ts"
import { feedIdOf } from "./ids.ts"
import type { FeedWriter } from "./poll/checkFeed.ts"
import type { Entry } from "./poll/DueFeed.ts"
import type { PollSchedule } from "./poll/Schedule.ts"
import { keptBy } from "./poll/wants.ts"

/** Feeds that are added by one append. */
export const ADD_UNSEEN_MAX = 500

export type AddedUnseen = {
  /** The feeds of the library that the addresses stand for, new and old. */
  readonly feedIds: ReadonlyArray<string>
  /** How many of them are new. */
  readonly added: number
  /** What is no web address, or longer than any. */
  readonly unusable: ReadonlyArray<string>
}

type Tools = {
  readonly write: FeedWriter
  readonly store: (typeof EventStore)["Service"]
  readonly sealing: (typeof Sealing)["Service"]
  readonly schedule: (typeof PollSchedule)["Service"]
}

/** Takes addresses into the library as they are, at most ADD_UNSEEN_MAX of them. Whether they are feeds is found out by looking. */
export const addUnseen = ({ write, store, sealing, schedule }: Tools) =>
  Effect.fn("addUnseen")(function* (addresses: ReadonlyArray<string>) {
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
    // Somebody added one of them meanwhile, or a lost schedule is filled again: each is decided for itself then.
    const oneByOne = Effect.forEach(decided, ({ url, decide }) => write(feedIdOf(url), decide), { discard: true })
    if (decided.length > 0) {
      yield* together.pipe(
        Effect.catch((error) => (error instanceof StreamConflict ? oneByOne : Effect.fail(error))),
        Effect.orDie,
      )
    }
    const entries = news.map((url): Entry => ({ feedId: feedIdOf(url), url, kept: keptBy(actor) }))
    yield* schedule.enter(entries, nowMs)
    return {
      feedIds: urls.map((url) => known.get(url) ?? feedIdOf(url)),
      added: news.length,
      unusable: canonical.flatMap(({ address, url }) => (isUsable(url) ? [] : [address])),
    } satisfies AddedUnseen
  })

const isUsable = (url: string | null): url is string => url !== null && url.length <= ADDRESS_LENGTH_MAX
