import type { AnyEvent, SqlClient, StoredEvent } from "#core/kernel"
import { parkKeyOf, WAITS, type Fault } from "./applyBatch.ts"
import { copyLog, type Share } from "./copyLog.ts"
import { copyValue } from "./copyText.ts"
import type { Projection } from "./Projection.ts"
import { RowCache } from "./RowCache.ts"
import { loadRows, schemaOf, writeRows } from "./readModel.ts"
import type { Change, Table } from "./Table.ts"

/** Changed rows held in memory before they are written out. */
export const ROWS_IN_MEMORY_MAX = 200_000

/**
 * Fills the empty tables of a build from the log: folds in memory, then copies the rows in. Where the rows outgrow the
 * memory bound they are written out and folded on from the tables. Answers the events that could not be folded.
 */
export const fillBuild = async (
  sql: SqlClient,
  projection: Projection,
  options: {
    readonly build: number
    readonly upTo: number
    readonly share: Share
    readonly decode: (event: StoredEvent) => AnyEvent | Promise<AnyEvent>
    readonly onProgress?: (events: number, position: number) => void
    readonly rowsInMemoryMax?: number
  },
): Promise<{ readonly events: number; readonly faults: ReadonlyArray<Fault> }> => {
  const schema = schemaOf(projection.name, options.build)
  const rowsMax = options.rowsInMemoryMax ?? ROWS_IN_MEMORY_MAX
  const faults: Array<Fault> = []
  const parked = new Set<string>()
  let cache = new RowCache()
  let spilled = false
  let events = 0

  const changesOf = async (event: StoredEvent): Promise<ReadonlyArray<Change> | null> => {
    if (parked.has(parkKeyOf(event))) {
      faults.push({ event, error: WAITS })
      return null
    }
    try {
      const decoded = options.decode(event)
      return projection.fold(decoded instanceof Promise ? await decoded : decoded, event)
    } catch (error) {
      fault(event, error)
      return null
    }
  }
  const fault = (event: StoredEvent, error: unknown) => {
    faults.push({ event, error: error instanceof Error ? error.message : String(error) })
    parked.add(parkKeyOf(event))
  }

  for await (const batch of copyLog(sql, { types: projection.types, after: 0, upTo: options.upTo, share: options.share })) {
    for (const event of batch) {
      const decoded = await changesOf(event)
      if (decoded === null) continue
      if (spilled) for (const [table, keys] of cache.unknown(decoded)) await loadRows(sql, schema, table, keys, cache)
      try {
        cache.apply(decoded)
      } catch (error) {
        fault(event, error)
      }
    }
    events += batch.length
    options.onProgress?.(events, batch.at(-1)?.position ?? 0)
    if (cache.dirtyRows > rowsMax) {
      await (spilled ? writeRows(sql, schema, cache) : copyRows(sql, schema, cache))
      if (!spilled) await addKeys(sql, schema, projection)
      spilled = true
      cache = new RowCache()
    }
  }
  await (spilled ? writeRows(sql, schema, cache) : copyRows(sql, schema, cache))
  return { events, faults }
}

/** Copies the rows of the cache into empty tables. */
const copyRows = async (sql: SqlClient, schema: string, cache: RowCache): Promise<void> => {
  for (const { table, rows } of cache.dirty()) {
    const columns = Object.entries(table.columns)
    const stream = await sql.unsafe(`copy ${schema}.${table.name} (${columns.map(([name]) => name).join(", ")}) from stdin`).writable()
    let chunk = ""
    for (const row of rows) {
      chunk += `${columns.map(([name, column]) => copyValue(row[name], column)).join("\t")}\n`
      if (chunk.length < COPY_CHUNK_CHARS) continue
      if (!stream.write(chunk)) await new Promise((resolve) => stream.once("drain", resolve))
      chunk = ""
    }
    await new Promise<void>((resolve, reject) => {
      stream.once("error", reject)
      stream.once("finish", resolve)
      stream.end(chunk)
    })
  }
}

const COPY_CHUNK_CHARS = 65_536

/** Spilled rows are looked up and upserted from here on, which needs their keys. */
const addKeys = async (sql: SqlClient, schema: string, projection: Projection): Promise<void> => {
  for (const { name, key } of projection.tables as ReadonlyArray<Table>) {
    await sql.unsafe(`create unique index if not exists ${name}_fill on ${schema}.${name} (${key.join(", ")})`)
  }
}
