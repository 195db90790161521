import type { SqlClient } from "#core/kernel"

/** The position up to which all projections of a result page have read. */
export const positionOf = async (sql: SqlClient): Promise<number> => {
  const [row] = await sql<Array<{ position: number }>>`
    select coalesce(min(p.position), 0) as position from es.live l join es.projection p using (name, build)
    where l.name in ('search', 'items', 'feeds')`
  return row?.position ?? 0
}
