import { Effect } from "effect"
import type { SqlClient } from "./Sql.ts"

/** Names a lock of PostgreSQL: a kind of work, and the thing it works on. */
export type AdvisoryLock = { readonly work: string; readonly on: string | number }

/** How often the holder of a lock checks that its session still exists. */
const CHECK_MS = 500

/**
 * Runs an effect while this process holds an advisory lock, on a connection of its own; waits while another session holds
 * it. The lock belongs to the session: PostgreSQL releases it when the process is killed. If the session is lost, as in a
 * failover, the effect is interrupted, because another process may take the lock.
 */
export const withAdvisoryLock = <A, E, R>(
  sql: SqlClient,
  lock: AdvisoryLock,
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  holding(
    sql,
    lock,
    (connection, work, on) => connection`select true as held from pg_advisory_lock(hashtext(${work}), hashtext(${on}))`,
    () => effect,
  )

/** Runs an effect like withAdvisoryLock, but skips it and returns null if another session holds the lock. */
export const tryAdvisoryLock = <A, E, R>(
  sql: SqlClient,
  lock: AdvisoryLock,
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<A | null, E, R> =>
  holding(
    sql,
    lock,
    (connection, work, on) => connection`select pg_try_advisory_lock(hashtext(${work}), hashtext(${on})) as held`,
    (isHeld) => (isHeld ? effect : Effect.succeed(null)),
  )

/**
 * Runs an effect while this process holds those of several locks of one kind of work that no other session holds, all on one
 * connection. The effect gets what they are on; without any it is not run.
 */
export const tryAdvisoryLocks = <A, E, R>(
  sql: SqlClient,
  { work, on }: { readonly work: string; readonly on: ReadonlyArray<string> },
  effect: (held: ReadonlyArray<string>) => Effect.Effect<A, E, R>,
): Effect.Effect<A | null, E, R> =>
  Effect.acquireUseRelease(
    Effect.promise(async () => {
      const connection = await sql.reserve()
      try {
        const rows = await connection<Array<{ name: string; held: boolean }>>`
          select name, pg_try_advisory_lock(hashtext(${work}), hashtext(name)) as held
          from unnest(${[...on]}::text[]) as name`
        return { connection, held: rows.filter(({ held }) => held).map(({ name }) => name) }
      } catch (error) {
        connection.release()
        throw error
      }
    }),
    ({ connection, held }): Effect.Effect<A | null, E, R> =>
      held.length === 0 ? Effect.succeed(null) : Effect.raceFirst(effect(held), untilLost(connection)),
    ({ connection, held }) =>
      Effect.promise(async () => {
        await connection`
          select pg_advisory_unlock(hashtext(${work}), hashtext(name)) from unnest(${[...held]}::text[]) as name`
        connection.release()
      }).pipe(Effect.ignore),
  )

/** Dies when the session of a connection is lost. */
const untilLost = (connection: SqlClient): Effect.Effect<never> =>
  Effect.promise(() => connection`select 1`).pipe(Effect.delay(CHECK_MS), Effect.forever)

type Take = (connection: SqlClient, work: string, on: string) => PromiseLike<ReadonlyArray<object>>

const holding = <A, E, R>(
  sql: SqlClient,
  lock: AdvisoryLock,
  take: Take,
  use: (isHeld: boolean) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> => {
  const [work, on] = [lock.work, String(lock.on)]
  return Effect.acquireUseRelease(
    Effect.promise(async () => {
      const connection = await sql.reserve()
      try {
        const [row] = (await take(connection, work, on)) as ReadonlyArray<{ readonly held: boolean }>
        return { connection, isHeld: row?.held === true }
      } catch (error) {
        connection.release()
        throw error
      }
    }),
    ({ connection, isHeld }) => (isHeld ? Effect.raceFirst(use(true), untilLost(connection)) : use(false)),
    ({ connection, isHeld }) =>
      Effect.promise(async () => {
        if (isHeld) await connection`select pg_advisory_unlock(hashtext(${work}), hashtext(${on}))`
        connection.release()
      }).pipe(Effect.ignore),
  )
}
