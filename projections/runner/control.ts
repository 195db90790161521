import type { SqlClient } from "#core/kernel"

/** The builds of a projection that an operator selects: all, or one. */
export type BuildRef = { readonly name: string; readonly build?: number | undefined }

/** Pauses builds. Returns the numbers of those that were running. */
export const pauseBuilds = async (
  sql: SqlClient,
  { name, build }: BuildRef,
  reason: string,
): Promise<ReadonlyArray<number>> =>
  (
    await sql<Array<{ build: number }>>`
      update es.projection set paused = true, reason = ${reason}, updated_at = now()
      where name = ${name} and (${build ?? null}::int is null or build = ${build ?? null}::int)
        and not paused and status <> 'filling'
      returning build`
  ).map((row) => row.build)

/** Resumes paused and faulted builds. Returns their numbers. */
export const resumeBuilds = async (sql: SqlClient, { name, build }: BuildRef): Promise<ReadonlyArray<number>> =>
  (
    await sql<Array<{ build: number }>>`
      update es.projection p set paused = false, reason = null, updated_at = now(),
        status = case when p.status <> 'faulted' then p.status
          when exists (select from es.live l where l.name = p.name and l.build = p.build) then 'live'
          when exists (select from es.live l where l.name = p.name and l.previous = p.build) then 'standby'
          else 'building' end
      where name = ${name} and (${build ?? null}::int is null or build = ${build ?? null}::int) and (paused or status = 'faulted')
      returning build`
  ).map((row) => row.build)

/** A parked key: the event that failed, and the number of events that wait behind it. */
export type ParkedKey = {
  readonly name: string
  readonly build: number
  readonly park_key: string
  readonly position: number
  readonly type: string
  readonly error: string
  readonly attempts: number
  readonly waiting: number
  readonly decision: "retry" | "skip" | null
  readonly parked_at: Date
}

/** All parked keys, oldest first. */
export const listFaults = (sql: SqlClient, name: string | null = null): Promise<ReadonlyArray<ParkedKey>> => sql<
  Array<ParkedKey>
>`
  select f.name, f.build, f.park_key, f.position, e.type, f.error, f.attempts, f.decision, f.parked_at,
    (select count(*) - 1 from es.fault w where w.name = f.name and w.build = f.build and w.park_key = f.park_key) as waiting
  from es.fault f join es.event e using (position)
  where f.error is not null and (${name}::text is null or f.name = ${name}) order by f.name, f.build, f.position`

/** Records a decision for parked keys: retry, or skip the failed event. Returns the keys. */
export const decideFaults = async (
  sql: SqlClient,
  { name, build, key }: BuildRef & { readonly key?: string | undefined },
  decision: { readonly decision: "retry" | "skip"; readonly by: string; readonly reason: string | null },
): Promise<ReadonlyArray<{ readonly build: number; readonly park_key: string }>> => sql`
  update es.fault set decision = ${decision.decision}, decided_by = ${decision.by}, reason = ${decision.reason}
  where name = ${name} and error is not null and (${build ?? null}::int is null or build = ${build ?? null}::int)
    and (${key ?? null}::text is null or park_key = ${key ?? null})
  returning build, park_key`

/** Pauses or resumes a reactor. Returns whether that changed anything. */
export const pauseReactor = async (sql: SqlClient, name: string, paused: boolean): Promise<boolean> =>
  (await sql`update es.reactor set paused = ${paused} where name = ${name} and paused <> ${paused} returning 1`)
    .length > 0

/** Lets a reactor retry its failing event now, without the backoff. Returns the event's position, or null. */
export const retryReactor = async (sql: SqlClient, name: string): Promise<number | null> =>
  (
    await sql<Array<{ failing: number }>>`
      update es.reactor set attempts = 0 where name = ${name} and failing is not null returning failing`
  )[0]?.failing ?? null

/** Moves a reactor past its failing event, and records that. Returns the event's position, or null if none fails. */
export const skipReactor = async (sql: SqlClient, name: string, by: string, reason: string): Promise<number | null> =>
  (
    await sql<Array<{ position: number }>>`
      with failed as (select * from es.reactor where name = ${name} and failing is not null for update),
        noted as (
          insert into es.skipped (name, build, code_hash, position, park_key, error, decided_by, reason)
          select f.name, 0, '', f.failing, e.stream, f.reason, ${by}, ${reason} from failed f join es.event e on e.position = f.failing)
      update es.reactor r set position = f.failing, failing = null, attempts = 0, reason = null
      from failed f where r.name = f.name returning r.position`
  )[0]?.position ?? null
