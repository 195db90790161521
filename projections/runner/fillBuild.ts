import type { AnyEvent, SqlClient, SqlTransaction, StoredEvent } from "#core/kernel"
import { type Decode, type Fault, parkKeyOf, WAITS_BEHIND_FAULT } from "./applyBatch.ts"
import { copyLog, type LogShare } from "./copyLog.ts"
import { copyIn } from "./copyStream.ts"
import { copyValue } from "./copyText.ts"
import { isInfrastructure, messageOf } from "./errors.ts"
import { PARKED_KEYS_MAX } from "./faults.ts"
import { quoteIdentifier, schemaOf, tableIn } from "./names.ts"
import type { FieldReader, Projection } from "./Projection.ts"
import { RowCache } from "./RowCache.ts"
import { COMMIT_LATER, createKeys, loadRows, writeRows } from "./readModel.ts"
import type { Change, Row, Table } from "./Table.ts"

/** Maximum rows in memory, and their approximate bytes, before they are written to the tables. */
export const ROWS_IN_MEMORY_MAX = 500_000
const ROW_BYTES_IN_MEMORY_MAX = 256 * 1024 * 1024
/** Maximum events that a rebuild parks: events that wait behind faults stay in memory. */
const PARKED_EVENTS_MAX = 100_000
const COPY_CHUNK_CHARS = 65_536

export type FillOptions = {
  readonly build: number
  readonly upTo: number
  readonly share: LogShare
  readonly decode: Decode
  readonly onProgress?: (events: number, position: number) => void
  readonly rowsInMemoryMax?: number
}
export type Filled = { readonly events: number; readonly faults: ReadonlyArray<Fault> }

/** So many events failed that the fault is in the projection. */
export class TooManyFaults extends Error {
  override readonly name = "TooManyFaults"
}

/**
 * Fills the empty tables of a build from the log: folds in memory, then copies the rows to the tables. If the rows
 * exceed the memory limit, they are written earlier and then folded from the tables. Returns the events that failed.
 */
export const fillBuild = (sql: SqlClient, projection: Projection, options: FillOptions): Promise<Filled> =>
  new Filling(sql, projection, options).run()

class Filling {
  private cache = new RowCache()
  private isSpilled = false
  private events = 0
  private readonly faults: Array<Fault> = []
  private readonly parked = new Set<string>()
  private skipped: ReadonlySet<number> = new Set()
  private readonly schema: string
  private readonly sql: SqlClient
  private readonly projection: Projection
  private readonly options: FillOptions

  constructor(sql: SqlClient, projection: Projection, options: FillOptions) {
    this.sql = sql
    this.projection = projection
    this.options = options
    this.schema = schemaOf(projection.name, options.build)
  }

  async run(): Promise<Filled> {
    const { sql, projection, options } = this
    const { name, codeHash, types } = projection
    const skipped = await sql<Array<{ position: number }>>`
      select position from es.skipped where name = ${name} and code_hash = ${codeHash}`
    this.skipped = new Set(skipped.map(({ position }) => position))
    const parts = fieldsOf(projection)
    for await (const batch of copyLog(sql, { types, after: 0, upTo: options.upTo, share: options.share, parts })) {
      await this.fold(batch)
      this.events += batch.length
      options.onProgress?.(this.events, batch.at(-1)?.position ?? 0)
      if (
        this.cache.rows > (options.rowsInMemoryMax ?? ROWS_IN_MEMORY_MAX) ||
        this.cache.bytes > ROW_BYTES_IN_MEMORY_MAX
      )
        await this.spill()
    }
    await this.writeOut()
    return { events: this.events, faults: this.faults }
  }

  private async fold(batch: ReadonlyArray<StoredEvent>): Promise<void> {
    for (const [index, event] of batch.entries()) {
      const decoded = this.decode(event)
      // The rest of the batch is decrypted and loaded together, so there is one wait.
      if (decoded instanceof Promise || this.isSpilled) return this.foldLoaded(batch.slice(index))
      this.apply(event, this.changesOf(event, decoded))
    }
  }

