import type { SqlClient } from "#core/kernel"

type Reserved = Awaited<ReturnType<SqlClient["reserve"]>>

/**
 * Shows other runners that this one is alive, by a session lock that PostgreSQL releases as soon as its process is
 * gone. The next runner then does not wait for leases to expire.
 */
export class Presence {
  private connection: Reserved | null = null
  private readonly sql: SqlClient
  private readonly owner: string

  constructor(sql: SqlClient, owner: string) {
    this.sql = sql
    this.owner = owner
  }

  /** Takes the lock, or checks that it is still held. */
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

/** SQL condition: the runner in the column `owner` is gone. */
export const isRunnerGone = (sql: SqlClient) => sql`not exists (
  select from pg_locks where locktype = 'advisory' and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())
    and classid::bigint = hashtext('projections.runner')::bigint & 4294967295
    and objid::bigint = hashtext(owner)::bigint & 4294967295)`

/** A lost reserved connection must not be returned to the pool. */
const isOpen = async (connection: Reserved): Promise<boolean> => {
  try {
    await connection`select 1`
    return true
  } catch {
    return false
  }
}
