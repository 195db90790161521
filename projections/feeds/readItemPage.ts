import type { SqlClient } from "#core/kernel"
import type { ItemPage, ListedItem, ListItems } from "./ItemPage.ts"
import { formatCursor, parseCursor } from "./itemCursor.ts"
import { ofLanguage, ofSources } from "./itemFilters.ts"

/** Items on one page of a list. */
const ITEMS_PAGE_SIZE = 50
/** Feeds that one list may be made of. */
const LIST_FEEDS_MAX = 1_000
/** Entries that may be passed over. */
const OFFSET_MAX = 10_000
/** Sources that bring less than this share of the library are listed feed by feed, not by date. */
const RARE_SHARE = 0.05

/** Reads one page: see listItems. */
export const readItemPage = async (sql: SqlClient, options: ListItems): Promise<ItemPage> => {
  const { feedIds, pageSize = ITEMS_PAGE_SIZE } = options
  if (feedIds?.length === 0) return { items: [], next: null }
  const entries = pageSize + 1
  const asked = { ...options, entries, offset: Math.min(options.offset ?? 0, OFFSET_MAX) }
  const feeds = await countFeeds(sql, options)
  const rows = feeds === null ? await readByDate(sql, asked) : await readByFeeds(sql, asked, feeds)
  const items = rows.slice(0, pageSize).map(({ asOf: _, certain: __, bounded: ___, ...item }): ListedItem => item)
  const [last, asOf] = [items.at(-1), rows[0]?.asOf]
  const next = rows.length === entries && last !== undefined && asOf !== undefined
  return { items, next: next ? formatCursor({ sortMs: last.updatedMs, itemId: last.itemId, asOf }) : null }
}

type Asked = ListItems & { readonly entries: number; readonly offset: number }
type ItemRow = ListedItem & { readonly asOf: number; readonly certain: boolean; readonly bounded: boolean }

/** Of how many feeds the list is made, or null where it is rather made of the whole library by date. */
const countFeeds = async (sql: SqlClient, { feedIds, sources = [] }: ListItems): Promise<number | null> => {
  if (feedIds !== null) return Math.min(new Set(feedIds).size, LIST_FEEDS_MAX)
  if (sources.length === 0) return null
  const [row] = await sql<Array<{ feeds: number; share: number }>>`
    select count(*) filter (where wanted) as feeds,
      coalesce(sum(item_count) filter (where wanted)::float8 / nullif(sum(item_count), 0), 0) as share
    from (select item_count, source = any(${[...sources]}) as wanted from read.feed) f`
  return row !== undefined && row.share < RARE_SHARE && row.feeds <= LIST_FEEDS_MAX ? row.feeds : null
}

/** The newest of the whole library, by the index over dates. */
const readByDate = async (sql: SqlClient, asked: Asked): Promise<ReadonlyArray<ItemRow>> => {
  const rows = await readRows(
    sql,
    asked,
    sql`page as materialized (
        select i.item_id, i.sort_at, i.link_key from read.item i join read.feed f using (feed_id)
        where ${bounds(sql, asked)} and ${first(sql, asked)} ${ofSources(sql, asked, "f")} ${ofLanguage(sql, asked, "i")}
        ${newestFirst(sql, asked)}),
      bound as (select null::timestamptz as sort_at, null::text as item_id)`,
  )
  return rows.filter(hasItem)
}

/**
 * The newest of some feeds: each brings its newest few by its own index, and they are merged. What lies behind the last
 * one of a feed that may have more is not certain, so where the page reaches that far each brings more.
 */
const readByFeeds = async (sql: SqlClient, asked: Asked, feeds: number): Promise<ReadonlyArray<ItemRow>> => {
  const needed = asked.entries + asked.offset
  for (let each = Math.min(Math.ceil((3 * needed) / Math.max(feeds, 1)) + 4, needed); ; each *= 4) {
    const rows = await readRows(
      sql,
      asked,
      sql`candidates as materialized (
          select c.* from read.feed f cross join lateral (
            select i.item_id, i.feed_id, i.sort_at, i.link_key from read.item i
            where i.feed_id = f.feed_id and ${bounds(sql, asked)} ${ofLanguage(sql, asked, "i")}
            order by i.sort_at desc, i.item_id desc limit ${each}) c
          where true ${ofFeeds(sql, asked, "f")} ${ofSources(sql, asked, "f")}),
        bound as materialized (
          select sort_at, item_id from (
            select distinct on (feed_id) sort_at, item_id, count(*) over (partition by feed_id) as brought
            from candidates order by feed_id, sort_at, item_id) last
          where brought = ${each} order by sort_at desc, item_id desc limit 1),
        page as materialized (
          select i.item_id, i.sort_at, i.link_key from candidates i where ${first(sql, asked)} ${newestFirst(sql, asked)})`,
    )
    const found = rows.filter(hasItem)
    const isCertain = rows.every(({ certain, bounded }) => certain || !bounded)
    if (isCertain && (found.length === asked.entries || rows[0]?.bounded !== true)) return found
  }
}

