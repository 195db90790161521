import { type Columns, isIntegerColumn, type RowOf } from "./Column.ts"

/** A table of a read model; the key identifies the row that an event changes. */
export type Table<C extends Columns = Columns, Name extends string = string> = {
  readonly name: Name
  readonly columns: C
  readonly key: ReadonlyArray<string>
  /** The text after `create index on <table>`. */
  readonly indexes: ReadonlyArray<string>
  /** Storage parameters: the text after `create table ... with`. */
  readonly storage?: string
  readonly withheld?: Withheld
}

/**
 * Which rows nobody reads. The view `read.<name>` leaves them out, so that no query can forget them, and
 * `read.<name>_withheld` has them alone.
 */
export type Withheld = {
  /** A boolean column that is true in such rows. */
  readonly flag: string
  /** A column that names such rows by the key of another table of the same read model. */
  readonly within?: { readonly column: string; readonly table: string }
}

/**
 * Declares a table. Its name must be unique among all read models, because it is the name of the view `read.<name>`.
 */
export const table = <const Name extends string, C extends Columns>(
  name: Name,
  columns: C,
  options: {
    readonly key: ReadonlyArray<keyof C & string>
    readonly indexes?: ReadonlyArray<string>
    readonly storage?: string
    readonly withheld?: Withheld & { readonly flag: keyof C & string }
  },
): Table<C, Name> => {
  for (const each of [name, ...Object.keys(columns)]) {
    if (!IDENTIFIER.test(each)) throw new Error(`"${each}" cannot name a table or a column of a read model`)
  }
  const { key, indexes = [], storage, withheld } = options
  if (key.length === 0 || key.some((each) => columns[each] === undefined || columns[each].nullable))
    throw new Error(`the key of ${name} must be columns that are never null`)
  return {
    ...{ name, columns, key, indexes },
    ...(storage === undefined ? {} : { storage }),
    ...(withheld === undefined ? {} : { withheld }),
  }
}

/** The key of a row: the values of the table's key columns, as folds see them. */
export type Key = ReadonlyArray<string | number>
export type Row = Readonly<Record<string, unknown>>

/** A change of one row by one event. */
export type Change = RowChange | SumChange

/** Returns the new row for the old one; null means absent. */
export type RowChange = {
  readonly table: Table
  readonly key: Key
  readonly change: (row: Row | null) => Row | null
}

/** Amounts added to integer columns of the row, which is created if absent. */
export type SumChange = {
  readonly table: Table
  readonly key: Key
  readonly sums: Sums
  /** In the order of the columns of `sums`. */
  readonly amounts: ReadonlyArray<bigint>
}

/** The integer columns that a table adds to, and the row to start with. */
export type Sums = { readonly columns: ReadonlyArray<string>; readonly start: (key: Key) => Row }

/** Changes the row with this key; return null to delete it or to leave it absent. */
export const change = <C extends Columns>(
  of: Table<C>,
  key: Key,
  fold: (row: RowOf<C> | null) => RowOf<C> | null,
): RowChange => ({ table: of as unknown as Table, key, change: fold as unknown as RowChange["change"] })

/**
 * Creates changes that only add to integer columns of a row. If most events change such rows, a rebuild is faster than
 * with `change`: the numbers stay numbers until the row is written, and the rest of the row is not read.
 * @param start returns the row with this key before the first addition
 */
export const adding = <C extends Columns>(
  of: Table<C>,
  columns: ReadonlyArray<keyof C & string>,
  start: (key: Key) => RowOf<C>,
): ((key: Key, amounts: ReadonlyArray<bigint>) => SumChange) => {
  for (const name of columns)
    if (!isIntegerColumn(of.columns[name]) || of.key.includes(name))
      throw new Error(`nothing can be added to ${of.name}.${name}`)
  const sums: Sums = { columns, start: start as Sums["start"] }
  const table = of as unknown as Table
  return (key, amounts) => ({ table, key, sums, amounts })
}

/** Inserts or replaces the row. */
export const put = <C extends Columns>(of: Table<C>, row: RowOf<C>): Change => ({
  table: of as unknown as Table,
  key: of.key.map((name) => row[name] as string | number),
  change: () => row as Row,
})

/** Changes the row if it exists. */
export const patch = <C extends Columns>(of: Table<C>, key: Key, fold: (row: RowOf<C>) => RowOf<C>): Change =>
  change(of, key, (row) => (row === null ? null : fold(row)))

/** Deletes the row if it exists. */
export const remove = <C extends Columns>(of: Table<C>, key: Key): Change => change(of, key, () => null)

const IDENTIFIER = /^[a-z][a-zA-Z0-9_]{0,50}$/
