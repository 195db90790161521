import type { SqlClient } from "#core/kernel"

/** The position up to which all projections of a result page have read, as an expression. */
export const livePosition = (sql: SqlClient) => sql`coalesce((
  select min(p.position) from es.live l join es.projection p using (name, build)
  where l.name in ('search', 'items', 'feeds')), 0)`

/** That position. */
export const positionOf = async (sql: SqlClient): Promise<number> => {
  const [row] = await sql<Array<{ position: number }>>`select ${livePosition(sql)} as position`
  return row?.position ?? 0
}
