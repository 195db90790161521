import type { Change, Key, Row, RowChange, SumChange, Table } from "./Table.ts"
import { addTo, subtractTotals, type Totals, totalsOf, withTotals } from "./totals.ts"
import { addedBytes, validateRow } from "./validateRow.ts"

type Entry = {
  readonly table: Table
  readonly key: Key
  row: Row | null
  /** Sums that are not written to the row yet. */
  totals: Totals | null
  dirty: boolean
}

/** One applied change of an entry, with the values needed to undo it. */
type AppliedChange = {
  readonly entry: Entry
  readonly row: Row | null
  readonly totals: Totals | null
  readonly after: Row | null
  /** Amounts added to existing totals. */
  readonly added: ReadonlyArray<bigint> | null
  readonly isChange: boolean
}

/** What must be written of one table: rows to upsert, and keys to delete. */
export type ChangedRows = {
  readonly table: Table
  readonly rows: ReadonlyArray<Row>
  readonly deleted: ReadonlyArray<Key>
}

/** Rows of a read model in memory while events are folded over them, with the ones to write. */
export class RowCache {
  private readonly tables = new Map<Table, Map<string, Entry>>()
  private recent: { readonly table: Table; readonly entries: Map<string, Entry> } | null = null
  /** Number of rows in memory. */
  rows = 0
  /** Their approximate size. */
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

  /** Adds a row loaded from the database; null if there is none. */
  load(table: Table, key: Key, row: Row | null): void {
    const entry = this.entry(table, key)
    this.bytes += addedBytes(table, entry.row, row)
    entry.row = row
  }

  /** Applies all changes of one event, or none if one throws. Keys that were not loaded count as absent rows. */
  apply(changes: ReadonlyArray<Change>): void {
    const [only] = changes
    if (only === undefined) return
    if (changes.length === 1) {
      this.count(step(this.entry(only.table, only.key), only))
      return
    }
    const steps: Array<AppliedChange> = []
    try {
      for (const each of changes) steps.push(step(this.entry(each.table, each.key), each))
    } catch (error) {
      for (const each of steps.reverse()) undo(each)
      throw error
    }
    for (const each of steps) this.count(each)
  }

  /** What must be written, table by table. */
  *dirty(): Generator<ChangedRows> {
    for (const [table, entries] of this.tables) {
      const rows: Array<Row> = []
      const deleted: Array<Key> = []
      for (const entry of entries.values()) {
        if (!entry.dirty) continue
        const row = rowOf(entry)
        if (row === null) deleted.push(entry.key)
        else rows.push(row)
      }
      if (rows.length > 0 || deleted.length > 0) yield { table, rows, deleted }
    }
  }

  /** Forgets what must be written, after it was written. */
  markWritten(): void {
    for (const entries of this.tables.values()) for (const entry of entries.values()) entry.dirty = false
  }

  private count({ entry, row, after, isChange }: AppliedChange): void {
    if (!isChange) return
    if (row !== after) this.bytes += addedBytes(entry.table, row, after)
    entry.dirty = true
  }

  private entry(table: Table, key: Key): Entry {
    const entries = this.entriesOf(table)
    const name = keyName(key)
    let entry = entries.get(name)
    if (entry === undefined) {
      entry = { table, key, row: null, totals: null, dirty: false }
      entries.set(name, entry)
      this.rows++
    }
    return entry
  }

  private entriesOf(table: Table): Map<string, Entry> {
    // Most changes are to the same table as the previous one.
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

const step = (entry: Entry, change: Change): AppliedChange => {
  const { row, totals } = entry
  const isChange = "sums" in change ? add(entry, change) : fold(entry, change)
  const added = "sums" in change && entry.totals === totals ? change.amounts : null
  return { entry, row, totals, after: entry.row, added, isChange }
}

const undo = ({ entry, row, totals, added }: AppliedChange): void => {
  entry.row = row
  entry.totals = totals
  if (totals !== null && added !== null) subtractTotals(totals, added)
}

const fold = (entry: Entry, { table, key, change }: RowChange): boolean => {
  const before = rowOf(entry)
  const after = change(before)
  if (after === before) return false
  entry.row = after === null ? null : validateRow(table, key, before, after)
  entry.totals = null
  return true
}

const add = (entry: Entry, { table, key, sums, amounts }: SumChange): boolean => {
  if (entry.totals?.sums === sums) {
    addTo(table, entry.totals, amounts)
    return true
  }
  const row = rowOf(entry) ?? validateRow(table, key, null, sums.start(key))
  const totals = totalsOf(sums, row)
  addTo(table, totals, amounts)
  entry.row = row
  entry.totals = totals
  return true
}

const rowOf = ({ table, row, totals }: Entry): Row | null =>
  row === null || totals === null ? row : withTotals(table, row, totals)

/** Every part but the last is preceded by its length, so that different keys have different names. */
const keyName = (key: Key): string => {
  const last = key.length - 1
  let name = ""
  for (let index = 0; index < last; index++) {
    const part = String(key[index])
    name += `${part.length}:${part}`
  }
  return name + String(key[last])
}
