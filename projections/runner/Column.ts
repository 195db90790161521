import { isStorable } from "#core/kernel"
import type { Vector } from "./vector.ts"

/** A column of a read model: its PostgreSQL type, the JavaScript type that folds see, and the one that queries return. */
export type Column<A, Queried = A> = {
  readonly type: string
  readonly nullable: boolean
  /** SQL that reads the column as folds see it. */
  readonly read: (column: string) => string
  /** The value as the database returns it. Throws InvalidValue if the database would refuse it. */
  readonly admit: (value: unknown) => unknown
  readonly _row?: A
  readonly _queried?: Queried
}

/** A value that a column cannot hold. */
export class InvalidValue extends Error {
  override readonly name = "InvalidValue"
}

const INT_MAX = 2 ** 31 - 1
const AMOUNT = /^-?\d{1,38}$/
/** As PostgreSQL writes it: no leading zeros, and zero has no sign. */
const WRITTEN_AMOUNT = /^(?:0|-?[1-9]\d{0,37})$/
const ISO_MS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** Times that exist in every month of every year, which need no Date to check. */
const SAFE_ISO_MS = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/
// PostgreSQL's jsonb accepts neither NUL nor unpaired surrogates; JSON.stringify writes both as escapes.
const BAD_JSON_ESCAPE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

const fitText = (value: unknown): string => {
  if (typeof value !== "string") throw new InvalidValue("must be a text")
  if (!isStorable(value)) throw new InvalidValue("must be a text without NUL or broken characters")
  return value
}

const fitInteger = (max: number) => (value: unknown) => {
  if (typeof value !== "number" || !Number.isInteger(value) || Math.abs(value) > max)
    throw new InvalidValue(`must be a whole number up to ${max}`)
  return value
}

const fitAmount = (value: unknown): string => {
  if (typeof value === "string" && WRITTEN_AMOUNT.test(value)) return value
  if (typeof value !== "string" || !AMOUNT.test(value))
    throw new InvalidValue("must be a whole number as text, 38 digits at most")
  return BigInt(value).toString()
}

const fitBool = (value: unknown): boolean => {
  if (typeof value !== "boolean") throw new InvalidValue("must be true or false")
  return value
}

const fitAt = (value: unknown): string => {
  if (typeof value === "string" && SAFE_ISO_MS.test(value)) return value
  const time = typeof value === "string" ? new Date(value) : null
  if (time === null || Number.isNaN(time.getTime())) throw new InvalidValue("must be an ISO 8601 time")
  const iso = time.toISOString()
  // JavaScript reads 31 February as 3 March; PostgreSQL rejects it.
  const exists = value === iso || !ISO_MS.test(value as string)
  if (!exists || !ISO_MS.test(iso) || iso < "0001") throw new InvalidValue("must be a time that exists")
  return iso
}

const fitTexts = (value: unknown): ReadonlyArray<string> => {
  if (!Array.isArray(value)) throw new InvalidValue("must be a list of texts")
  for (const each of value) fitText(each)
  return value
}

const fitJson = (value: unknown): unknown => {
  const text = JSON.stringify(value)
  if (text === undefined) throw new InvalidValue("must be JSON")
  if (text.includes("\\u") && BAD_JSON_ESCAPE.test(text))
    throw new InvalidValue("must be JSON without NUL or broken characters")
  return value
}

const column = <A, Queried = A>(
  type: string,
  admit: Column<A>["admit"],
  read = (name: string) => name,
): Column<A, Queried> => ({
  type,
  nullable: false,
  read,
  admit,
})

/**
 * The column types of read models. Times are ISO 8601 texts in UTC with milliseconds; amounts are whole units as text.
 */
export const is = {
  text: column<string>("text", fitText),
  /** A text with a fixed set of values. */
  textOf: <A extends string>() => column<A>("text", fitText),
  int: column<number>("integer", fitInteger(INT_MAX)),
  bigint: column<number>("bigint", fitInteger(Number.MAX_SAFE_INTEGER)),
  amount: column<string>("numeric(38,0)", fitAmount, (name) => `${name}::text`),
  bool: column<boolean>("boolean", fitBool),
  at: column<string, Date>("timestamptz", fitAt, (name) => `to_char(${name}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
  texts: column<ReadonlyArray<string>>("text[]", fitTexts),
  json: <A>() => column<A>("jsonb", fitJson),
  /** Search terms from makeVector. Add a GIN index to the table. */
  vector: column<Vector>("tsvector", fitText, (name) => `${name}::text`),
} as const

/** The same column, nullable. */
export const orNull = <A, Queried>(of: Column<A, Queried>): Column<A | null, Queried | null> =>
  ({ ...of, nullable: true }) as Column<A | null, Queried | null>

export type Columns = Readonly<Record<string, Column<unknown, unknown>>>
/** A row as folds see it. */
export type RowOf<C extends Columns> = {
  readonly [Name in keyof C]: C[Name] extends Column<infer A, infer _> ? A : never
}
/** A row as queries return it: times are Dates. */
export type QueriedRow<C extends Columns> = {
  readonly [Name in keyof C]: C[Name] extends Column<infer _, infer Queried> ? Queried : never
}

/** The largest absolute value of an integer column, and how values are written to it. */
export type IntegerType = { readonly most: bigint; readonly write: (value: bigint) => number | string }

export const INTEGER_TYPES: Readonly<Record<string, IntegerType>> = {
  integer: { most: 2n ** 31n - 1n, write: Number },
  bigint: { most: BigInt(Number.MAX_SAFE_INTEGER), write: Number },
  "numeric(38,0)": { most: 10n ** 38n - 1n, write: String },
}

/** Whether the column is an integer column that is not nullable. */
export const isIntegerColumn = (column: Column<unknown> | undefined): boolean =>
  column !== undefined && !column.nullable && INTEGER_TYPES[column.type] !== undefined
