import type { SqlClient } from "../database/Sql.ts"

/**
 * Asks for the watermark: the last event that no running append can still get behind. Select afterwards, in a
 * statement of its own. It never goes back, though es.watermark() may for a moment: an append that announced itself late
 * draws a later position all the same.
 */
export const makeWatermark = (sql: SqlClient): (() => Promise<number>) => {
  let seen = 0
  return async () => {
    const [row] = await sql<Array<{ watermark: number }>>`select es.watermark() as watermark`
    seen = Math.max(seen, row?.watermark ?? 0)
    return seen
  }
}
