import type { SqlClient, SqlTransaction } from "../database/Sql.ts"
import { type ClusterIdentity, decideEra, type EraCause, type EraFacts } from "./decideEra.ts"
import type { SeenEvent } from "./seenEvent.ts"

/** An era of the log. Only `eraId` identifies it. */
export type Era = {
  readonly number: number
  readonly eraId: string
  readonly beganAt: Date
  readonly fromPosition: number
  readonly cause: EraCause
}

/** The era in which a process has started, and the newest event that it has read or written since. */
export type KnownLog = { readonly eraId: string; readonly seen: SeenEvent | null }

/**
 * The era of the log. Begins a new one first if events may have been lost, under a lock, so that all processes find the
 * same. Fails on a standby.
 * @param known what this process knows from an era: in a later one, what it has read proves nothing
 */
export const confirmEra = async (sql: SqlClient, known: KnownLog | null): Promise<Era> => {
  const { era, facts, isSynchronous } = await readLog(sql, known)
  const isRecorded = facts.recorded?.isSynchronous === isSynchronous
  if (era !== null && isRecorded && decideEra(facts) === "current") return era
  return (await sql.begin(async (sql) => {
    const transaction = sql as SqlTransaction
    await lockEra(transaction)
    const { era, facts, isSynchronous } = await readLog(transaction, known)
    const decision = decideEra(facts)
    if (era === null || typeof decision === "object")
      return insertEra(
        transaction,
        typeof decision === "object" ? decision.begins : "first",
        facts.cluster,
        isSynchronous,
      )
    await transaction`
      update es.era set timeline = ${facts.cluster.timeline}, is_synchronous = ${isSynchronous}
      where era_id = ${era.eraId}`
    return era
  })) as Era
}

/** Begins a new era after a restore, whatever the cluster looks like. */
export const beginRestoredEra = async (sql: SqlClient): Promise<Era> =>
  (await sql.begin(async (sql) => {
    const transaction = sql as SqlTransaction
    await lockEra(transaction)
    const { facts, isSynchronous } = await readLog(transaction, null)
    return insertEra(transaction, "restored", facts.cluster, isSynchronous)
  })) as Era

/** All eras, the newest first. */
export const listEras = (sql: SqlClient): Promise<ReadonlyArray<Era>> => sql<Array<Era>>`
  select ${columns(sql)} from es.era order by number desc`

const columns = (sql: SqlClient | SqlTransaction) =>
  sql`number, era_id as "eraId", began_at as "beganAt", from_position as "fromPosition", cause`

const lockEra = (sql: SqlTransaction) => sql`select pg_advisory_xact_lock(hashtext('es.era'), 0)`

const insertEra = async (
  sql: SqlTransaction,
  cause: EraCause,
  { systemIdentifier, timeline }: ClusterIdentity,
  isSynchronous: boolean,
): Promise<Era> => {
  const [row] = await sql<Array<Era>>`
    insert into es.era (number, era_id, from_position, cause, system_identifier, timeline, is_synchronous)
    select coalesce(max(number), 0) + 1, gen_random_uuid(), es.head(), ${cause}, ${systemIdentifier}, ${timeline},
      ${isSynchronous} from es.era
    returning ${columns(sql)}`
  if (row === undefined) throw new Error("the era was not inserted")
  return row
}

type Look = { readonly era: Era | null; readonly facts: EraFacts; readonly isSynchronous: boolean }

type LookRow = ClusterIdentity & {
  readonly isSynchronous: boolean
  readonly era: (Omit<Era, "beganAt"> & { readonly beganAt: string; readonly recorded: EraFacts["recorded"] }) | null
  readonly found: string | null
  readonly quietSeconds: number | null
}

/** Commits wait for a standby if one is named and the server waits for it. */
const readLog = async (sql: SqlClient | SqlTransaction, known: KnownLog | null): Promise<Look> => {
  const [row] = await sql<Array<LookRow>>`
    with latest as (select * from es.era order by number desc limit 1), cluster as (
      select (pg_control_system()).system_identifier::text as system_identifier,
        ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline)
    select c.system_identifier as "systemIdentifier", c.timeline,
      current_setting('synchronous_standby_names') <> ''
        and current_setting('synchronous_commit') not in ('off', 'local') as "isSynchronous",
      case when e.number is not null then jsonb_build_object('number', e.number, 'eraId', e.era_id,
        'beganAt', e.began_at, 'fromPosition', e.from_position, 'cause', e.cause, 'recorded', jsonb_build_object(
          'systemIdentifier', e.system_identifier, 'timeline', e.timeline, 'isSynchronous', e.is_synchronous)) end as era,
      (select event_id from es.event where position = ${known?.seen?.position ?? 0}) as found,
      case when e.timeline <> c.timeline then
        (select extract(epoch from now() - max(seen_at))::float8 from cluster.process) end as "quietSeconds"
    from cluster c left join latest e on true`
  if (row === undefined) throw new Error("the database did not answer")
  const { systemIdentifier, timeline, isSynchronous, found, quietSeconds } = row
  const { recorded = null, ...era } = row.era ?? {}
  const seen = row.era?.eraId === known?.eraId ? (known?.seen ?? null) : null
  return {
    era: row.era === null ? null : ({ ...era, beganAt: new Date(row.era.beganAt) } as Era),
    isSynchronous,
    facts: {
      recorded,
      cluster: { systemIdentifier, timeline },
      seen: seen && { eventId: seen.eventId, found },
      quietSeconds,
    },
  }
}
