import { Clock, Effect, Layer, Logger, ManagedRuntime } from "effect"
import { CurrentMeta, EventStore, Hints, PostgresEventStore, Sealing, Sql } from "#core/kernel"
import type { Fetcher } from "../../fetch/Fetcher.ts"
import { type FeedEvent, FeedEvents } from "../events.ts"
import { Feeds } from "../Feeds.ts"
import type { Pace } from "../poll/nextCheck.ts"
import { PollSchedule } from "../poll/Schedule.ts"
import { readFeed } from "../readFeed.ts"
import { FeedReader } from "../reading/FeedReader.ts"

/** Reads on the spot: documents of tests are small and well meant. */
const readerHere = Layer.succeed(
  FeedReader,
  FeedReader.of({
    read: (document, about) => Effect.suspend(() => Effect.fromResult(readFeed(document, about))),
  }),
)

export const TEST_MASTER_KEY = new Uint8Array(32).fill(7)

/** A clock that goes on by itself and that a test may set forward. */
export const makeShiftedClock = () => {
  let shiftMs = 0
  const real = Clock.Clock.defaultValue()
  const nowMs = () => real.currentTimeMillisUnsafe() + shiftMs
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: nowMs,
    currentTimeMillis: Effect.sync(nowMs),
    currentTimeNanosUnsafe: () => real.currentTimeNanosUnsafe() + BigInt(shiftMs) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => real.currentTimeNanosUnsafe() + BigInt(shiftMs) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: real.monotonicTimeNanos,
    sleep: (duration) => real.sleep(duration),
  }
  const shift = (ms: number) => {
    shiftMs += ms
  }
  return { clock, nowMs, shift }
}

/**
 * Feeds on a real database with a real fetcher, as one worker or web process has them. Several kits on one database are
 * several processes.
 */
export const makeFeedsKit = async (options: {
  readonly url: string
  readonly fetcher: Layer.Layer<Fetcher>
  readonly pace?: Pace
  readonly origin?: string
  readonly time?: ReturnType<typeof makeShiftedClock>
}) => {
  const time = options.time ?? makeShiftedClock()
  const kernel = PostgresEventStore.pipe(
    Layer.provideMerge(Layer.mergeAll(Hints.layer, Sealing.layer(TEST_MASTER_KEY))),
    Layer.provideMerge(Sql.layer(options.url, { connectionsMax: 4 })),
  )
  const layer = Feeds.layerOf(options.pace, options.origin).pipe(
    Layer.provideMerge(Layer.mergeAll(PollSchedule.layer, readerHere)),
    Layer.provideMerge(Layer.mergeAll(kernel, options.fetcher)),
    Layer.provideMerge(Layer.mergeAll(Layer.succeed(Clock.Clock, time.clock), Logger.layer([]))),
  )
  const runtime = ManagedRuntime.make(layer)
  type Services = ManagedRuntime.ManagedRuntime.Services<typeof runtime>
  const run = <A, E>(effect: Effect.Effect<A, E, Services>): Promise<A> =>
    runtime.runPromise(Effect.provideService(effect, Clock.Clock, time.clock))
  const { client: sql } = await run(Sql)
  const feeds = await run(Feeds)

  return {
    run,
    sql,
    time,
    runtime,
    add: (address: string) => run(feeds.add(address)),
    /** Adds as the same command, however often. */
    addAs: (commandId: string, address: string) =>
      run(
        feeds
          .add(address)
          .pipe(
            Effect.provideService(CurrentMeta, { actor: "guest", commandId, correlationId: null, causationId: null }),
          ),
      ),
    /** Why an address is not added. */
    refusal: (address: string) => run(Effect.flip(feeds.add(address))),
    refresh: (feedId: string) => run(feeds.refresh(feedId)),
    checkDue: (limit = 16) => run(feeds.checkDue(limit)),
    feeds,
    /** The history of a feed. */
    facts: (feedId: string): Promise<ReadonlyArray<FeedEvent>> =>
      run(
        Effect.gen(function* () {
          const stored = yield* (yield* EventStore).readStream(`feed-${feedId}`)
          return stored.map(({ type, data }) => FeedEvents.decodeSync(type, data))
        }),
      ),
    /** What the schedule knows of a feed. */
    poll: async (feedId: string) => {
      const [row] = await sql<Array<PollRow>>`
        select url, etag, last_modified, failures, gone_times, moved_to, moved_times, interval_seconds,
          extract(epoch from next_check_at)::float8 * 1000 as next_check_ms, leased_until is not null as leased
        from feeds.poll where feed_id = ${feedId}`
      if (row === undefined) throw new Error(`no feed ${feedId} in the schedule`)
      return row
    },
    close: () => runtime.dispose(),
  }
}
export type FeedsKit = Awaited<ReturnType<typeof makeFeedsKit>>

type PollRow = {
  readonly url: string
  readonly etag: string | null
  readonly last_modified: string | null
  readonly failures: number
  readonly gone_times: number
  readonly moved_to: string | null
  readonly moved_times: number
  readonly interval_seconds: number
  readonly next_check_ms: number
  readonly leased: boolean
}

/** An RSS document of some pieces, the newest first; each is known by its guid. */
export const rss = (title: string, pieces: ReadonlyArray<Piece>): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title><link>https://blog.example/</link>
  ${pieces.map(rssItem).join("")}</channel></rss>`

const rssItem = (piece: Piece): string => {
  const { guid, link = `https://blog.example/${guid}`, words = guid, date, more = "" } = piece
  const published = date === undefined ? "" : `<pubDate>${new Date(date).toUTCString()}</pubDate>`
  return `<item><guid isPermaLink="false">${guid}</guid><link>${link}</link><title>${piece.title ?? `About ${guid}`}</title>
    <description>&lt;p&gt;Words of ${words}&lt;/p&gt;</description>${published}${more}</item>`
}

export type Piece = {
  readonly guid: string
  readonly link?: string
  readonly title?: string
  readonly words?: string
  readonly date?: string | number
  /** Further elements of the item. */
  readonly more?: string
}
