import { INTEGER_TYPES, type IntegerType, InvalidValue } from "./Column.ts"
import type { Row, Sums, Table } from "./Table.ts"

/**
 * Running sums of a row, in the order of their columns. Mutable, because new ones for each event would cost more than
 * the addition.
 */
export type Totals = { readonly sums: Sums; readonly values: Array<bigint> }

/** The current sums of a row. */
export const totalsOf = (sums: Sums, row: Row): Totals => ({
  sums,
  values: sums.columns.map((name) => BigInt(row[name] as number | string)),
})

/** Adds to sums. Throws InvalidValue, and adds nothing, if a column could not hold the result. */
export const addTo = ({ name, columns }: Table, totals: Totals, amounts: ReadonlyArray<bigint>): void => {
  const { sums, values } = totals
  for (let index = 0; index < values.length; index++) {
    const value = (values[index] as bigint) + (amounts[index] as bigint)
    const column = sums.columns[index] as string
    const { most } = INTEGER_TYPES[columns[column]?.type ?? ""] as IntegerType
    if (value > most || value < -most) {
      subtractTotals(totals, amounts.slice(0, index))
      throw new InvalidValue(`${name}.${column} must be a whole number up to ${most}`)
    }
    values[index] = value
  }
}

/** Undoes an addition. */
export const subtractTotals = ({ values }: Totals, amounts: ReadonlyArray<bigint>): void => {
  for (const [index, amount] of amounts.entries()) values[index] = (values[index] as bigint) - amount
}

/** The row with its sums. */
export const withTotals = ({ columns }: Table, row: Row, { sums, values }: Totals): Row => {
  const written: Record<string, unknown> = { ...row }
  for (const [index, name] of sums.columns.entries())
    written[name] = (INTEGER_TYPES[columns[name]?.type ?? ""] as IntegerType).write(values[index] as bigint)
  return written
}
