import type { SqlClient } from "#core/kernel"
import { formatIso } from "#core/kernel"
import { type CheckResult, type DueFeed, type ScheduleEntry, WANTED_DAYS } from "./DueFeed.ts"

/** SQL of the schedule: many rows per statement. */

/** Publication times kept per feed, enough to determine its interval. */
export const RHYTHM_ITEMS_MAX = 20
/** Feeds inserted by one statement. */
const ENTER_MAX = 1_000

/** The result of one check. */
export type Release = { readonly due: DueFeed; readonly nowMs: number; readonly checked: CheckResult }

export const claimDueFeeds = (sql: SqlClient, nowMs: number) => sql`
  p.feed_id as "feedId", p.url, p.fence, p.etag, p.last_modified as "lastModified", p.body_hash as "bodyHash",
  p.content_hash as "contentHash", p.failures,
  case when p.failure is not null then jsonb_build_object(
    'reason', p.failure, 'status', p.failure_status, 'detail', coalesce(p.failure_detail, '')) end as failure,
  ${msOf(sql, "failing_since")} as "failingSinceMs",
  p.gone_times as "goneTimes", p.moved_to as "movedTo", p.moved_times as "movedTimes",
  ${msOf(sql, "moved_since")} as "movedSinceMs", ${msOf(sql, "full_at")} as "fullMs",
  p.published_ms as "publishedMs",
  ${isWantedAt(sql, nowMs)} as wanted, ${isPushedAt(sql, nowMs)} as pushed`

/** Whether the library or readers want a feed fresh. */
export const isWantedAt = (sql: SqlClient, nowMs: number) => sql`
  (p.kept or coalesce(p.wanted_at > ${timeOf(sql, nowMs)} - ${WANTED_DAYS} * interval '1 day', false))`

/** Whether a hub delivers the news of a feed. */
export const isPushedAt = (sql: SqlClient, nowMs: number) =>
  sql`coalesce(p.pushed_until > ${timeOf(sql, nowMs)}, false)`

/** Writes the results of leases that are still held. */
export const releaseRows = async (sql: SqlClient, releases: ReadonlyArray<Release>): Promise<void> => {
  // Always in the same order, so that two batches cannot deadlock.
  const rows = releases.map(rowOf).sort((a, b) => (a.feed_id < b.feed_id ? -1 : 1))
  await sql`
    update feeds.poll p set url = s.url, etag = s.etag, last_modified = s.last_modified, body_hash = s.body_hash,
      content_hash = s.content_hash, failures = s.failures, failure = s.failure, failure_status = s.failure_status,
      failure_detail = s.failure_detail, failing_since = s.failing_since, gone_times = s.gone_times,
      moved_to = s.moved_to, moved_times = s.moved_times, moved_since = s.moved_since, full_at = s.full_at,
      published_ms = coalesce(s.published_ms, p.published_ms), next_check_at = s.next_check_at,
      interval_seconds = s.interval_seconds, checked_at = coalesce(s.checked_at, p.checked_at),
      succeeded_at = coalesce(s.succeeded_at, p.succeeded_at), leased_until = null
    from jsonb_to_recordset(${sql.json(rows as never)}) as s(${sql.unsafe(COLUMNS)}, fence bigint)
    where p.feed_id = s.feed_id and p.fence = s.fence`
  await savePreviousItems(sql, releases)
}

type Looked = { readonly due: Pick<DueFeed, "feedId">; readonly checked?: CheckResult | undefined }

/** Stores the items of documents. They only save work, so the fencing token is not checked. */
const savePreviousItems = async (sql: SqlClient, looks: ReadonlyArray<Looked>): Promise<void> => {
  const rows = looks.flatMap(({ due, checked }) =>
    checked?.previousItems === undefined ? [] : [{ feed_id: due.feedId, items: checked.previousItems }],
  )
  if (rows.length === 0) return
  await sql`
    insert into feeds.document (feed_id, items)
    select feed_id, items from jsonb_to_recordset(${sql.json(rows)}) as s(feed_id text, items jsonb) order by feed_id
    on conflict (feed_id) do update set items = excluded.items`
}

const COLUMNS = `feed_id text, url text, etag text, last_modified text, body_hash text, content_hash text,
  failures integer, failure text, failure_status integer, failure_detail text, failing_since timestamptz,
  gone_times integer, moved_to text, moved_times integer, moved_since timestamptz, full_at timestamptz,
  published_ms jsonb, next_check_at timestamptz, interval_seconds integer, checked_at timestamptz,
  succeeded_at timestamptz`