const hasItem = ({ itemId }: { readonly itemId: string | null }): boolean => itemId !== null

/** One page with all that lists show; a single row without an item where the page is empty. */
const readRows = (sql: SqlClient, asked: Asked, page: ReturnType<SqlClient>) => sql<Array<ItemRow>>`
  with as_of as materialized (select ${position(sql, asked)} as position), ${page}
  select i.item_id as "itemId", i.feed_id as "feedId", f.title as "feedTitle", f.code as "feedCode",
    f.icon_url as "feedIconUrl", f.source, f.content_type as "contentType", i.title, i.summary, i.author, i.link,
    i.image_url as "imageUrl", i.language, i.tags, i.enclosures,
    i.duration_seconds as "durationSeconds", (extract(epoch from i.sort_at) * 1000)::bigint as "updatedMs",
    coalesce((
      select jsonb_agg(jsonb_build_object('feedId', o.feed_id, 'title', g.title, 'code', g.code, 'itemId', o.item_id)
        order by o.sort_at, o.item_id)
      from read.item o join read.feed g using (feed_id)
      where o.link_key = p.link_key and o.feed_id <> i.feed_id ${ofFeeds(sql, asked, "o")}), '[]'::jsonb) as "alsoIn",
    a.position as "asOf", b.item_id is not null as bounded, (p.sort_at, p.item_id) >= (b.sort_at, b.item_id) as certain
  from as_of a left join page p on true left join bound b on true
    left join read.item i on i.item_id = p.item_id left join read.feed f on f.feed_id = i.feed_id
  order by p.sort_at desc, p.item_id desc`

/** How far all that a list is made of has come, when its first page was read: nothing later counts. */
const position = (sql: SqlClient, { cursor }: Asked) => {
  const asOf = parseCursor(cursor)?.asOf
  return asOf === undefined
    ? sql`coalesce((select min(p.position) from es.live l join es.projection p using (name, build)
        where l.name in ('items', 'feeds')), 0)`
    : sql`${asOf}::bigint`
}

const bounds = (sql: SqlClient, { fromMs, beforeMs, cursor }: Asked) => {
  const after = parseCursor(cursor)
  return sql`
    i.position <= (select position from as_of)
    ${fromMs === undefined ? sql`` : sql`and i.sort_at >= ${at(sql, fromMs)}`}
    ${beforeMs === undefined ? sql`` : sql`and i.sort_at < ${at(sql, beforeMs)}`}
    ${after === null ? sql`` : sql`and (i.sort_at, i.item_id) < (${at(sql, after.sortMs)}, ${after.itemId})`}`
}

/** No copy of the same page came before it; one that the filters leave out does not count. */
const first = (sql: SqlClient, asked: Asked) => sql`not exists (
  select from read.item o join read.feed g using (feed_id)
  where o.link_key = i.link_key and o.feed_id <> i.feed_id and (o.sort_at, o.item_id) < (i.sort_at, i.item_id)
    and o.position <= (select position from as_of)
    ${ofFeeds(sql, asked, "o")} ${ofSources(sql, asked, "g")} ${ofLanguage(sql, asked, "o")})`

const ofFeeds = (sql: SqlClient, { feedIds }: Asked, of: "f" | "o") =>
  feedIds === null ? sql`` : sql`and ${sql(of)}.feed_id = any(${[...new Set(feedIds)].slice(0, LIST_FEEDS_MAX)})`

const newestFirst = (sql: SqlClient, { entries, offset }: Asked) =>
  sql`order by i.sort_at desc, i.item_id desc limit ${entries} offset ${offset}`

const at = (sql: SqlClient, ms: number) => sql`to_timestamp(${ms / 1000}::float8)`
