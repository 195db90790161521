import type { SqlClient } from "#core/kernel"
import type { Failure } from "./DueFeed.ts"
import { isPushedAt, isWantedAt, msOf } from "./scheduleRows.ts"

/** How a feed fares. Times are milliseconds since 1970. */
export type FeedHealth = {
  readonly feedId: string
  readonly url: string
  readonly checkedMs: number | null
  readonly succeededMs: number | null
  readonly nextCheckMs: number
  /** What is wrong with it at present; null while it works. `reason` is a message key. */
  readonly failure: Failure | null
  readonly failures: number
  readonly failingSinceMs: number | null
  /** Where its publisher sends us on to for good, not believed yet. */
  readonly movedTo: string | null
  /** Whether anybody wants it: for nobody it is looked at once a day. */
  readonly wanted: boolean
  /** Whether its publisher's hub tells us of news at once. */
  readonly pushed: boolean
}

export type WhichHealth = {
  readonly feedId?: string | undefined
  readonly failing?: boolean | undefined
  readonly limit?: number | undefined
}

/** Feeds in the order in which they began to fail, the working ones after them. */
export const readHealth = (
  sql: SqlClient,
  { feedId, failing = false, limit = 1 }: WhichHealth,
  nowMs: number,
): Promise<ReadonlyArray<FeedHealth>> => sql<Array<FeedHealth>>`
  select p.feed_id as "feedId", p.url, ${msOf(sql, "checked_at")} as "checkedMs",
    ${msOf(sql, "succeeded_at")} as "succeededMs", ${msOf(sql, "next_check_at")} as "nextCheckMs",
    case when p.failure is not null then jsonb_build_object(
      'reason', p.failure, 'status', p.failure_status, 'detail', coalesce(p.failure_detail, '')) end as failure,
    p.failures, ${msOf(sql, "failing_since")} as "failingSinceMs", p.moved_to as "movedTo",
    ${isWantedAt(sql, nowMs)} as wanted, ${isPushedAt(sql, nowMs)} as pushed
  from feeds.poll p
  where true ${feedId === undefined ? sql`` : sql`and p.feed_id = ${feedId}`} ${failing ? sql`and p.failure is not null` : sql``}
  order by p.failing_since nulls last, p.feed_id limit ${limit}`
