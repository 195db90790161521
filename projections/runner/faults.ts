import { type SqlClient, type SqlTransaction, toStoredEvent } from "#core/kernel"
import { applyEvents, type Fault, parkKeyOf, WAITS } from "./applyBatch.ts"
import type { Build } from "./Build.ts"
import type { FollowContext } from "./follow.ts"
import type { Projection } from "./Projection.ts"
import { schemaOf } from "./readModel.ts"

/** With more parked keys than this the fault lies with the projection, not with an event: it stops for an operator. */
export const PARKED_KEYS_MAX = 100
/** Events of one key that are tried again in one transaction. */
const RESOLVE_EVENTS_MAX = 1_000

/** The keys of a build whose events wait. */
export const loadParkedKeys = async (sql: SqlClient, name: string, build: number): Promise<Set<string>> => {
  const rows = await sql<Array<{ park_key: string }>>`
    select distinct park_key from es.fault where name = ${name} and build = ${build}`
  return new Set(rows.map(({ park_key }) => park_key))
}

/** Parks events, in the caller's transaction. */
export const park = async (sql: SqlTransaction, name: string, build: number, faults: ReadonlyArray<Fault>): Promise<void> => {
  if (faults.length === 0) return
  const rows = faults.map(({ event, error }) => ({
    name,
    build,
    position: event.position,
    park_key: parkKeyOf(event),
    error: error === WAITS ? null : error,
    attempts: error === WAITS ? 0 : 1,
  }))
  await sql`
    insert into es.fault (name, build, position, park_key, error, attempts)
    select name, build, position, park_key, error, attempts
    from jsonb_populate_recordset(null::es.fault, ${JSON.stringify(rows)}::text::jsonb)
    on conflict do nothing`
}

/**
 * Carries out what operators decided about parked keys: `retry` tries the key's events again in order, `skip` drops
 * the first one and tries the rest. Stops at the first event that fails again. Answers whether anything changed.
 */
export const resolveDecisions = async (context: FollowContext, projection: Projection, held: Build): Promise<boolean> => {
  const { sql } = context
  const decided = await sql<Array<{ park_key: string }>>`
    select distinct park_key from es.fault where name = ${held.name} and build = ${held.build} and decision is not null`
  for (const { park_key } of decided) await resolveKey(context, projection, held, park_key)
  return decided.length > 0
}

const resolveKey = (context: FollowContext, projection: Projection, held: Build, key: string) =>
  context.sql.begin(async (transaction) => {
    const sql = transaction as SqlTransaction
    const { name, build } = held
    const fenced = await sql`select 1 from es.projection
      where name = ${name} and build = ${build} and fence = ${held.fence} and owner = ${context.owner} for update`
    if (fenced.length === 0) return
    const [first] = await sql<Array<{ position: number; decision: string }>>`
      select position, decision from es.fault
      where name = ${name} and build = ${build} and park_key = ${key} order by position limit 1`
    if (first?.decision === "skip") {
      await sql`
        with gone as (delete from es.fault where name = ${name} and build = ${build} and position = ${first.position} returning *)
        insert into es.skipped (name, build, position, park_key, error, decided_by, reason)
        select name, build, position, park_key, error, coalesce(decided_by, ''), reason from gone`
    }
    const rows = await sql<Array<Parameters<typeof toStoredEvent>[0]>>`
      select e.* from es.fault f join es.event e using (position)
      where f.name = ${name} and f.build = ${build} and f.park_key = ${key} order by position limit ${RESOLVE_EVENTS_MAX}`
    const events = rows.map(toStoredEvent)
    await sql.savepoint(async (inner) => {
      const faults = await applyEvents(inner as SqlTransaction, schemaOf(name, build), projection, (event) => context.decode(projection, event), events)
      const [failed] = faults
      const done = events.filter(({ position }) => failed === undefined || position < failed.event.position)
      await inner`delete from es.fault where name = ${name} and build = ${build} and position = any(${done.map(({ position }) => position)})`
      if (failed !== undefined) await noteFailure(inner as SqlTransaction, held, failed.event.position, failed.error)
    }).catch(async (error: unknown) => {
      // The database refused what the events write: the key stays parked with the newer reason.
      const [event] = events
      if (event !== undefined) await noteFailure(sql, held, event.position, error instanceof Error ? error.message : String(error))
    })
  })

const noteFailure = (sql: SqlTransaction, { name, build }: Build, position: number, error: string) => sql`
  update es.fault set attempts = attempts + 1, error = ${error.slice(0, 2_000)}, decision = null
  where name = ${name} and build = ${build} and position = ${position}`
