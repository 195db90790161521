import { Effect } from "effect"
import { isReplicaFault } from "./databaseErrors.ts"
import { routeOf } from "./replicaClient.ts"
import { Sql, type SqlClient } from "./Sql.ts"

/**
 * Runs a read whose interruption cancels the statement in the database. The connection stays reserved until a pending
 * cancellation has arrived, so that it cannot cancel another statement.
 */
export const cancellable = Effect.fn("cancellable")(function* <Row>(
  run: (sql: SqlClient) => PromiseLike<ReadonlyArray<Row>>,
) {
  const { client } = yield* Sql
  const route = routeOf(client)
  if (route === undefined) return yield* Effect.promise((signal) => askOn(client, run, signal))
  return yield* Effect.promise((signal) =>
    askOn(route.replica, run, signal).catch((error: unknown) => {
      if (signal.aborted || !isReplicaFault(error)) throw error
      route.note(error)
      return askOn(route.primary, run, signal)
    }),
  )
})

const askOn = async <Row>(
  client: SqlClient,
  run: (sql: SqlClient) => PromiseLike<ReadonlyArray<Row>>,
  signal: AbortSignal,
): Promise<ReadonlyArray<Row>> => {
  const own = await client.reserve()
  let cancelled: Promise<unknown> = Promise.resolve()
  try {
    signal.throwIfAborted()
    // Both are sent at once, so reading the backend's id costs no extra round trip.
    const backend = own<Array<{ pid: number }>>`select pg_backend_pid() as pid`
    const cancel = () => {
      cancelled = backend.then(([row]) => client`select pg_cancel_backend(${row?.pid ?? 0})`).catch(() => undefined)
    }
    signal.addEventListener("abort", cancel, { once: true })
    try {
      const [, rows] = await Promise.all([backend, run(own)])
      return rows
    } finally {
      signal.removeEventListener("abort", cancel)
    }
  } finally {
    await cancelled
    own.release()
  }
}