const rowOf = ({ due, nowMs, checked }: Release) => {
  const after = { ...due, ...checked }
  return {
    feed_id: due.feedId,
    fence: due.fence,
    url: after.url,
    etag: after.etag,
    last_modified: after.lastModified,
    body_hash: after.bodyHash,
    content_hash: after.contentHash,
    failures: after.failures,
    failure: after.failure?.reason ?? null,
    failure_status: after.failure?.status ?? null,
    failure_detail: after.failure?.detail ?? null,
    failing_since: isoOf(after.failingSinceMs),
    gone_times: after.goneTimes,
    moved_to: after.movedTo,
    moved_times: after.movedTimes,
    moved_since: isoOf(after.movedSinceMs),
    full_at: isoOf(after.fullMs),
    published_ms: checked.publishedMs === undefined ? null : newest(checked.publishedMs),
    next_check_at: isoOf(checked.nextCheckMs),
    interval_seconds: Math.round((checked.nextCheckMs - nowMs) / 1000),
    checked_at: checked.succeeded === null ? null : isoOf(nowMs),
    succeeded_at: checked.succeeded === true ? isoOf(nowMs) : null,
  }
}

/** Inserts new feeds with their addresses. */
export const insertFeeds = async (
  sql: SqlClient,
  entries: ReadonlyArray<ScheduleEntry>,
  nowMs: number,
): Promise<void> => {
  for (let at = 0; at < entries.length; at += ENTER_MAX) {
    const part = entries.slice(at, at + ENTER_MAX)
    const rows = part.map(({ feedId, url, kept, checked }) => ({
      ...rowOf({
        due: { ...UNKNOWN, feedId, url },
        nowMs,
        checked: checked ?? { nextCheckMs: nowMs, succeeded: null },
      }),
      kept,
    }))
    await sql`
      insert into feeds.poll (feed_id, url, etag, last_modified, body_hash, content_hash, failures, full_at,
        published_ms, next_check_at, interval_seconds, checked_at, succeeded_at, kept, wanted_at)
      select feed_id, url, etag, last_modified, body_hash, content_hash, failures, full_at,
        coalesce(published_ms, '[]'), next_check_at, interval_seconds, checked_at, succeeded_at, kept,
        ${timeOf(sql, nowMs)}
      from jsonb_to_recordset(${sql.json(rows as never)}) as s(${sql.unsafe(COLUMNS)}, kept boolean)
      order by feed_id on conflict do nothing`
    await sql`
      insert into feeds.address (url, feed_id)
      select url, feed_id from jsonb_to_recordset(${sql.json(rows as never)}) as s(url text, feed_id text)
      order by url on conflict do nothing`
    await savePreviousItems(
      sql,
      part.map(({ feedId, checked }) => ({ due: { feedId }, checked })),
    )
  }
}

const UNKNOWN: Omit<DueFeed, "feedId" | "url"> = {
  fence: 0,
  etag: null,
  lastModified: null,
  bodyHash: null,
  contentHash: null,
  failures: 0,
  failure: null,
  failingSinceMs: null,
  goneTimes: 0,
  movedTo: null,
  movedTimes: 0,
  movedSinceMs: null,
  fullMs: null,
  publishedMs: [],
  wanted: true,
  pushed: false,
}

/** Records demand for feeds; see PollSchedule.recordDemand. */
export const recordDemandRows = async (
  sql: SqlClient,
  feedIds: ReadonlyArray<string>,
  nowMs: number,
): Promise<void> => {
  const now = timeOf(sql, nowMs)
  const since = sql`${now} - ${WANTED_DAYS} * interval '1 day'`
  await sql`
    update feeds.poll p set wanted_at = ${now},
      next_check_at = case when not p.kept and p.failures = 0 and coalesce(p.wanted_at < ${since}, true)
        then least(p.next_check_at, ${now}) else p.next_check_at end
    from (select feed_id from feeds.poll where feed_id = any(${[...feedIds]}) order by feed_id for update) wanted
    where p.feed_id = wanted.feed_id`
}

export const timeOf = (sql: SqlClient, ms: number) => sql`to_timestamp(${ms / 1000}::float8)`

const newest = (publishedMs: ReadonlyArray<number>) => [...publishedMs].sort((a, b) => b - a).slice(0, RHYTHM_ITEMS_MAX)
const isoOf = (ms: number | null): string | null => (ms === null ? null : formatIso(ms))
export const msOf = (sql: SqlClient, column: string) => sql`(extract(epoch from p.${sql(column)}) * 1000)::bigint`
