import { Effect } from "effect"
import { type SqlClient, tryAdvisoryLock, withAdvisoryLock } from "#core/kernel"

/** Another process runs the same work on this projection. */
export class Busy extends Error {
  override readonly name = "Busy"
}

/** The lock, the copy out of the log, the writes in the meantime, and one to cancel a copy with. */
const CONNECTIONS_MIN = 4

/** Runs work that only one process may run at a time for one projection. Rejects with Busy if it may not wait. */
export const withLock = async <A>(
  sql: SqlClient,
  what: "rebuild" | "verify",
  name: string,
  whenBusy: "wait" | "refuse",
  work: () => Promise<A>,
): Promise<A> => {
  const { max } = sql.options
  if (max < CONNECTIONS_MIN) throw new Error(`a ${what} needs a pool of ${CONNECTIONS_MIN} connections, not of ${max}`)
  const result = Effect.promise(async () => ({ value: await work() }))
  const lock = { work: `projections.${what}`, on: name }
  const done = await Effect.runPromise((whenBusy === "wait" ? withAdvisoryLock : tryAdvisoryLock)(sql, lock, result))
  if (done === null) throw new Busy(`another ${what} of ${name} is running`)
  return done.value
}
