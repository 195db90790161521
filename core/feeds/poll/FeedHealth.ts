import type { SqlClient } from "#core/kernel"
import type { Failure } from "./DueFeed.ts"
import { isPushedAt, isWantedAt, msOf } from "./scheduleRows.ts"

/** Polling state of a feed. Times are milliseconds since 1970. */
export type FeedHealth = {
  readonly feedId: string
  readonly url: string
  readonly checkedMs: number | null
  readonly succeededMs: number | null
  readonly nextCheckMs: number
  /** Its current failure, or null. `reason` is a message key. */
  readonly failure: Failure | null
  readonly failures: number
  readonly failingSinceMs: number | null
  /** Target of permanent redirects that is not confirmed yet. */
  readonly movedTo: string | null
  /** Whether it is in demand; otherwise it is checked once a day. */
  readonly wanted: boolean
  /** Whether the hub of its publisher delivers news. */
  readonly pushed: boolean
}

export type HealthFilter = {
  readonly feedId?: string | undefined
  readonly failing?: boolean | undefined
  readonly limit?: number | undefined
}

/** Failing feeds in the order in which they began to fail, then the working ones. */
export const readHealth = (
  sql: SqlClient,
  { feedId, failing = false, limit = 1 }: HealthFilter,
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
