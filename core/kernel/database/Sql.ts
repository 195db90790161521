import { Context, Effect, Layer } from "effect"
import {
  type Compilable,
  type Dialect,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely"
import postgres from "postgres"
import { socketsWithTimeout } from "./socketsWithTimeout.ts"

/** How many connections one process opens at most. */
export const POOL_CONNECTIONS_MAX = 10

export type SqlClient = postgres.Sql<{ readonly [INT8]: number }>
export type SqlTransaction = postgres.TransactionSql<{ readonly [INT8]: number }>
declare const INT8: unique symbol
/** A part of a statement. */
export type SqlPart = postgres.PendingQuery<postgres.Row[]>

/**
 * The one pool of a process: `client` is the driver, for statements that need a lock or a measured plan; `query` runs what
 * a typed builder made (`readModels` of #projections/runner) and returns its rows. Failing queries are defects.
 */
export class Sql extends Context.Service<
  Sql,
  {
    readonly client: SqlClient
    readonly query: <Row>(builder: Compilable<Row>) => Effect.Effect<ReadonlyArray<Row>>
  }
>()("core/kernel/Sql") {
  /** A pool on the given database, closed with the scope. */
  static layer(url: string, options: PoolOptions = {}) {
    return Layer.effect(
      Sql,
      Effect.acquireRelease(
        Effect.sync(() => connect(url, options)),
        (client) => Effect.promise(() => client.end({ timeout: 2 })),
      ).pipe(
        Effect.map((client) =>
          Sql.of({ client, query: (builder) => Effect.promise(async () => runQuery(client, builder)) }),
        ),
      ),
    )
  }
}

/** Runs a built query as a prepared statement, inside a transaction if one is given. It is sent once it is awaited. */
export const runQuery = <Row>(
  client: SqlClient | SqlTransaction,
  builder: Compilable<Row>,
): PromiseLike<ReadonlyArray<Row>> => {
  const { sql, parameters } = builder.compile()
  return client.unsafe<Array<Row & object>>(sql, [...parameters] as Array<postgres.ParameterOrJSON<number>>, {
    prepare: true,
  })
}

/**
 * Kysely as a builder of statements alone. Its own driver for postgres.js reserves a connection for each query, so
 * queries of one process could not be pipelined.
 */
export const statementsOnly: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
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
    ...(answerMsMax === undefined ? {} : { socket: socketsWithTimeout(answerMsMax) }),
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
