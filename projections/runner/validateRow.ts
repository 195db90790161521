import { InvalidValue } from "./Column.ts"
import type { Key, Row, Table } from "./Table.ts"

/** A B-tree entry holds about 2,700 bytes; longer keys would be rejected when the index is created. */
export const KEY_BYTES_MAX = 2_000

/**
 * The row as the database will return it, so that folding in memory and folding over stored rows give the same result.
 * Checks only what differs from the previous row. Throws InvalidValue if the database would reject the row.
 */
export const validateRow = (table: Table, key: Key, before: Row | null, after: Row): Row => {
  let fitted: Record<string, unknown> | null = null
  const columns = columnsOf(table)
  for (const { name, nullable, admit } of columns) {
    const value = after[name]
    if (before !== null && value === before[name]) continue
    const good =
      value === null || value === undefined ? empty(table, name, nullable) : validateColumn(table, name, admit, value)
    if (good === value) continue
    fitted ??= { ...after }
    fitted[name] = good
  }
  const row = fitted ?? after
  if (before === null) checkKey(table, key, row)
  else
    for (const name of table.key)
      if (row[name] !== before[name]) throw misfit(table, name, "is a key and cannot change")
  if (Object.keys(row).length > columns.length)
    throw new InvalidValue(`a row of ${table.name} has more than its columns`)
  return row
}

/** The approximate difference in memory between two versions of a row, in bytes. */
export const addedBytes = (table: Table, before: Row | null, after: Row | null): number => {
  let bytes = before === null ? (after === null ? 0 : ROW_BYTES) : after === null ? -ROW_BYTES : 0
  for (const { name, isWeighty } of columnsOf(table)) {
    if (!isWeighty) continue
    const old = before === null ? null : before[name]
    const now = after === null ? null : after[name]
    if (old !== now) bytes += weigh(now) - weigh(old)
  }
  return bytes
}

/** Memory of a row without its values. */
const ROW_BYTES = 200

type NamedColumn = {
  readonly name: string
  readonly nullable: boolean
  readonly admit: (value: unknown) => unknown
  /** Whether its values may be large. */
  readonly isWeighty: boolean
}
const columnLists = new WeakMap<Table, ReadonlyArray<NamedColumn>>()

const columnsOf = (table: Table): ReadonlyArray<NamedColumn> => {
  let list = columnLists.get(table)
  if (list === undefined) {
    list = Object.entries(table.columns).map(([name, { nullable, admit, type }]) => ({
      name,
      nullable,
      admit,
      isWeighty: ["text", "text[]", "jsonb", "tsvector"].includes(type),
    }))
    columnLists.set(table, list)
  }
  return list
}

const empty = (table: Table, name: string, nullable: boolean): null => {
  if (!nullable) throw misfit(table, name, "must not be empty")
  return null
}

const validateColumn = (table: Table, name: string, admit: (value: unknown) => unknown, value: unknown): unknown => {
  try {
    return admit(value)
  } catch (error) {
    throw misfit(table, name, error instanceof Error ? error.message : String(error))
  }
}

const checkKey = (table: Table, key: Key, row: Row): void => {
  let bytes = 0
  for (const [index, name] of table.key.entries()) {
    const value = row[name]
    if (value !== key[index]) throw misfit(table, name, "is not the key that the change was made for")
    if (typeof value === "string") bytes += Buffer.byteLength(value)
  }
  if (bytes > KEY_BYTES_MAX)
    throw new InvalidValue(`the key of a row of ${table.name} is longer than ${KEY_BYTES_MAX} bytes`)
}

const misfit = (table: Table, name: string, what: string) => new InvalidValue(`${table.name}.${name} ${what}`)

const weigh = (value: unknown): number => {
  if (typeof value === "string") return value.length
  if (typeof value !== "object" || value === null) return 0
  let bytes = 50
  for (const each of Object.values(value)) bytes += 10 + weigh(each)
  return bytes
}
