import { Clock, Context, Effect, Layer } from "effect"
import { Sql } from "#core/kernel"
import type { PreviousItems } from "#core/syndication"
import type { CheckResult, DueFeed, ScheduleEntry } from "./DueFeed.ts"
import { type FeedHealth, type HealthFilter, readHealth } from "./FeedHealth.ts"
import { claimDueFeeds, insertFeeds, type Release, recordDemandRows, releaseRows, timeOf } from "./scheduleRows.ts"

/** Items per batch. */
const BATCH_MAX = 256

/**
 * Collects items of concurrent callers and writes them together. Each caller waits for its batch; if the batch fails,
 * all its callers fail.
 */
class Batch<A> {
  private readonly flush: (items: ReadonlyArray<A>) => Promise<unknown>
  private readonly lingerMs: number
  private open: { readonly items: Array<A>; readonly done: Promise<void>; readonly send: () => void } | null = null

  /** @param lingerMs how long the first item waits for others */
  constructor(flush: (items: ReadonlyArray<A>) => Promise<unknown>, lingerMs: number) {
    this.flush = flush
    this.lingerMs = lingerMs
  }

  add(item: A): Promise<void> {
    const batch = this.open ?? this.begin()
    batch.items.push(item)
    if (batch.items.length >= BATCH_MAX) batch.send()
    return batch.done
  }

  private begin() {
    const items: Array<A> = []
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const send = () => {
      clearTimeout(timer)
      if (this.open === batch) this.open = null
      this.flush(items).then(() => resolve(), reject)
    }
    const timer = setTimeout(send, this.lingerMs)
    const batch = { items, done: promise, send }
    this.open = batch
    return batch
  }
}

/**
 * How long a worker holds the lease of a feed. A feed waits for at most HOST_WAITING_MAX others of its host, 20 s each
 * at worst, two at a time.
 */
export const LEASE_SECONDS = 300
/** How long a result waits to be written together with others. */
const RELEASE_LINGER_MS = 25
/** Number of feeds, due feeds and failing feeds, and how long the longest waiting one is overdue. */
export type ScheduleCounts = {
  readonly feeds: number
  readonly due: number
  readonly failing: number
  readonly overdueSeconds: number
}

