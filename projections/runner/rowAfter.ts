import type { Change, Row } from "./Table.ts"
import { addTo, totalsOf, withTotals } from "./totals.ts"

/** Applies a change to a row outside of a runner; null means absent. */
export const rowAfter = (change: Change, row: Row | null): Row | null => {
  if (!("sums" in change)) return change.change(row)
  const { table, key, sums, amounts } = change
  const before = row ?? sums.start(key)
  const totals = totalsOf(sums, before)
  addTo(table, totals, amounts)
  return withTotals(table, before, totals)
}
