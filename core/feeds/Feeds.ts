import { Clock, Context, Effect, Layer, Random, Result } from "effect"
import { writer } from "#core/kernel"
import { addFeed } from "./addFeed.ts"
import { canonicalUrl, type FeedId, type Source } from "./contract.ts"
import { type DiscoveryRefusal, discoverFeeds, type FeedCandidate } from "./discover/discoverFeeds.ts"
import { Feed } from "./Feed.ts"
import { Fetcher } from "./fetch/Fetcher.ts"
import type { ReceivedDocument } from "./fetch/FetchedDocument.ts"
import { feedIdOf } from "./ids.ts"
import type { NotAFeed } from "./parse/NotAFeed.ts"
import { type DueFeed, PollSchedule } from "./poll/Schedule.ts"
import { checkFeed } from "./poll/checkFeed.ts"
import { nextCheckSeconds } from "./poll/nextCheck.ts"
import { type ReadFeed, readFeed } from "./readFeed.ts"
import { recordFetch } from "./recordFetch.ts"

/** Feeds that one worker looks at side by side. */
export const CHECKS_AT_ONCE_MAX = 16

export type AddedFeed = {
  readonly feedId: FeedId
  /** Position of the fact that added it or of what it brought; 0 where the feed was there already. */
  readonly position: number
}

/** Why an address did not become a feed. Each has a `messageKey`. */
export type AddRefusal = DiscoveryRefusal | NotAFeed

export type CheckOutcome = "changed" | "unchanged" | "failed"

/** Everything the rest of the product may ask of feeds. */
export class Feeds extends Context.Service<
  Feeds,
  {
    /** The feeds that an address leads to, the best one first. Adds nothing. */
    discover(address: string): Effect.Effect<ReadonlyArray<FeedCandidate>, DiscoveryRefusal>
    /**
     * Adds the feed at an address, or the first one that a page leads to, with all its items. A feed that is in the
     * library already is answered as it is: one feed for all who follow it.
     */
    add(address: string): Effect.Effect<AddedFeed, AddRefusal>
    /** Reads a feed at an address without adding it. */
    peek(address: string): Effect.Effect<ReadFeed, AddRefusal>
    /** Fetches a feed now and records what is new. Null where the feed is unknown or being fetched by another worker. */
    refresh(feedId: string): Effect.Effect<CheckOutcome | null>
    /** Fetches the feeds that are due. Answers how many there were. */
    checkDue(limit: number): Effect.Effect<number>
  }
>()("core/feeds/Feeds") {
  /** @param options.secondsMin how often a feed may be looked at, where the configuration says so */
  static layerOf(options: { readonly secondsMin?: number } = {}) {
    return Layer.effect(
      Feeds,
      Effect.gen(function* () {
        const write = yield* writer(Feed)
        const fetcher = yield* Fetcher
        const schedule = yield* PollSchedule
        const check = checkFeed({ write, fetcher, schedule, secondsMin: options.secondsMin })
        const discover = (address: string) => discoverFeeds(address).pipe(Effect.provideService(Fetcher, fetcher))

        const known = Effect.fnUntraced(function* (address: string) {
          const url = canonicalUrl(address)
          return url === null ? null : yield* schedule.lookUp(url)
        })

        const found = Effect.fnUntraced(function* (address: string) {
          const [best] = yield* discover(address)
          if (best?.document == null) return yield* Effect.die(new Error("a discovery without a proven candidate"))
          return { url: best.url, source: best.source, document: best.document }
        })

        const admit = Effect.fnUntraced(function* (url: string, source: Source, document: ReceivedDocument) {
          const nowMs = yield* Clock.currentTimeMillis
          const nowIso = new Date(nowMs).toISOString()
          const feedId = feedIdOf(url)
          const read = yield* readFeed(document, { feedId, nowMs, source })
          const { receipt } = yield* write(feedId, (state) => {
            const added = Result.getOrThrow(addFeed({ url, source, nowIso })(state))
            const after = added.reduce(Feed.evolve, state)
            return Result.map(recordFetch({ feedId, nowIso, ...read })(after), (facts) => [...added, ...facts])
          }).pipe(Effect.orDie)
          const seconds = nextCheckSeconds({
            nowMs,
            publishedMs: read.items.map(({ sortAt }) => Date.parse(sortAt)),
            cacheMaxAgeSeconds: document.cacheMaxAgeSeconds,
            ttlMinutes: read.ttlMinutes,
            random: yield* Random.next,
            ...(options.secondsMin === undefined ? {} : { secondsMin: options.secondsMin }),
          })
          yield* schedule.enter(feedId, url, nowMs + seconds * 1000)
          return { feedId, position: receipt.position }
        })

        return Feeds.of({
          discover,

          add: Effect.fn("Feeds.add")(function* (address) {
            const there = yield* known(address)
            if (there !== null) return { feedId: there as FeedId, position: 0 }
            const { url, source, document } = yield* found(address)
            const same = yield* known(url)
            if (same !== null) return { feedId: same as FeedId, position: 0 }
            return yield* admit(url, source, document)
          }),

          peek: Effect.fn("Feeds.peek")(function* (address) {
            const { url, source, document } = yield* found(address)
            return yield* readFeed(document, { feedId: feedIdOf(url), nowMs: yield* Clock.currentTimeMillis, source })
          }),

          refresh: Effect.fn("Feeds.refresh")(function* (feedId) {
            const due = yield* schedule.claimOne(feedId, yield* Clock.currentTimeMillis)
            return due === null ? null : yield* check(due)
          }),

          checkDue: Effect.fn("Feeds.checkDue")(function* (limit) {
            const due: ReadonlyArray<DueFeed> = yield* schedule.claim(yield* Clock.currentTimeMillis, limit)
            yield* Effect.forEach(due, check, { concurrency: CHECKS_AT_ONCE_MAX, discard: true })
            return due.length
          }),
        })
      }),
    )
  }
}

