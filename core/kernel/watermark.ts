import { connectionsLost, type SqlClient } from "./Sql.ts"

/**
 * Asks for the settled watermark: the last position that no running append can still get behind. Select afterwards, in
 * a statement of its own. It never goes back, except after a connection was lost: a server that crashed may draw
 * again the positions of transactions that failed just before, so what was seen until then is worth nothing.
 */
export const makeWatermark = (sql: SqlClient): (() => Promise<number>) => {
  let seen = 0
  let lost = connectionsLost(sql)
  return async () => {
    const [row] = await sql<Array<{ settled: number }>>`select es.settled() as settled`
    if (connectionsLost(sql) !== lost) {
      lost = connectionsLost(sql)
      seen = 0
    }
    seen = Math.max(seen, row?.settled ?? 0)
    return seen
  }
}
