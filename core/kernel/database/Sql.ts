import { connect as openSocket, type Socket } from "node:net"
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
import { observeQuery } from "../observer.ts"
import { databaseHosts } from "./databaseHosts.ts"
import { countInvalid } from "./invalidQueries.ts"
import { primaryHostsOf } from "./primaryHosts.ts"
import { socketsWithTimeout } from "./socketsWithTimeout.ts"

/** Maximum number of connections that one process opens. */
export const POOL_CONNECTIONS_MAX = 10

export type SqlClient = postgres.Sql<{ readonly [INT8]: number }>
export type SqlTransaction = postgres.TransactionSql<{ readonly [INT8]: number }>
declare const INT8: unique symbol
/** A fragment of a statement. */
export type SqlPart = postgres.PendingQuery<postgres.Row[]>

/**
 * The connection pool of a process. `client` is the driver, for statements that need a lock or a measured plan. `query`
 * runs a statement from a typed builder (`readModels` of #projections/runner) and returns its rows. Failed queries are
 * defects.
 */
export class Sql extends Context.Service<
  Sql,
  {
    readonly client: SqlClient
    readonly query: <Row>(builder: Compilable<Row>) => Effect.Effect<ReadonlyArray<Row>>
  }
>()("core/kernel/Sql") {
  /** A pool on the given database, closed with its scope. */
  static layer(url: string, options: PoolOptions = {}) {
    return Layer.effect(
      Sql,
      Effect.acquireRelease(
        Effect.sync(() => connect(url, options)),
        (client) => Effect.promise(() => client.end({ timeout: 2 })),
      ).pipe(Effect.map(sqlOf)),
    )
  }
}

export const sqlOf = (client: SqlClient) =>
  Sql.of({ client, query: (builder) => Effect.promise(() => runCounted(client, builder)) })

const runCounted = async <Row>(client: SqlClient, builder: Compilable<Row>): Promise<ReadonlyArray<Row>> => {
  try {
    return await runQuery(client, builder)
  } catch (error) {
    countInvalid(error)
    throw error
  }
}

/**
 * Runs a built query as a prepared statement, inside a transaction if one is given. The query is sent when the result
 * is awaited.
 */
export const runQuery = <Row>(
  client: SqlClient | SqlTransaction,
  builder: Compilable<Row>,
): PromiseLike<ReadonlyArray<Row>> => {
  const { sql, parameters } = builder.compile()
  const send = () =>
    client.unsafe<Array<Row & object>>(sql, [...parameters] as Array<postgres.ParameterOrJSON<number>>, {
      prepare: true,
    })
  return observeQuery("select", send)
}

/**
 * Kysely as a statement builder only. Its own driver for postgres.js reserves a connection per query, so queries of one
 * process could not be pipelined.
 */
export const statementsOnly: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

export type PoolOptions = {
  readonly connectionsMax?: number
  /** The application name that the database shows. */
  readonly name?: string
  /** Response timeout in milliseconds, longer than any statement (see socketsWithTimeout). Default: none. */
  readonly answerMsMax?: number | undefined
}

/**
 * Opens a pool whose 64-bit integers are JavaScript numbers and throw beyond 2^53; money is numeric and stays text. If the
 * connection string names several hosts, all connections lead to the primary.
 */
export const connect = (
  url: string,
  { connectionsMax = POOL_CONNECTIONS_MAX, name = "quire", answerMsMax }: PoolOptions = {},
): SqlClient => {
  const options = {
    max: connectionsMax,
    connection: { application_name: name, TimeZone: "UTC" },
    onnotice: () => undefined,
    backoff,
    ...socketOption(url, answerMsMax),
    types: { int8: { to: 20, from: [20], serialize: (value: number) => String(value), parse: parseInt8 } },
  }
  // The driver would try several hosts itself, but without pauses, and its statements would wait until one of them is a
  // primary. So it gets one host, and sockets to the primary.
  return postgres(databaseHosts(url)[0]?.url ?? url, options) as unknown as SqlClient
}

type SocketOption = { readonly socket?: (where: SocketPlace) => Socket | Promise<Socket> }
type SocketPlace = Parameters<ReturnType<typeof socketsWithTimeout>>[0]

const socketOption = (url: string, answerMsMax: number | undefined): SocketOption => {
  const primary = primaryHostsOf(url)
  const timed = answerMsMax === undefined ? undefined : socketsWithTimeout(answerMsMax)
  if (primary === null) return timed === undefined ? {} : { socket: timed }
  const open = ({ host, port }: { readonly host: string; readonly port: number }) => {
    const socket = timed?.({ host: [host], port: [port], path: false }) ?? openSocket(port, host)
    // The driver checks certificates against it.
    return Object.assign(socket, { host })
  }
  return { socket: () => primary.open(open) }
}

/**
 * Seconds between connection attempts. The driver's own backoff grows to twenty seconds, and every statement waits for
 * it.
 */
const backoff = (tries: number): number => Math.min(2 ** tries / 100, BACKOFF_SECONDS_MAX)
const BACKOFF_SECONDS_MAX = 0.5

const parseInt8 = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the safe integers`)
  return value
}
