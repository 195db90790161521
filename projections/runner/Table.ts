/** A column of a read model: its PostgreSQL type, and the JavaScript type that folds see. */
export type Column<A> = { readonly type: string; readonly nullable: boolean; readonly read: (column: string) => string; readonly _row?: A }

const column = <A>(type: string, read = (name: string) => name): Column<A> => ({ type, nullable: false, read })

/** The columns that read models are made of. Times are ISO 8601 texts in UTC; amounts are whole units as text. */
export const is = {
  text: column<string>("text"),
  /** A text that is one of a few words. */
  textOf: <A extends string>() => column<A>("text"),
  int: column<number>("integer"),
  bigint: column<number>("bigint"),
  amount: column<string>("numeric(38,0)", (name) => `${name}::text`),
  bool: column<boolean>("boolean"),
  at: column<string>("timestamptz", (name) => `to_char(${name}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
  texts: column<ReadonlyArray<string>>("text[]"),
  json: <A>() => column<A>("jsonb"),
} as const

/** The same column, empty where there is nothing to say. */
export const orNull = <A>(of: Column<A>): Column<A | null> => ({ ...of, nullable: true }) as Column<A | null>

export type Columns = Readonly<Record<string, Column<unknown>>>
export type RowOf<C extends Columns> = { readonly [Name in keyof C]: C[Name] extends Column<infer A> ? A : never }

/** A table of a read model: its key finds the row that an event changes. */
export type Table<C extends Columns = Columns> = {
  readonly name: string
  readonly columns: C
  readonly key: ReadonlyArray<string>
  /** What follows `create index on <table>`. */
  readonly indexes: ReadonlyArray<string>
}

/** Declares a table. Its name is unique among all read models, because the view `read.<name>` bears it. */
export const table = <C extends Columns>(
  name: string,
  columns: C,
  options: { readonly key: ReadonlyArray<keyof C & string>; readonly indexes?: ReadonlyArray<string> },
): Table<C> => ({ name, columns, key: options.key, indexes: options.indexes ?? [] })

/** One change that an event makes to one row: what the row becomes, given what it was (null: absent). */
export type Change = {
  readonly table: Table
  readonly key: ReadonlyArray<string | number>
  readonly change: (row: Row | null) => Row | null
}
export type Row = Readonly<Record<string, unknown>>

/** The change of the row with this key; answer null to delete it or to leave it absent. */
export const change = <C extends Columns>(
  of: Table<C>,
  key: ReadonlyArray<string | number>,
  fold: (row: RowOf<C> | null) => RowOf<C> | null,
): Change => ({ table: of as unknown as Table, key, change: fold as unknown as Change["change"] })

/** Writes the row whatever was there. */
export const put = <C extends Columns>(of: Table<C>, row: RowOf<C>): Change => ({
  table: of as unknown as Table,
  key: of.key.map((name) => row[name] as string | number),
  change: () => row as Row,
})

/** Changes the row only where it is there. */
export const patch = <C extends Columns>(
  of: Table<C>,
  key: ReadonlyArray<string | number>,
  fold: (row: RowOf<C>) => RowOf<C>,
): Change => change(of, key, (row) => (row === null ? null : fold(row)))

/** Deletes the row where it is there. */
export const remove = <C extends Columns>(of: Table<C>, key: ReadonlyArray<string | number>): Change =>
  change(of, key, () => null)
