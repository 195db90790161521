import type { SqlClient } from "#core/kernel"
import type { BuildStatus } from "./Build.ts"

export type ProjectionStatus = {
  readonly name: string
  readonly build: number
  readonly status: BuildStatus
  readonly paused: boolean
  readonly reason: string | null
  readonly code_hash: string
  readonly position: number
  /**
   * Events in the log after the build's position; measured against the log's head, never the consumer's own position.
   */
  readonly lag_events: number
  /** Age of the oldest of them, 0 if there are none. */
  readonly lag_seconds: number
  readonly parked_keys: number
  readonly parked_events: number
  readonly owner: string | null
  /** Whether a runner currently follows it. */
  readonly owned: boolean
}

/** Lags up to this limit are counted; larger ones are the difference of positions, which includes unused ones. */
const COUNTED_LAG_MAX = 10_000

/** The state of every build. */
export const projectionStatus = (sql: SqlClient): Promise<ReadonlyArray<ProjectionStatus>> => sql<
  Array<ProjectionStatus>
>`
  select p.name, p.build, p.status, p.paused, p.reason, p.code_hash, p.position, p.owner,
    coalesce(p.lease_until > now(), false) as owned,
    case when h.head - p.position > ${COUNTED_LAG_MAX} then h.head - p.position
         else (select count(*) from es.event e where e.position > p.position) end as lag_events,
    coalesce((select greatest(extract(epoch from clock_timestamp() - e.recorded_at)::float8, 0) from es.event e
              where e.position > p.position order by e.position limit 1), 0) as lag_seconds,
    (select count(distinct park_key) from es.fault f where f.name = p.name and f.build = p.build and error is not null) as parked_keys,
    (select count(*) from es.fault f where f.name = p.name and f.build = p.build) as parked_events
  from es.projection p cross join (select es.head() as head) h order by p.name, p.build`

/** The state of the live builds: whether each has stopped, what it parked, and how far it is behind. */
export const liveHealth = (sql: SqlClient) => sql<
  Array<{
    readonly name: string
    readonly isFaulted: boolean
    readonly parkedEvents: number
    readonly lagSeconds: number
  }>
>`
  select p.name, p.status = 'faulted' as "isFaulted",
    (select count(*) from es.fault f where f.name = p.name and f.build = p.build) as "parkedEvents",
    coalesce((select greatest(extract(epoch from clock_timestamp() - e.recorded_at)::float8, 0) from es.event e
              where e.position > p.position order by e.position limit 1), 0) as "lagSeconds"
  from es.live l join es.projection p using (name, build) order by p.name`

export type ReactorStatus = {
  readonly name: string
  readonly position: number
  readonly paused: boolean
  /** The event that currently fails, or null. */
  readonly failing: number | null
  readonly attempts: number
  readonly reason: string | null
  readonly lag_events: number
  readonly owner: string | null
  readonly owned: boolean
}

/** The state of every reactor. */
export const reactorStatus = (sql: SqlClient): Promise<ReadonlyArray<ReactorStatus>> => sql<Array<ReactorStatus>>`
  select name, position, paused, failing, attempts, reason, owner, coalesce(lease_until > now(), false) as owned,
    greatest(es.head() - position, 0) as lag_events
  from es.reactor order by name`
