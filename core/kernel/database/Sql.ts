import { Context, Effect, Layer } from "effect"
import { Kysely } from "kysely"
import { PostgresJSDialect } from "kysely-postgres-js"
import postgres from "postgres"
import { impatientSockets } from "./impatientSockets.ts"

/** How many connections one process opens at most. */
export const POOL_CONNECTIONS_MAX = 10

export type SqlClient = postgres.Sql<{ readonly [INT8]: number }>
export type SqlTransaction = postgres.TransactionSql<{ readonly [INT8]: number }>
declare const INT8: unique symbol
/** A part of a statement. */
export type SqlPart = postgres.PendingQuery<postgres.Row[]>

/**
 * The one pool of a process. `client` is the driver for what the kernel and the runner do; `run` is for queries:
 * the parameter of the function that it takes declares whose tables the query reads.
 */
export class Sql extends Context.Service<
  Sql,
  {
    readonly client: SqlClient
    run<Tables, A>(query: (db: Kysely<Tables>) => { execute(): Promise<A> }): Effect.Effect<A>
  }
>()("core/kernel/Sql") {
  /** A pool on the given database, closed with the scope. Failing queries are defects. */
  static layer(url: string, options: PoolOptions = {}) {
    return Layer.effect(
      Sql,
      Effect.acquireRelease(
        Effect.sync(() => connect(url, options)),
        (client) => Effect.promise(() => client.end({ timeout: 2 })),
      ).pipe(
        Effect.map((client) => {
          const kysely = new Kysely<never>({ dialect: new PostgresJSDialect({ postgres: client as postgres.Sql }) })
          return Sql.of({
            client,
            run: <Tables, A>(query: (db: Kysely<Tables>) => { execute(): Promise<A> }) =>
              Effect.promise(() => query(kysely as unknown as Kysely<Tables>).execute()),
          })
        }),
      ),
    )
  }
}

export type PoolOptions = {
  readonly connectionsMax?: number
  /** What the database calls it. */
  readonly name?: string
  /** No statement takes longer: one that does is lost. Without it statements may take as long as they like. */
  readonly answerMsMax?: number | undefined
}

/** Opens a pool whose 64-bit integers are JavaScript numbers and throw beyond 2^53; money is numeric and stays text. */
export const connect = (
  url: string,
  { connectionsMax = POOL_CONNECTIONS_MAX, name = "quire", answerMsMax }: PoolOptions = {},
): SqlClient =>
  postgres(url, {
    max: connectionsMax,
    connection: { application_name: name, TimeZone: "UTC" },
    onnotice: () => undefined,
    backoff,
    ...(answerMsMax === undefined ? {} : { socket: impatientSockets(answerMsMax) }),
    types: { int8: { to: 20, from: [20], serialize: (value: number) => String(value), parse: parseInt8 } },
  }) as unknown as SqlClient

/** Seconds between tries to connect; the driver's own pauses grow to twenty, and every statement waits for them. */
const backoff = (tries: number): number => Math.min(2 ** tries / 100, BACKOFF_SECONDS_MAX)
const BACKOFF_SECONDS_MAX = 0.5

const parseInt8 = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the safe integers`)
  return value
}