  /** Decrypts events and loads the needed rows, then folds. */
  private async foldLoaded(batch: ReadonlyArray<StoredEvent>): Promise<void> {
    const decoded = await Promise.all(batch.map((event) => this.decode(event)))
    const folded = batch.map((event, index) => this.changesOf(event, decoded[index] as AnyEvent | Failed))
    if (this.isSpilled) {
      const changes = folded.flatMap((each) => (each instanceof Failed ? [] : each))
      for (const [table, keys] of this.cache.unknown(changes))
        await loadRows(this.sql, this.schema, table, keys, this.cache)
    }
    for (const [index, event] of batch.entries()) this.apply(event, folded[index] ?? [])
  }

  private decode(event: StoredEvent): AnyEvent | Failed | Promise<AnyEvent | Failed> {
    try {
      const part = this.projection.fieldReaderOf(event.type)
      if (part !== undefined) return partialEvent(event, part)
      const decoded = this.options.decode(this.projection, event)
      return decoded instanceof Promise ? decoded.catch(Failed.of) : decoded
    } catch (error) {
      return Failed.of(error)
    }
  }

  private changesOf(event: StoredEvent, decoded: AnyEvent | Failed): ReadonlyArray<Change> | Failed {
    if (decoded instanceof Failed) return decoded
    try {
      return this.projection.fold(decoded, event)
    } catch (error) {
      return Failed.of(error)
    }
  }

  private apply(event: StoredEvent, folded: ReadonlyArray<Change> | Failed): void {
    if (this.parked.size > 0 && this.parked.has(parkKeyOf(event))) this.fault(event, WAITS_BEHIND_FAULT)
    else if (folded instanceof Failed) this.fault(event, folded.reason)
    else {
      try {
        this.cache.apply(folded)
      } catch (error) {
        this.fault(event, messageOf(error))
      }
    }
  }

  private fault(event: StoredEvent, error: string): void {
    if (error !== WAITS_BEHIND_FAULT && this.skipped.has(event.position)) return
    const key = parkKeyOf(event)
    this.faults.push({ position: event.position, key, error })
    this.parked.add(key)
    if (this.parked.size > PARKED_KEYS_MAX || this.faults.length > PARKED_EVENTS_MAX) {
      const first = this.faults[0]
      throw new TooManyFaults(
        `${this.projection.name}: ${this.faults.length} events of ${this.parked.size} keys cannot be folded; the first at position ${first?.position}: ${first?.error}`,
      )
    }
  }

  private async spill(): Promise<void> {
    await this.writeOut()
    // From here on rows are looked up and upserted, which needs primary keys.
    if (!this.isSpilled) await createKeys(this.sql, this.projection, this.options.build)
    this.isSpilled = true
    this.cache = new RowCache()
  }

  private async writeOut(): Promise<void> {
    if (this.isSpilled) return writeRows(this.sql, this.schema, this.cache)
    await this.sql.begin(async (transaction) => {
      await transaction.unsafe(COMMIT_LATER)
      for (const { table, rows } of this.cache.dirty()) {
        const list = Object.keys(table.columns).map(quoteIdentifier).join(", ")
        const statement = `copy ${tableIn(this.schema, table.name)} (${list}) from stdin`
        await copyIn(transaction as SqlTransaction, statement, copyLines(table, rows))
      }
    })
  }
}

/** The types with only one needed field, with that field. */
const fieldsOf = ({ types, fieldReaderOf }: Projection): ReadonlyMap<string, string> =>
  new Map(
    types.flatMap((type) => {
      const part = fieldReaderOf(type)
      return part === undefined ? [] : [[type, part.field] as const]
    }),
  )

const partialEvent = ({ type, data }: StoredEvent, { field, read }: FieldReader): AnyEvent => ({
  _tag: type,
  [field]: read((data as Readonly<Record<string, unknown>>)[field]),
})

/** Why an event has no changes. Infrastructure errors are thrown instead. */
class Failed {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }

  static of(error: unknown): Failed {
    if (isInfrastructure(error)) throw error
    return new Failed(messageOf(error))
  }
}

function* copyLines(table: Table, rows: ReadonlyArray<Row>): Generator<string> {
  const columns = Object.entries(table.columns)
  let chunk = ""
  for (const row of rows) {
    chunk += `${columns.map(([name, column]) => copyValue(row[name], column)).join("\t")}\n`
    if (chunk.length < COPY_CHUNK_CHARS) continue
    yield chunk
    chunk = ""
  }
  if (chunk !== "") yield chunk
}
