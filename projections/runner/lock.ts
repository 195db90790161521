import type { SqlClient } from "#core/kernel"

/** Somebody else is at the same work. */
export class Busy extends Error {
  override readonly name = "Busy"
}

/** The lock, the copy out of the log, what is written meanwhile, and one to end a copy with. */
const CONNECTIONS_MIN = 4

/**
 * Runs something that only one process may do at a time for one projection. The lock belongs to a session, so a killed
 * process gives it back at once, and whoever holds it knows that half-done work it finds is abandoned.
 */
export const withLock = async <A>(
  sql: SqlClient,
  what: "rebuild" | "verify",
  name: string,
  whenBusy: "wait" | "refuse",
  work: () => Promise<A>,
): Promise<A> => {
  const { max } = sql.options
  if (max < CONNECTIONS_MIN) throw new Error(`a ${what} needs a pool of ${CONNECTIONS_MIN} connections, not of ${max}`)
  const connection = await sql.reserve()
  try {
    if (whenBusy === "wait")
      await connection`select pg_advisory_lock(hashtext(${`projections.${what}`}), hashtext(${name}))`
    else {
      const [row] = await connection<Array<{ taken: boolean }>>`
        select pg_try_advisory_lock(hashtext(${`projections.${what}`}), hashtext(${name})) as taken`
      if (!row?.taken) throw new Busy(`another ${what} of ${name} is under way`)
    }
    try {
      return await work()
    } finally {
      await connection`select pg_advisory_unlock(hashtext(${`projections.${what}`}), hashtext(${name}))`
    }
  } finally {
    connection.release()
  }
}
