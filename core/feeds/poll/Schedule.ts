import { Context, Effect, Layer } from "effect"
import { Sql, type SqlClient } from "#core/kernel"

/**
 * How long a worker may take over a feed that it claimed before another one tries. Sixteen feeds of one host, two at a
 * time and 20 s each at most, take 160 s.
 */
export const LEASE_SECONDS = 300
/** Publication times that are kept of a feed: enough to tell a rhythm. */
export const RHYTHM_ITEMS_MAX = 20

/** A feed that is due, with what was kept of the last answer. */
export type DueFeed = {
  readonly feedId: string
  readonly url: string
  /** Names the lease: only its holder may settle. */
  readonly fence: number
  readonly etag: string | null
  readonly lastModified: string | null
  readonly bodyHash: string | null
  readonly failures: number
  readonly goneTimes: number
  readonly movedTo: string | null
  readonly movedTimes: number
  readonly movedSinceMs: number | null
  /** When the document was last asked for without validators. */
  readonly fullMs: number | null
  /** When its newest items were published: the rhythm by which an unchanged feed is looked at again. */
  readonly publishedMs: ReadonlyArray<number>
}

/** What a check leaves behind for the next one; absent fields stay as they are. */
export type Checked = Partial<Omit<DueFeed, "feedId" | "fence" | "fullMs">> & {
  readonly nextCheckMs: number
  readonly succeeded: boolean
  readonly fullMs?: number
}

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
    /** Enters a feed and its address; due at once unless `checked` says what is known already. Entered before, it stays. */
    enter(feedId: string, url: string, nowMs: number, checked?: Checked): Effect.Effect<void>
    /** Leases feeds that are due, the longest waiting first. */
    claim(nowMs: number, limit: number): Effect.Effect<ReadonlyArray<DueFeed>>
    /** Leases one feed whether it is due or not; null where another worker has it. */
    claimOne(feedId: string, nowMs: number): Effect.Effect<DueFeed | null>
    /** Notes the outcome and ends the lease; nothing where the lease has passed to another worker. */
    settle(due: Pick<DueFeed, "feedId" | "fence">, nowMs: number, checked: Checked): Effect.Effect<void>
    /** Remembers that an address leads to a feed, the first one that it led to. */
    remember(url: string, feedId: string): Effect.Effect<void>
    /** The feed that an address leads to, or null. */
    lookUp(url: string): Effect.Effect<string | null>
    /** How the schedule is kept: for operators. */
    count(nowMs: number): Effect.Effect<ScheduleCounts>
  }
>()("core/feeds/poll/PollSchedule") {
  static readonly layer = Layer.effect(
    PollSchedule,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const lease = (nowMs: number) =>
        sql`leased_until = ${timeOf(sql, nowMs + LEASE_SECONDS * 1000)}, fence = p.fence + 1`
      const free = (nowMs: number) => sql`(leased_until is null or leased_until < ${timeOf(sql, nowMs)})`

      return PollSchedule.of({
        enter: (feedId, url, nowMs, checked = { nextCheckMs: nowMs, succeeded: false }) =>
          Effect.promise(async () => {
            const row = { feed_id: feedId, url, ...columnsOf(sql, nowMs, checked) }
            await sql`insert into feeds.poll ${sql(row)} on conflict do nothing`
            await remember(sql, url, feedId)
          }),
        claim: (nowMs, limit) =>
          Effect.promise(
            () => sql<Array<DueFeed>>`
              update feeds.poll p set ${lease(nowMs)}
              from (select feed_id from feeds.poll where next_check_at <= ${timeOf(sql, nowMs)} and ${free(nowMs)}
                    order by next_check_at limit ${limit} for update skip locked) due
              where p.feed_id = due.feed_id returning ${claimed(sql)}`,
          ),
        claimOne: (feedId, nowMs) =>
          Effect.promise(async () => {
            const [row] = await sql<Array<DueFeed>>`
              update feeds.poll p set ${lease(nowMs)} where feed_id = ${feedId} and ${free(nowMs)} returning ${claimed(sql)}`
            return row ?? null
          }),
        settle: ({ feedId, fence }, nowMs, checked) =>
          Effect.promise(async () => {
            const row = { ...columnsOf(sql, nowMs, checked), checked_at: new Date(nowMs), leased_until: null }
            await sql`update feeds.poll set ${sql(row)} where feed_id = ${feedId} and fence = ${fence}`
          }),
        remember: (url, feedId) => Effect.promise(() => remember(sql, url, feedId)),
        lookUp: (url) =>
          Effect.promise(async () => {
            const [row] = await sql<Array<{ feed_id: string }>>`select feed_id from feeds.address where url = ${url}`
            return row?.feed_id ?? null
          }),
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

const remember = async (sql: SqlClient, url: string, feedId: string): Promise<void> => {
  await sql`insert into feeds.address (url, feed_id) values (${url}, ${feedId}) on conflict do nothing`
}

const claimed = (sql: SqlClient) => sql`
  p.feed_id as "feedId", p.url, p.fence, p.etag, p.last_modified as "lastModified", p.body_hash as "bodyHash",
  p.failures, p.gone_times as "goneTimes", p.moved_to as "movedTo", p.moved_times as "movedTimes",
  ${msOf(sql, "moved_since")} as "movedSinceMs", ${msOf(sql, "full_at")} as "fullMs",
  array(select jsonb_array_elements(p.published_ms)::bigint) as "publishedMs"`

const columnsOf = (sql: SqlClient, nowMs: number, checked: Checked) => ({
  ...(checked.url === undefined ? {} : { url: checked.url }),
  ...(checked.etag === undefined ? {} : { etag: checked.etag }),
  ...(checked.lastModified === undefined ? {} : { last_modified: checked.lastModified }),
  ...(checked.bodyHash === undefined ? {} : { body_hash: checked.bodyHash }),
  ...(checked.failures === undefined ? {} : { failures: checked.failures }),
  ...(checked.goneTimes === undefined ? {} : { gone_times: checked.goneTimes }),
  ...(checked.movedTo === undefined ? {} : { moved_to: checked.movedTo }),
  ...(checked.movedTimes === undefined ? {} : { moved_times: checked.movedTimes }),
  ...(checked.movedSinceMs === undefined ? {} : { moved_since: dateOf(checked.movedSinceMs) }),
  ...(checked.fullMs === undefined ? {} : { full_at: dateOf(checked.fullMs) }),
  ...(checked.publishedMs === undefined ? {} : { published_ms: sql.json(newest(checked.publishedMs)) }),
  ...(checked.succeeded ? { succeeded_at: new Date(nowMs) } : {}),
  next_check_at: new Date(checked.nextCheckMs),
  interval_seconds: Math.round((checked.nextCheckMs - nowMs) / 1000),
})

const newest = (publishedMs: ReadonlyArray<number>) => [...publishedMs].sort((a, b) => b - a).slice(0, RHYTHM_ITEMS_MAX)
const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))
const timeOf = (sql: SqlClient, ms: number) => sql`to_timestamp(${ms / 1000}::float8)`
const msOf = (sql: SqlClient, column: string) => sql`(extract(epoch from p.${sql(column)}) * 1000)::bigint`
