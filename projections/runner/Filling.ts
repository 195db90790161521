import type { AnyEvent, SqlClient, SqlTransaction, StoredEvent } from "#core/kernel"
import { type Decode, type Fault, parkKeyOf, WAITS_BEHIND_FAULT } from "./applyBatch.ts"
import { copyIn } from "./copyStream.ts"
import { copyValue } from "./copyText.ts"
import { isInfrastructure, messageOf } from "./errors.ts"
import { PARKED_KEYS_MAX, parkEvents } from "./faults.ts"
import { quoteIdentifier, schemaOf, tableIn } from "./names.ts"
import type { FieldReader, Projection } from "./Projection.ts"
import { RowCache } from "./RowCache.ts"
import { COMMIT_LATER, createKeys, loadRows, writeRows } from "./readModel.ts"
import type { Change, Row, Table } from "./Table.ts"

/** Maximum events that a rebuild parks: events that wait behind faults stay in memory. */
const PARKED_EVENTS_MAX = 100_000
const COPY_CHUNK_CHARS = 65_536

/** So many events failed that the fault is in the projection. */
export class TooManyFaults extends Error {
  override readonly name = "TooManyFaults"
}

/** What a build has after its events: how many were read, and those that failed. */
export type Filled = { readonly events: number; readonly faults: ReadonlyArray<Fault> }

/** A build to fill with the events in `after < position <= upTo`. */
export type FillTarget = {
  readonly projection: Projection
  readonly build: number
  /** The position of its last checkpoint, 0 for an empty build. */
  readonly after: number
  readonly upTo: number
  /** False if others fill the same build: then no position holds for it. */
  readonly keepsPosition: boolean
}

/**
 * Fills the tables of one build: folds events in memory, and writes rows when it must: at the end, at a checkpoint, or if
 * the memory is needed.
 */
export class Filling {
  readonly target: FillTarget
  private readonly sql: SqlClient
  private readonly schema: string
  private cache = new RowCache()
  /** Whether the cache has every row of the build, so that none has to be looked up. */
  private isComplete: boolean
  private hasWritten: boolean
  private events = 0
  private readonly faults: Array<Fault> = []
  /** How many of the faults are stored. */
  private storedFaults = 0
  /** Events that were parked before the last checkpoint. */
  private parkedBefore = 0
  private readonly parked = new Set<string>()
  private skipped: ReadonlySet<number> = new Set()

  constructor(sql: SqlClient, target: FillTarget) {
    this.sql = sql
    this.target = target
    this.schema = schemaOf(target.projection.name, target.build)
    this.isComplete = target.after === 0
    this.hasWritten = target.after > 0
  }

  get rows(): number {
    return this.cache.rows
  }

  /** Their approximate size. */
  get bytes(): number {
    return this.cache.bytes
  }

  get filled(): Filled {
    return { events: this.events, faults: this.faults }
  }

  /** Reads what operators skipped, and what earlier parts of this rebuild parked. */
  async begin(): Promise<void> {
    const { projection, build, after } = this.target
    const { name, codeHash } = projection
    const skipped = await this.sql<Array<{ position: number }>>`
      select position from es.skipped where name = ${name} and code_hash = ${codeHash}`
    this.skipped = new Set(skipped.map(({ position }) => position))
    if (after === 0) return
    const parked = await this.sql<Array<{ park_key: string; events: number }>>`
      select park_key, count(*)::int as events from es.fault where name = ${name} and build = ${build} group by park_key`
    for (const { park_key, events } of parked) {
      this.parked.add(park_key)
      this.parkedBefore += events
    }
    await createKeys(this.sql, projection, build)
  }

  /** Folds events of the projection's types, in the order of the log. */
  async take(batch: ReadonlyArray<StoredEvent>, decode: Decode): Promise<void> {
    const { after, upTo } = this.target
    const isInside = (event: StoredEvent | undefined) =>
      event !== undefined && event.position > after && event.position <= upTo
    const mine = isInside(batch[0]) && isInside(batch.at(-1)) ? batch : batch.filter((event) => isInside(event))
    this.events += mine.length
    for (const [index, event] of mine.entries()) {
      const decoded = this.decode(event, decode)
      // The rest of the batch is decrypted and loaded together, so there is one wait.
      if (decoded instanceof Promise || !this.isComplete) return this.foldLoaded(mine.slice(index), decode)
      this.apply(event, this.changesOf(event, decoded))
    }
  }