/** The polling schedule: a table from which any number of workers lease feeds. */
export class PollSchedule extends Context.Service<
  PollSchedule,
  {
    /**
     * Adds feeds and their addresses; they are due at once unless `checked` is given. Existing entries stay unchanged.
     */
    enter(entries: ReadonlyArray<ScheduleEntry>, nowMs: number): Effect.Effect<void>
    /** Leases due feeds, the longest waiting first. */
    claim(nowMs: number, limit: number): Effect.Effect<ReadonlyArray<DueFeed>>
    /** Leases one feed, due or not; null if another worker has it. */
    claimOne(feedId: string, nowMs: number): Effect.Effect<DueFeed | null>
    /**
     * Stores the result and ends the lease; no effect if another worker has taken over the lease. Concurrent results
     * are written together.
     */
    release(due: DueFeed, nowMs: number, checked: CheckResult): Effect.Effect<void>
    /** The items of the last document, which need not be sanitised again. */
    previousItems(feedId: string): Effect.Effect<PreviousItems>
    /** Makes a feed due: a worker checks it within seconds. */
    hasten(feedId: string): Effect.Effect<void>
    /** Records demand for feeds. A feed without demand for a long time becomes due at once. */
    recordDemand(feedIds: ReadonlyArray<string>, nowMs: number): Effect.Effect<void>
    /** Records that an address leads to a feed; the first feed of an address stays. */
    remember(url: string, feedId: string): Effect.Effect<void>
    /** The feed that an address leads to, or null. */
    lookUp(url: string): Effect.Effect<string | null>
    /** The same for many addresses; unknown ones are left out. */
    lookUpAll(urls: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, string>>
    /** Polling state of one feed, of failing ones, or of all. */
    health(which: HealthFilter): Effect.Effect<ReadonlyArray<FeedHealth>>
    /** Figures for operators. */
    count(nowMs: number): Effect.Effect<ScheduleCounts>
  }
>()("core/feeds/poll/PollSchedule") {
  static readonly layer = Layer.effect(
    PollSchedule,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const releases = new Batch<Release>((rows) => releaseRows(sql, rows), RELEASE_LINGER_MS)
      const lease = (nowMs: number) =>
        sql`leased_until = ${timeOf(sql, nowMs + LEASE_SECONDS * 1000)}, fence = p.fence + 1`
      const free = (nowMs: number) => sql`(leased_until is null or leased_until < ${timeOf(sql, nowMs)})`

      return PollSchedule.of({
        enter: (entries, nowMs) => Effect.promise(() => insertFeeds(sql, entries, nowMs)),
        claim: (nowMs, limit) =>
          Effect.promise(
            () => sql<Array<DueFeed>>`
              update feeds.poll p set ${lease(nowMs)}
              from (select feed_id from feeds.poll where next_check_at <= ${timeOf(sql, nowMs)} and ${free(nowMs)}
                    order by next_check_at limit ${limit} for update skip locked) due
              where p.feed_id = due.feed_id returning ${claimDueFeeds(sql, nowMs)}`,
          ),
        claimOne: (feedId, nowMs) =>
          Effect.promise(async () => {
            const [row] = await sql<Array<DueFeed>>`
              update feeds.poll p set ${lease(nowMs)} where feed_id = ${feedId} and ${free(nowMs)}
              returning ${claimDueFeeds(sql, nowMs)}`
            return row ?? null
          }),
        release: (due, nowMs, checked) => Effect.promise(() => releases.add({ due, nowMs, checked })),
        previousItems: (feedId) =>
          Effect.promise(async () => {
            const [row] = await sql<Array<{ items: PreviousItems }>>`
              select items from feeds.document where feed_id = ${feedId}`
            return row?.items ?? {}
          }),
        recordDemand: (feedIds, nowMs) => Effect.promise(() => recordDemandRows(sql, feedIds, nowMs)),
        remember: (url, feedId) =>
          Effect.promise(
            () => sql`insert into feeds.address (url, feed_id) values (${url}, ${feedId}) on conflict do nothing`,
          ),
        lookUp: (url) =>
          Effect.promise(async () => {
            const [row] = await sql<Array<{ feed_id: string }>>`select feed_id from feeds.address where url = ${url}`
            return row?.feed_id ?? null
          }),
        lookUpAll: (urls) =>
          Effect.promise(async () => {
            const rows = await sql<Array<{ url: string; feed_id: string }>>`
              select url, feed_id from feeds.address where url = any(${[...urls]})`
            return new Map(rows.map(({ url, feed_id }) => [url, feed_id]))
          }),
        hasten: (feedId) =>
          Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
            Effect.promise(async () => {
              const now = timeOf(sql, nowMs)
              await sql`
                update feeds.poll set next_check_at = ${now} where feed_id = ${feedId} and next_check_at > ${now}`
            }),
          ),
        health: (which) =>
          Effect.flatMap(Clock.currentTimeMillis, (nowMs) => Effect.promise(() => readHealth(sql, which, nowMs))),
        count: (nowMs) =>
          Effect.promise(async () => {
            const now = timeOf(sql, nowMs)
            const [row] = await sql<Array<ScheduleCounts>>`
              select count(*) as feeds, count(*) filter (where next_check_at <= ${now}) as due,
                count(*) filter (where failures > 0) as failing,
                greatest(coalesce(extract(epoch from ${now} - min(next_check_at)), 0), 0)::float8 as "overdueSeconds"
              from feeds.poll`
            return row ?? { feeds: 0, due: 0, failing: 0, overdueSeconds: 0 }
          }),
      })
    }),
  )
}
