import { fitRow, growth } from "./fitRow.ts"
import type { Change, Key, Row, Table } from "./Table.ts"

type Entry = { readonly table: Table; readonly key: Key; row: Row | null; dirty: boolean }

/** What must be written of one table: rows to upsert, and keys to delete. */
export type Dirty = { readonly table: Table; readonly rows: ReadonlyArray<Row>; readonly gone: ReadonlyArray<Key> }

/** Rows of a read model in memory while events fold over them: what was loaded, what became of it, what must be written. */
export class RowCache {
  private readonly tables = new Map<Table, Map<string, Entry>>()
  private recent: { readonly table: Table; readonly entries: Map<string, Entry> } | null = null
  /** Rows held, changed or not. */
  rows = 0
  /** Roughly what they take. */
  bytes = 0

  /** The keys among these changes that the cache does not know yet, per table. */
  unknown(changes: Iterable<Change>): ReadonlyMap<Table, ReadonlyArray<Key>> {
    const missing = new Map<Table, Map<string, Key>>()
    for (const { table, key } of changes) {
      const name = keyName(key)
      if (this.tables.get(table)?.has(name)) continue
      let of = missing.get(table)
      if (of === undefined) {
        of = new Map()
        missing.set(table, of)
      }
      of.set(name, key)
    }
    return new Map([...missing].map(([table, keys]) => [table, [...keys.values()]]))
  }

  /** Notes what the database holds under a key; null where it holds nothing. */
  load(table: Table, key: Key, row: Row | null): void {
    const entry = this.entry(table, key)
    this.bytes += growth(table, entry.row, row)
    entry.row = row
  }

  /** Applies all changes of one event, or none where one of them throws. Keys never loaded count as absent rows. */
  apply(changes: ReadonlyArray<Change>): void {
    const [only] = changes
    if (only === undefined) return
    if (changes.length === 1) {
      const entry = this.entry(only.table, only.key)
      this.commit(entry, entry.row, next(entry, only))
      return
    }
    const before = new Map<Entry, Row | null>()
    try {
      for (const each of changes) {
        const entry = this.entry(each.table, each.key)
        if (!before.has(entry)) before.set(entry, entry.row)
        entry.row = next(entry, each)
      }
    } catch (error) {
      for (const [entry, row] of before) entry.row = row
      throw error
    }
    for (const [entry, row] of before) this.commit(entry, row, entry.row)
  }

  /** What must be written, table by table. */
  *dirty(): Generator<Dirty> {
    for (const [table, entries] of this.tables) {
      const rows: Array<Row> = []
      const gone: Array<Key> = []
      for (const { dirty, row, key } of entries.values()) {
        if (!dirty) continue
        if (row === null) gone.push(key)
        else rows.push(row)
      }
      if (rows.length > 0 || gone.length > 0) yield { table, rows, gone }
    }
  }

  private commit(entry: Entry, before: Row | null, after: Row | null): void {
    if (before === after) return
    this.bytes += growth(entry.table, before, after)
    entry.row = after
    entry.dirty = true
  }

  private entry(table: Table, key: Key): Entry {
    const entries = this.entriesOf(table)
    const name = keyName(key)
    let entry = entries.get(name)
    if (entry === undefined) {
      entry = { table, key, row: null, dirty: false }
      entries.set(name, entry)
      this.rows++
    }
    return entry
  }

  private entriesOf(table: Table): Map<string, Entry> {
    // Most changes come to the table of the change before.
    if (this.recent?.table === table) return this.recent.entries
    let entries = this.tables.get(table)
    if (entries === undefined) {
      entries = new Map()
      this.tables.set(table, entries)
    }
    this.recent = { table, entries }
    return entries
  }
}

const next = ({ table, key, row }: Entry, { change }: Change): Row | null => {
  const after = change(row)
  return after === null || after === row ? after : fitRow(table, key, row, after)
}

const keyName = (key: Key): string => (key.length === 1 ? String(key[0]) : JSON.stringify(key))
