import type { Change, Row, Table } from "./Table.ts"

type Entry = { readonly key: ReadonlyArray<string | number>; row: Row | null; dirty: boolean }

/** Rows of a read model in memory while events fold over them: what was loaded, what became of it, what must be written. */
export class RowCache {
  private readonly tables = new Map<Table, Map<string, Entry>>()
  dirtyRows = 0

  /** The keys among these changes that the cache does not know yet, per table. */
  unknown(changes: ReadonlyArray<Change>): Map<Table, Array<ReadonlyArray<string | number>>> {
    const missing = new Map<Table, Map<string, ReadonlyArray<string | number>>>()
    for (const { table, key } of changes) {
      const name = keyName(key)
      if (this.tables.get(table)?.has(name)) continue
      let of = missing.get(table)
      if (of === undefined) missing.set(table, (of = new Map()))
      of.set(name, key)
    }
    return new Map([...missing].map(([table, keys]) => [table, [...keys.values()]]))
  }

  /** Notes what the database holds under a key; null where it holds nothing. */
  load(table: Table, key: ReadonlyArray<string | number>, row: Row | null): void {
    this.entries(table).set(keyName(key), { key, row, dirty: false })
  }

  /** Applies all changes of one event, or none where one of them throws. Keys never loaded count as absent rows. */
  apply(changes: ReadonlyArray<Change>): void {
    const [only] = changes
    if (changes.length === 1 && only !== undefined) {
      const entry = this.entry(only)
      this.set(entry, only.change(entry.row))
      return
    }
    const before = new Map<Entry, Row | null>()
    try {
      for (const each of changes) {
        const entry = this.entry(each)
        if (!before.has(entry)) before.set(entry, entry.row)
        entry.row = each.change(entry.row)
      }
    } catch (error) {
      for (const [entry, row] of before) entry.row = row
      throw error
    }
    for (const [entry, row] of before) {
      const after = entry.row
      entry.row = row
      this.set(entry, after)
    }
  }

  /** What must be written, per table: rows to upsert and keys to delete. */
  *dirty(): Generator<{ table: Table; rows: Array<Row>; gone: Array<ReadonlyArray<string | number>> }> {
    for (const [table, entries] of this.tables) {
      const rows: Array<Row> = []
      const gone: Array<ReadonlyArray<string | number>> = []
      for (const entry of entries.values()) {
        if (!entry.dirty) continue
        if (entry.row === null) gone.push(entry.key)
        else rows.push(entry.row)
      }
      if (rows.length > 0 || gone.length > 0) yield { table, rows, gone }
    }
  }

  private entry({ table, key }: Change): Entry {
    const entries = this.entries(table)
    const name = keyName(key)
    let entry = entries.get(name)
    if (entry === undefined) entries.set(name, (entry = { key, row: null, dirty: false }))
    return entry
  }

  private set(entry: Entry, row: Row | null): void {
    if (row === entry.row) return
    entry.row = row
    if (!entry.dirty) this.dirtyRows++
    entry.dirty = true
  }

  private entries(table: Table): Map<string, Entry> {
    let entries = this.tables.get(table)
    if (entries === undefined) this.tables.set(table, (entries = new Map()))
    return entries
  }
}

const keyName = (key: ReadonlyArray<string | number>): string => (key.length === 1 ? String(key[0]) : JSON.stringify(key))
