import { Context, Effect, Layer } from "effect"
import { Sql } from "#core/kernel"

/** How long a worker may take over a feed that it claimed before another one tries. */
export const LEASE_SECONDS = 120

/** A feed that is due, with what was kept of the last answer. */
export type DueFeed = {
  readonly feedId: string
  readonly url: string
  readonly etag: string | null
  readonly lastModified: string | null
  readonly bodyHash: string | null
  readonly failures: number
  readonly movedTo: string | null
  readonly movedTimes: number
  readonly movedSinceMs: number | null
  /** When the document was last asked for without validators. */
  readonly fullMs: number | null
  /** When its newest items were published: the rhythm by which an unchanged feed is looked at again. */
  readonly publishedMs: ReadonlyArray<number>
}

/** What a check leaves behind for the next one; absent fields stay as they are. */
export type Checked = Partial<Omit<DueFeed, "feedId" | "movedSinceMs" | "fullMs">> & {
  readonly nextCheckMs: number
  readonly succeeded: boolean
  readonly movedSinceMs?: number | null
  readonly fullMs?: number
}

/** When each feed is looked at: a table that any number of workers lease from. */
export class PollSchedule extends Context.Service<
  PollSchedule,
  {
    /** Enters a feed; it is due at once unless it was entered before. */
    enter(feedId: string, url: string, nextCheckMs: number): Effect.Effect<void>
    /** Leases feeds that are due, the longest waiting first. */
    claim(nowMs: number, limit: number): Effect.Effect<ReadonlyArray<DueFeed>>
    /** Leases one feed whether it is due or not; null where another worker has it. */
    claimOne(feedId: string, nowMs: number): Effect.Effect<DueFeed | null>
    /** Notes the outcome and ends the lease. */
    settle(feedId: string, nowMs: number, checked: Checked): Effect.Effect<void>
    /** Remembers that an address leads to a feed. */
    remember(url: string, feedId: string): Effect.Effect<void>
    /** The feed that an address leads to, or null. */
    lookUp(url: string): Effect.Effect<string | null>
  }
>()("core/feeds/poll/PollSchedule") {
  static readonly layer = Layer.effect(
    PollSchedule,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const time = (ms: number) => sql`to_timestamp(${ms / 1000}::float8)`
      const claimed = sql`
        p.feed_id as "feedId", p.url, p.etag, p.last_modified as "lastModified", p.body_hash as "bodyHash", p.failures,
        p.moved_to as "movedTo", p.moved_times as "movedTimes",
        (extract(epoch from p.moved_since) * 1000)::bigint as "movedSinceMs",
        (extract(epoch from p.full_at) * 1000)::bigint as "fullMs",
        array(select jsonb_array_elements(p.published_ms)::bigint) as "publishedMs"`

      return PollSchedule.of({
        enter: (feedId, url, nextCheckMs) =>
          Effect.promise(async () => {
            await sql`insert into feeds.poll (feed_id, url, next_check_at) values (${feedId}, ${url}, ${time(nextCheckMs)}) on conflict do nothing`
            await sql`insert into feeds.address (url, feed_id) values (${url}, ${feedId}) on conflict do nothing`
          }),
        claim: (nowMs, limit) =>
          Effect.promise(
            () => sql<Array<DueFeed>>`
              update feeds.poll p set leased_until = ${time(nowMs + LEASE_SECONDS * 1000)}
              from (select feed_id from feeds.poll
                    where next_check_at <= ${time(nowMs)} and (leased_until is null or leased_until < ${time(nowMs)})
                    order by next_check_at limit ${limit} for update skip locked) due
              where p.feed_id = due.feed_id returning ${claimed}`,
          ),
        claimOne: (feedId, nowMs) =>
          Effect.promise(async () => {
            const [row] = await sql<Array<DueFeed>>`
              update feeds.poll p set leased_until = ${time(nowMs + LEASE_SECONDS * 1000)}
              where feed_id = ${feedId} and (leased_until is null or leased_until < ${time(nowMs)}) returning ${claimed}`
            return row ?? null
          }),
        settle: (feedId, nowMs, checked) =>
          Effect.promise(async () => {
            const fields = {
              ...(checked.url === undefined ? {} : { url: checked.url }),
              ...(checked.etag === undefined ? {} : { etag: checked.etag }),
              ...(checked.lastModified === undefined ? {} : { last_modified: checked.lastModified }),
              ...(checked.bodyHash === undefined ? {} : { body_hash: checked.bodyHash }),
              ...(checked.failures === undefined ? {} : { failures: checked.failures }),
              ...(checked.movedTo === undefined ? {} : { moved_to: checked.movedTo }),
              ...(checked.movedTimes === undefined ? {} : { moved_times: checked.movedTimes }),
              ...(checked.movedSinceMs === undefined ? {} : { moved_since: dateOf(checked.movedSinceMs) }),
              ...(checked.fullMs === undefined ? {} : { full_at: dateOf(checked.fullMs) }),
              ...(checked.publishedMs === undefined ? {} : { published_ms: sql.json(newest(checked.publishedMs)) }),
              ...(checked.succeeded ? { succeeded_at: new Date(nowMs) } : {}),
              checked_at: new Date(nowMs),
              next_check_at: new Date(checked.nextCheckMs),
              interval_seconds: Math.round((checked.nextCheckMs - nowMs) / 1000),
              leased_until: null,
            }
            await sql`update feeds.poll set ${sql(fields)} where feed_id = ${feedId}`
          }),
        remember: (url, feedId) =>
          Effect.promise(async () => {
            await sql`insert into feeds.address (url, feed_id) values (${url}, ${feedId}) on conflict do nothing`
          }),
        lookUp: (url) =>
          Effect.promise(async () => {
            const [row] = await sql<Array<{ feed_id: string }>>`select feed_id from feeds.address where url = ${url}`
            return row?.feed_id ?? null
          }),
      })
    }),
  )
}

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

/** Times that are kept: enough to tell a rhythm. */
const RHYTHM_ITEMS_MAX = 20
const newest = (publishedMs: ReadonlyArray<number>) => [...publishedMs].sort((a, b) => b - a).slice(0, RHYTHM_ITEMS_MAX)
