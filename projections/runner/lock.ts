import { Effect } from "effect"
import { type SqlClient, tryAdvisoryLock, tryAdvisoryLocks, withAdvisoryLock } from "#core/kernel"

/** Another process already runs this work for the projection. */
export class Busy extends Error {
  override readonly name = "Busy"
}

/** For the lock, the copy from the log, the writes, and cancelling the copy. */
const CONNECTIONS_MIN = 4

/** Runs work that only one process may run at a time for one projection. Rejects with Busy if it may not wait. */
export const withLock = async <A>(
  sql: SqlClient,
  what: "rebuild" | "verify",
  name: string,
  whenBusy: "wait" | "refuse",
  work: () => Promise<A>,
): Promise<A> => {
  requireConnections(sql, what)
  const result = Effect.promise(async () => ({ value: await work() }))
  const lock = { work: `projections.${what}`, on: name }
  const done = await Effect.runPromise((whenBusy === "wait" ? withAdvisoryLock : tryAdvisoryLock)(sql, lock, result))
  if (done === null) throw new Busy(`another ${what} of ${name} is running`)
  return done.value
}

/**
 * Runs a rebuild of those projections that no other process rebuilds, given their names. Returns null if there are none.
 */
export const withFreeLocks = async <A>(
  sql: SqlClient,
  names: ReadonlyArray<string>,
  work: (held: ReadonlyArray<string>) => Promise<A>,
): Promise<A | null> => {
  requireConnections(sql, "rebuild")
  const locks = { work: "projections.rebuild", on: names }
  const done = await Effect.runPromise(
    tryAdvisoryLocks(sql, locks, (held) => Effect.promise(async () => ({ value: await work(held) }))),
  )
  return done === null ? null : done.value
}

const requireConnections = (sql: SqlClient, what: string): void => {
  const { max } = sql.options
  if (max < CONNECTIONS_MIN) throw new Error(`a ${what} needs a pool of ${CONNECTIONS_MIN} connections, not of ${max}`)
}
