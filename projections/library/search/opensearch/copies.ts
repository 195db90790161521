import type { SqlClient, SqlTransaction } from "#core/kernel"

/** A copy as recorded in the database. */
export type Copy = {
  readonly name: string
  readonly status: "filling" | "following"
  /** Its position in the log. */
  readonly position: number
  readonly filledTo: string
  /** The era of the log in which it was filled or followed; null before the first one was recorded. */
  readonly eraId: string | null
  /** After a new era: the last item that was sent again. Null if all were. */
  readonly resentTo: string | null
  readonly attempts: number
  readonly reason: string | null
}

const columns = (sql: SqlClient | SqlTransaction) =>
  sql`name, status, position, filled_to as "filledTo", era_id as "eraId", resent_to as "resentTo", attempts, reason`

/** All copies, newest last. */
export const listCopies = (sql: SqlClient) => sql<Array<Copy>>`
  select ${columns(sql)} from es.search_copy order by created_at, name`

/**
 * Locks a copy until the transaction ends, so that one process writes it at a time; null if another holds it. Foreign
 * keys to it stay possible.
 */
export const lockCopy = async (transaction: SqlTransaction, name: string): Promise<Copy | null> =>
  (
    await transaction<Array<Copy>>`
    select ${columns(transaction)} from es.search_copy where name = ${name} for no key update skip locked`
  )[0] ?? null

/** The serving copy with its position, or null if this database serves. */
export const servingCopy = async (
  sql: SqlClient,
): Promise<{ readonly name: string; readonly position: number } | null> =>
  (
    await sql<Array<{ name: string; position: number }>>`
    select c.name, c.position from es.search_serving s join es.search_copy c on c.name = s.copy`
  )[0] ?? null

/** Makes a copy serve, or this database if null. */
export const serve = async (sql: SqlClient, name: string | null): Promise<void> => {
  await sql`update es.search_serving set copy = ${name}, switched_at = now()`
}

/** The current era of the log; null before the first one was recorded. */
export const eraIdOf = async (sql: SqlClient): Promise<string | null> =>
  (await sql<Array<{ eraId: string }>>`select era_id as "eraId" from es.era order by number desc limit 1`)[0]?.eraId ??
  null

/** Deletes a copy; the database refuses while it serves. The caller removes its index. */
export const dropCopy = async (sql: SqlClient, name: string): Promise<void> => {
  await sql`delete from es.search_copy where name = ${name}`
}
