import type { SqlClient } from "#core/kernel"

type Reserved = Awaited<ReturnType<SqlClient["reserve"]>>

/**
 * Shows other runners that this one lives: a session lock that PostgreSQL drops the moment its process is gone, so that
 * the next one need not wait for leases to run out.
 */
export class Presence {
  private connection: Reserved | null = null
  private readonly sql: SqlClient
  private readonly owner: string

  constructor(sql: SqlClient, owner: string) {
    this.sql = sql
    this.owner = owner
  }

  /** Takes the lock, or sees that it is still there. */
  async show(): Promise<void> {
    if (this.connection !== null && (await isOpen(this.connection))) return
    this.connection = await this.sql.reserve()
    await this.connection`select pg_advisory_lock_shared(hashtext('projections.runner'), hashtext(${this.owner}))`
  }

  async end(): Promise<void> {
    const { connection } = this
    this.connection = null
    if (connection === null || !(await isOpen(connection))) return
    await connection`select pg_advisory_unlock_shared(hashtext('projections.runner'), hashtext(${this.owner}))`
    connection.release()
  }
}

/** SQL: the runner that the column `owner` names does not show itself any more. */
export const isGone = (sql: SqlClient) => sql`not exists (
  select from pg_locks where locktype = 'advisory' and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())
    and classid::bigint = hashtext('projections.runner')::bigint & 4294967295
    and objid::bigint = hashtext(owner)::bigint & 4294967295)`

/** A reserved connection that was lost must not be given back to the pool. */
const isOpen = async (connection: Reserved): Promise<boolean> => {
  try {
    await connection`select 1`
    return true
  } catch {
    return false
  }
}
