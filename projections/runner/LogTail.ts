import { type SqlClient, type SqlTransaction, type StoredEvent, seenEvent, toStoredEvent } from "#core/kernel"

/**
 * The end of the log: the watermark and the newest events, read once for all builds that are up to date. Builds that
 * are behind read the log on their own.
 */
export class LogTail {
  /** The last position that may be read. */
  watermark = 0
  /** The last committed position, which may be after the watermark. */
  head = 0
  /** True while appends before the head are still open: read again soon. */
  hasPendingAppends = false
  /**
   * The server that was read, by its start; null before the first read. What was read from a server that is lost may never have
   * reached its standby, so it must not be written to that one.
   */
  server: string | null = null
  private after = Number.POSITIVE_INFINITY
  private newest: Window = { events: [], upTo: 0 }
  private readonly sql: SqlClient
  private readonly types: ReadonlyArray<string>

  constructor(sql: SqlClient, types: ReadonlyArray<string>) {
    this.sql = sql
    this.types = types
  }

  /** Reads the watermark, in a separate statement as es.watermark() requires, then the new events. */
  async advance(): Promise<void> {
    const [row] = await this.sql<Array<{ watermark: number; head: number; server: string }>>`
      select es.watermark() as watermark, es.head() as head, ${startOfServer(this.sql)} as server`
    if (row !== undefined && row.server !== this.server) this.restart(row.server)
    const watermark = Math.max(this.watermark, row?.watermark ?? 0)
    this.head = row?.head ?? 0
    this.hasPendingAppends = watermark < this.head
    if (watermark === this.watermark) return
    if (this.watermark > 0) {
      const after = this.watermark
      this.newest = await readBatch(this.sql, { types: this.types, after, upTo: watermark })
      this.after = after
      const last = this.newest.events.at(-1)
      if (last !== undefined) seenEvent.note(last.position, last.eventId)
    }
    this.watermark = watermark
  }

  /** Forgets what was read from another server. */
  private restart(server: string): void {
    this.server = server
    this.watermark = 0
    this.after = Number.POSITIVE_INFINITY
    this.newest = { events: [], upTo: 0 }
  }

  /** The events of some types in (after, upTo], or as many of them as a batch may hold. */
  async read(types: ReadonlyArray<string>, after: number, upTo: number): Promise<Window> {
    const { newest } = this
    if (after < this.after || upTo > newest.upTo) return readBatch(this.sql, { types, after, upTo })
    return {
      events: newest.events.filter(
        ({ position, type }) => position > after && position <= upTo && types.includes(type),
      ),
      upTo,
    }
  }
}

/** When the server started that answers: another one after a failover, a restart or a crash. */
export const startOfServer = (sql: SqlClient | SqlTransaction) => sql`pg_postmaster_start_time()::text`

/** Events in one transaction of the live path. */
export const BATCH_EVENTS_MAX = 500
/** Stored bytes in one batch, compressed; a single larger event is still read. */
export const BATCH_STORED_BYTES_MAX = 1024 * 1024

/** Events of some types, complete up to the position `upTo`. */
type Window = { readonly events: ReadonlyArray<StoredEvent>; readonly upTo: number }

type EventRow = Parameters<typeof toStoredEvent>[0]

/** Reads events of some types, oldest first, as many as a batch may hold. */
export const readBatch = async (
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
