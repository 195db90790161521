import type { Change, Row } from "./Table.ts"
import { addTo, totalsOf, withTotals } from "./totals.ts"

/** What a change makes of a row, for whoever folds without a runner; null: absent. */
export const rowAfter = (change: Change, row: Row | null): Row | null => {
  if (!("sums" in change)) return change.change(row)
  const { table, key, sums, amounts } = change
  const before = row ?? sums.start(key)
  const totals = totalsOf(sums, before)
  addTo(table, totals, amounts)
  return withTotals(table, before, totals)
}
