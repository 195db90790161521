import { type SqlTransaction, toStoredEvent } from "#core/kernel"
import { applyEvents, type DecodedEvent, decodeChanges, type Fault, WAITS_BEHIND_FAULT } from "./applyBatch.ts"
import type { Build } from "./Build.ts"
import type { FollowContext } from "./context.ts"
import { isRefusedData, messageOf } from "./errors.ts"
import type { Projection } from "./Projection.ts"

/** With more parked keys, the fault is in the projection and not in an event: the build stops for an operator. */
export const PARKED_KEYS_MAX = 100
/** Events of one key that are retried in one transaction. */
const RESOLVE_EVENTS_MAX = 500

/** Parks events, in the caller's transaction. */
export const parkEvents = async (
  sql: SqlTransaction,
  name: string,
  build: number,
  faults: ReadonlyArray<Fault>,
): Promise<void> => {
  for (let from = 0; from < faults.length; from += PARK_ROWS_MAX) {
    const rows = faults.slice(from, from + PARK_ROWS_MAX).map(({ position, key, error }) => ({
      position,
      park_key: key,
      error: error === WAITS_BEHIND_FAULT ? null : error,
      attempts: error === WAITS_BEHIND_FAULT ? 0 : 1,
    }))
    await sql`
      insert into es.fault (name, build, position, park_key, error, attempts)
      select ${name}, ${build}::int, position, park_key, error, attempts
      from jsonb_populate_recordset(null::es.fault, ${JSON.stringify(rows)}::text::jsonb)
      on conflict do nothing`
  }
}
const PARK_ROWS_MAX = 5_000

/**
 * Applies the decisions of operators about parked keys: `retry` tries the key's events again in order, `skip` drops the
 * first one and tries the rest. Stops at the first event that fails again.
 */
export const resolveDecisions = async (context: FollowContext, projection: Projection, held: Build): Promise<void> => {
  const decided = await context.sql<Array<{ park_key: string }>>`
    select park_key from es.fault
    where name = ${held.name} and build = ${held.build} and error is not null and decision is not null order by position`
  for (const { park_key } of decided) {
    while (await resolveSome(context, projection, held, park_key));
  }
}

/** Tries the first events of a key. Returns true if all of them succeeded and more are waiting. */
const resolveSome = async (
  context: FollowContext,
  projection: Projection,
  held: Build,
  key: string,
): Promise<boolean> => {
  const { name, build } = held
  const waiting = await context.sql<Array<Parameters<typeof toStoredEvent>[0] & { decision: string | null }>>`
    select e.*, f.decision from es.fault f join es.event e using (position)
    where f.name = ${name} and f.build = ${build} and f.park_key = ${key} order by position limit ${RESOLVE_EVENTS_MAX}`
  const folded = await decodeChanges(projection, context.decode, waiting.map(toStoredEvent))
  const skip = waiting[0]?.decision === "skip" ? waiting[0].position : null
  return context.sql.begin(async (sql) => {
    const transaction = sql as SqlTransaction
    const ours = await sql`
      select from es.projection where name = ${name} and build = ${build} and fence = ${held.fence} and owner = ${context.owner}
        and not paused and (hold_at is null or hold_until < now()) for update`
    if (ours.length === 0) return false
    if (skip !== null) await setAside(transaction, projection, build, skip)
    const failed = await tryAgain(
      transaction,
      projection,
      build,
      folded.filter(({ event }) => event.position !== skip),
    )
    if (failed !== null) {
      await noteFailure(transaction, name, build, failed)
      return false
    }
    const next = await sql`
      update es.fault set decision = 'retry', error = coalesce(error, ${WAITS_BEHIND_FAULT})
      where name = ${name} and build = ${build} and position = (
        select position from es.fault where name = ${name} and build = ${build} and park_key = ${key} order by position limit 1)
      returning 1`
    return next.length > 0
  })
}

/** Applies parked events and deletes the successful ones from the list. Returns the first one that failed again. */
const tryAgain = async (
  sql: SqlTransaction,
  projection: Projection,
  build: number,
  folded: ReadonlyArray<DecodedEvent>,
): Promise<Fault | null> => {
  let failed: Fault | null = null
  try {
    const faults = await sql.savepoint((inner) =>
      applyEvents(inner as SqlTransaction, projection, build, folded, Promise.resolve(true)),
    )
    failed = faults?.[0] ?? null
  } catch (error) {
    const [first] = folded
    if (!isRefusedData(error) || first === undefined) throw error
    // The database rejected the data of one event: try the first one alone to find it.
    if (folded.length > 1) {
      const failedFirst = await tryAgain(sql, projection, build, [first])
      return failedFirst ?? (await tryAgain(sql, projection, build, folded.slice(1)))
    }
    return { position: first.event.position, key: first.event.stream, error: messageOf(error) }
  }
  const done = folded.flatMap(({ event }) =>
    failed === null || event.position < failed.position ? event.position : [],
  )
  await sql`delete from es.fault where name = ${projection.name} and build = ${build} and position = any(${done})`
  return failed
}

const setAside = (sql: SqlTransaction, { name, codeHash }: Projection, build: number, position: number) => sql`
  with gone as (delete from es.fault where name = ${name} and build = ${build} and position = ${position} returning *)
  insert into es.skipped (name, build, code_hash, position, park_key, error, decided_by, reason)
  select name, build, ${codeHash}, position, park_key, error, decided_by, reason from gone`

const noteFailure = (sql: SqlTransaction, name: string, build: number, { position, error }: Fault) => sql`
  update es.fault set attempts = attempts + 1, error = ${error}, decision = null
  where name = ${name} and build = ${build} and position = ${position}`