  /** Writes all changed rows, so that a rebuild that is killed continues after this position. */
  async checkpoint(position: number): Promise<void> {
    const { projection, build } = this.target
    await this.write(position)
    this.cache.markWritten()
    // From here on rows are upserted, which needs primary keys.
    if (!this.hasWritten) await createKeys(this.sql, projection, build)
    this.hasWritten = true
  }

  /** Frees the memory of its rows; from here on they are looked up in the tables. */
  async spill(position: number): Promise<void> {
    await this.checkpoint(position)
    this.isComplete = false
    this.cache = new RowCache()
  }

  /** Writes what is not written yet. Nothing can be added afterwards. */
  async finish(): Promise<void> {
    await this.write(this.target.upTo)
    this.discard()
  }

  /** Frees the memory. */
  discard(): void {
    this.cache = new RowCache()
  }

  /** Decrypts events and loads the needed rows, then folds. */
  private async foldLoaded(batch: ReadonlyArray<StoredEvent>, decode: Decode): Promise<void> {
    const decoded = await Promise.all(batch.map((event) => this.decode(event, decode)))
    const folded = batch.map((event, index) => this.changesOf(event, decoded[index] as AnyEvent | Failed))
    if (!this.isComplete) {
      const changes = folded.flatMap((each) => (each instanceof Failed ? [] : each))
      for (const [table, keys] of this.cache.unknown(changes))
        await loadRows(this.sql, this.schema, table, keys, this.cache)
    }
    for (const [index, event] of batch.entries()) this.apply(event, folded[index] ?? [])
  }

  private decode(event: StoredEvent, decode: Decode): AnyEvent | Failed | Promise<AnyEvent | Failed> {
    try {
      const part = this.target.projection.fieldReaderOf(event.type)
      if (part !== undefined) return partialEvent(event, part)
      const decoded = decode(this.target.projection, event)
      return decoded instanceof Promise ? decoded.catch(Failed.of) : decoded
    } catch (error) {
      return Failed.of(error)
    }
  }

  private changesOf(event: StoredEvent, decoded: AnyEvent | Failed): ReadonlyArray<Change> | Failed {
    if (decoded instanceof Failed) return decoded
    try {
      return this.target.projection.fold(decoded, event)
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
    const events = this.parkedBefore + this.faults.length
    if (this.parked.size > PARKED_KEYS_MAX || events > PARKED_EVENTS_MAX) {
      const first = this.faults[0]
      throw new TooManyFaults(
        `${this.target.projection.name}: ${events} events of ${this.parked.size} keys cannot be folded; the first at position ${first?.position}: ${first?.error}`,
      )
    }
  }

  /** Writes changed rows and, where a position holds for the build, that it has reached this one. */
  private async write(position: number): Promise<void> {
    const { projection, build, upTo, keepsPosition } = this.target
    await this.sql.begin(async (sql) => {
      const transaction = sql as SqlTransaction
      await transaction.unsafe(COMMIT_LATER)
      await this.writeChanged(transaction)
      if (!keepsPosition) return
      await parkEvents(transaction, projection.name, build, this.faults.slice(this.storedFaults))
      await transaction`
        update es.projection set position = ${Math.min(position, upTo)}, updated_at = now()
        where name = ${projection.name} and build = ${build} and status = 'filling'`
    })
    if (keepsPosition) this.storedFaults = this.faults.length
  }

  private async writeChanged(transaction: SqlTransaction): Promise<void> {
    if (this.hasWritten) return writeRows(transaction, this.schema, this.cache)
    for (const { table, rows } of this.cache.dirty()) {
      const list = Object.keys(table.columns).map(quoteIdentifier).join(", ")
      await copyIn(transaction, `copy ${tableIn(this.schema, table.name)} (${list}) from stdin`, copyLines(table, rows))
    }
  }
}

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
