import type { Column } from "./Column.ts"

/** What a column of whole numbers can hold at most, up and down, and how it gives a number back. */
export type Whole = { readonly most: bigint; readonly write: (value: bigint) => number | string }

export const WHOLE: Readonly<Record<string, Whole>> = {
  integer: { most: 2n ** 31n - 1n, write: Number },
  bigint: { most: BigInt(Number.MAX_SAFE_INTEGER), write: Number },
  "numeric(38,0)": { most: 10n ** 38n - 1n, write: String },
}

/** Whether the column holds whole numbers, and always one. */
export const isWhole = (column: Column<unknown> | undefined): boolean =>
  column !== undefined && !column.nullable && WHOLE[column.type] !== undefined
