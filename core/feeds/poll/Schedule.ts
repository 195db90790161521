import { Clock, Context, Effect, Layer } from "effect"
import { Sql } from "#core/kernel"
import type { ToldItems } from "#core/syndication"
import { Batch } from "./Batch.ts"
import type { Checked, DueFeed, Entry } from "./DueFeed.ts"
import { type FeedHealth, readHealth, type WhichHealth } from "./FeedHealth.ts"
import { claimed, enterRows, type Settlement, settleRows, timeOf, wantRows } from "./scheduleRows.ts"

/**
 * How long a worker may take over a feed that it claimed before another one tries. A feed that waits for others of its
 * host waits for at most HOST_WAITING_MAX of them, 20 s each at worst and two at a time.
 */
export const LEASE_SECONDS = 300
/** How long an outcome waits for others to be written with. */
const SETTLE_LINGER_MS = 25
/** How many feeds there are, wait to be looked at and fail, and how long the longest waiting one has been due. */
export type ScheduleCounts = {
  readonly feeds: number
  readonly due: number
  readonly failing: number
  readonly overdueSeconds: number
}

/** When each feed is looked at: a table that any number of workers lease from. */
export class PollSchedule extends Context.Service<
  PollSchedule,
  {
    /** Enters feeds and their addresses; due at once unless `checked` says what is known already. Entered before, they stay. */
    enter(entries: ReadonlyArray<Entry>, nowMs: number): Effect.Effect<void>
    /** Leases feeds that are due, the longest waiting first. */
    claim(nowMs: number, limit: number): Effect.Effect<ReadonlyArray<DueFeed>>
    /** Leases one feed whether it is due or not; null where another worker has it. */
    claimOne(feedId: string, nowMs: number): Effect.Effect<DueFeed | null>
    /**
     * Notes the outcome and ends the lease; nothing where the lease has passed to another worker. Outcomes of about the
     * same time are written together.
     */
    settle(due: DueFeed, nowMs: number, checked: Checked): Effect.Effect<void>
    /** What the feed's last document told, so that the next one need not be read whole. */
    told(feedId: string): Effect.Effect<ToldItems>
    /** Notes that readers ask for feeds. One that nobody has asked for in a long time is looked at at once. */
    want(feedIds: ReadonlyArray<string>, nowMs: number): Effect.Effect<void>
    /** Remembers that an address leads to a feed, the first one that it led to. */
    remember(url: string, feedId: string): Effect.Effect<void>
    /** The feed that an address leads to, or null. */
    lookUp(url: string): Effect.Effect<string | null>
    /** The same for many addresses; those that lead nowhere are left out. */
    lookUpAll(urls: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, string>>
    /** How feeds fare: one, or those that fail, or all. */
    health(which: WhichHealth): Effect.Effect<ReadonlyArray<FeedHealth>>
    /** How the schedule is kept: for operators. */
    count(nowMs: number): Effect.Effect<ScheduleCounts>
  }
>()("core/feeds/poll/PollSchedule") {
  static readonly layer = Layer.effect(
    PollSchedule,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const settlements = new Batch<Settlement>((rows) => settleRows(sql, rows), SETTLE_LINGER_MS)
      const lease = (nowMs: number) =>
        sql`leased_until = ${timeOf(sql, nowMs + LEASE_SECONDS * 1000)}, fence = p.fence + 1`
      const free = (nowMs: number) => sql`(leased_until is null or leased_until < ${timeOf(sql, nowMs)})`

      return PollSchedule.of({
        enter: (entries, nowMs) => Effect.promise(() => enterRows(sql, entries, nowMs)),
        claim: (nowMs, limit) =>
          Effect.promise(
            () => sql<Array<DueFeed>>`
              update feeds.poll p set ${lease(nowMs)}
              from (select feed_id from feeds.poll where next_check_at <= ${timeOf(sql, nowMs)} and ${free(nowMs)}
                    order by next_check_at limit ${limit} for update skip locked) due
              where p.feed_id = due.feed_id returning ${claimed(sql, nowMs)}`,
          ),
        claimOne: (feedId, nowMs) =>
          Effect.promise(async () => {
            const [row] = await sql<Array<DueFeed>>`
              update feeds.poll p set ${lease(nowMs)} where feed_id = ${feedId} and ${free(nowMs)}
              returning ${claimed(sql, nowMs)}`
            return row ?? null
          }),
        settle: (due, nowMs, checked) => Effect.promise(() => settlements.add({ due, nowMs, checked })),
        told: (feedId) =>
          Effect.promise(async () => {
            const [row] = await sql<Array<{ items: ToldItems }>>`
              select items from feeds.document where feed_id = ${feedId}`
            return row?.items ?? {}
          }),
        want: (feedIds, nowMs) => Effect.promise(() => wantRows(sql, feedIds, nowMs)),
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
