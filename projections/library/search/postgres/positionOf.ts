import { Effect } from "effect"
import { Sql, type SqlClient } from "#core/kernel"

/** The position up to which all projections of a result page have read, as an expression. */
export const livePosition = (sql: SqlClient) => sql`coalesce((
  select min(p.position) from es.live l join es.projection p using (name, build)
  where l.name in ('search', 'items', 'feeds')), 0)`

/** That position. */
export const positionOf = async (sql: SqlClient): Promise<number> => {
  const [row] = await sql<Array<{ position: number }>>`select ${livePosition(sql)} as position`
  return row?.position ?? 0
}

/**
 * Names all tables that a search reads, so that it fails if one is missing; PostgreSQL does not read them. A result shows
 * the number of followers of a feed.
 */
const VERSION = `
  select coalesce(string_agg(concat_ws(' ', l.name, l.build, p.position), ' ' order by l.name), '') as version
  from es.live l join es.projection p using (name, build)
  where l.name in ('search', 'items', 'feeds', 'follows') and not exists (
    select from read.search_item, read.search_feed, read.item, read.item_body, read.feed, read.feed_followers where false)`

/** The builds and positions of all projections that a search reads, on the server that the request reads from. */
export const versionOfSearches: Effect.Effect<string, never, Sql> = Effect.flatMap(Sql, ({ client }) =>
  Effect.promise(async () => {
    const [row] = await client.unsafe<Array<{ readonly version: string }>>(VERSION, [], { prepare: true })
    return row?.version ?? ""
  }),
)
