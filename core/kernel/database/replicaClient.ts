import type postgres from "postgres"
import { isReplicaFault } from "./databaseErrors.ts"
import type { SqlClient } from "./Sql.ts"

/** What the driver keeps in a query and does not declare. */
type Pending = postgres.PendingQuery<postgres.Row[]> & {
  resolve: (rows: unknown) => void
  reject: (error: unknown) => void
  isRaw?: boolean | "values"
  cursorFn?: unknown
  forEachFn?: unknown
}

/** They need the primary: transactions may write, and locks and notifications exist only there. */
const ON_PRIMARY: ReadonlySet<string | symbol> = new Set(["begin", "reserve", "listen", "notify", "subscribe", "end"])

/** Where a client of `replicaClient` sends its statements. */
type Route = {
  readonly replica: SqlClient
  readonly primary: SqlClient
  readonly note: (error: unknown) => void
}
const routes = new WeakMap<SqlClient, Route>()

/** The two pools behind a client, for work on a connection of its own; undefined if it has only one. */
export const routeOf = (client: SqlClient): Route | undefined => routes.get(client)

/**
 * A client that sends statements to a replica. A statement that the replica cancels or cannot run is sent once more, to
 * the primary.
 * @param note called for each statement that is sent again
 */
export const replicaClient = (replica: SqlClient, primary: SqlClient, note: (error: unknown) => void): SqlClient => {
  const guarded = (made: unknown, again: () => unknown) => {
    const query = made as Pending
    const { reject } = query
    query.reject = (error) => {
      const isStreamed = query.cursorFn != null || query.forEachFn != null
      if (isStreamed || !isReplicaFault(error)) return reject(error)
      note(error)
      const second = again() as Pending
      if (query.isRaw !== undefined) second.isRaw = query.isRaw
      second.then(query.resolve, reject)
    }
    return query
  }
  const routed = new Proxy(replica, {
    apply: (target, self, given: Array<unknown>) => {
      const made = Reflect.apply(target, self, given)
      const [strings] = given
      // Not a name or a list of values.
      const isStatement = Array.isArray(strings) && "raw" in strings
      return isStatement ? guarded(made, () => Reflect.apply(primary, primary, given)) : made
    },
    get: (target, key) => {
      if (ON_PRIMARY.has(key)) return Reflect.get(primary, key)
      if (key !== "unsafe") return Reflect.get(target, key)
      return (...given: Parameters<SqlClient["unsafe"]>) =>
        guarded(target.unsafe(...given), () => primary.unsafe(...given))
    },
  })
  routes.set(routed, { replica, primary, note })
  return routed
}
