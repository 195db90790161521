import type { SqlClient } from "#core/kernel"

export type ProjectionStatus = {
  readonly name: string
  readonly build: number
  readonly status: string
  readonly paused: boolean
  readonly reason: string | null
  readonly position: number
  /** Events that this log holds beyond the build's position; against the log's head, never the consumer's own mark. */
  readonly lag_events: number
  /** Age of the oldest of them, 0 where there is none. */
  readonly lag_seconds: number
  readonly parked_keys: number
  readonly parked_events: number
  readonly owner: string | null
  readonly owned: boolean
}

/** Where every build stands. */
export const projectionStatus = (sql: SqlClient): Promise<ReadonlyArray<ProjectionStatus>> => sql<Array<ProjectionStatus>>`
  select p.name, p.build, p.status, p.paused, p.reason, p.position, p.owner, coalesce(p.lease_until > now(), false) as owned,
    (select count(*) from (select 1 from es.event e where e.position > p.position limit 1000001) x) as lag_events,
    coalesce((select extract(epoch from clock_timestamp() - e.recorded_at)::float8 from es.event e
              where e.position > p.position order by e.position limit 1), 0) as lag_seconds,
    (select count(distinct park_key) from es.fault f where f.name = p.name and f.build = p.build) as parked_keys,
    (select count(*) from es.fault f where f.name = p.name and f.build = p.build) as parked_events
  from es.projection p order by p.name, p.build`

export type ReactorStatus = {
  readonly name: string
  readonly position: number
  readonly paused: boolean
  readonly reason: string | null
  readonly attempts: number
  readonly owned: boolean
}

/** Where every reactor stands. */
export const reactorStatus = (sql: SqlClient): Promise<ReadonlyArray<ReactorStatus>> => sql<Array<ReactorStatus>>`
  select name, position, paused, reason, attempts, coalesce(lease_until > now(), false) as owned from es.reactor order by name`
