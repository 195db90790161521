import { once } from "node:events"
import type { Readable, Writable } from "node:stream"
import type { SqlClient, SqlTransaction } from "#core/kernel"

/**
 * Reads the log by its key. PostgreSQL underestimates the rows of a worker's share, and would sort them on disk with
 * parallel workers while the other cores are busy.
 */
const IN_ORDER = "begin read only; set local enable_sort = off; set local max_parallel_workers_per_gather = 0"

/**
 * Yields the output of a `copy ... to stdout`. If the consumer stops early, the statement is cancelled, so that the
 * connection can be reused.
 */
export async function* copyOut(sql: SqlClient, statement: string): AsyncGenerator<Buffer> {
  const connection = await sql.reserve()
  try {
    const [backend] = await connection<Array<{ pid: number }>>`select pg_backend_pid() as pid`
    await connection.unsafe(IN_ORDER)
    const stream = await connection.unsafe(statement).readable()
    // An error may arrive before the stream is read; the iterator throws it.
    stream.on("error", () => undefined)
    let ended = false
    try {
      // Destroying a flowing stream would block its connection permanently.
      yield* stream.iterator({ destroyOnReturn: false })
      ended = true
    } finally {
      if (!ended) await endCopy(sql, stream, backend?.pid ?? 0)
      // The driver pauses its socket if rows arrive faster than they are read, and does not resume it at the end.
      stream._read(0)
      // A late cancellation hits this statement instead of the next one on the connection.
      if (!ended) await connection`select 1`.catch(() => undefined)
      await connection`rollback`.catch(() => undefined)
    }
  } finally {
    connection.release()
  }
}

const endCopy = async (sql: SqlClient, stream: Readable, pid: number): Promise<void> => {
  if (stream.closed) return
  const closed = once(stream, "close").catch(() => undefined)
  await sql`select pg_cancel_backend(${pid})`
  stream.resume()
  await closed
}

/**
 * Sends text to a `copy ... from stdin` and waits until it is complete. Throws the error of the database. The driver
 * resolves the query as soon as the stream is open, and loses errors after the last line, so errors are caught where
 * the driver rejects the query.
 */
export const copyIn = async (
  sql: SqlClient | SqlTransaction,
  statement: string,
  chunks: Iterable<string>,
): Promise<void> => {
  const query = sql.unsafe(statement) as unknown as Rejectable & { writable(): Promise<Writable> }
  const { reject } = query
  let refuse: (error: unknown) => void = () => undefined
  const refused = new Promise<never>((_, rejected) => {
    refuse = rejected
  })
  refused.catch(() => undefined)
  query.reject = (error) => {
    refuse(error)
    reject.call(query, error)
  }
  const stream = await query.writable()
  stream.on("error", refuse)
  const taken = new Promise<void>((resolve) => stream.once("finish", resolve))
  try {
    for (const chunk of chunks) {
      if (stream.destroyed) break
      if (!stream.write(chunk))
        await Promise.race([refused, new Promise<void>((resolve) => stream.once("drain", resolve))])
    }
    if (!stream.destroyed) stream.end()
  } catch (error) {
    stream.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  }
  await Promise.race([refused, taken])
}

type Rejectable = { reject(error: unknown): void }
