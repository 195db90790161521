import { type SqlClient, type StoredEvent, toStoredEvent } from "#core/kernel"

/** Events in one transaction of the live path. */
export const BATCH_EVENTS_MAX = 500
/** What they take in the database, compressed, unless a single one takes more. */
export const BATCH_STORED_BYTES_MAX = 1024 * 1024

/** Events of some types in (after, upTo], and the position up to which there are no others. */
export type Window = { readonly events: ReadonlyArray<StoredEvent>; readonly upTo: number }

type EventRow = Parameters<typeof toStoredEvent>[0]

/** Reads events of some types, oldest first, as many as one batch may hold. */
export const readHeard = async (
  sql: SqlClient,
  { types, after, upTo }: { readonly types: ReadonlyArray<string>; readonly after: number; readonly upTo: number },
): Promise<Window> => {
  const rows = await sql<Array<EventRow & { found: number }>>`
    select * from (
      select *, count(*) over () as found,
        sum(pg_column_size(data) + coalesce(pg_column_size(sealed), 0)) over (order by position rows between unbounded preceding and 1 preceding) as bytes_before
      from (select * from es.event where position > ${after} and position <= ${upTo} and type = any(${[...types]})
            order by position limit ${BATCH_EVENTS_MAX}) e) x
    where coalesce(bytes_before, 0) < ${BATCH_STORED_BYTES_MAX} order by position`
  const [first] = rows
  const complete = first === undefined || (rows.length === first.found && first.found < BATCH_EVENTS_MAX)
  return { events: rows.map(toStoredEvent), upTo: complete ? upTo : (rows.at(-1)?.position ?? upTo) }
}
