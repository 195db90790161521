import { Effect } from "effect"
import type { Source } from "#contract/feeds"
import type { Enclosure } from "#core/feeds"
import { Sql, type SqlClient } from "#core/kernel"
import { formatCursor, parseCursor } from "./itemCursor.ts"

/** Items on one page of a list. */
export const ITEMS_PAGE_SIZE = 50
/** Feeds that one list may be made of. */
export const LIST_FEEDS_MAX = 1_000

/** An item as lists show it. Times are milliseconds since 1970. */
export type ListedItem = {
  readonly itemId: string
  readonly feedId: string
  readonly feedTitle: string
  readonly feedCode: string
  readonly feedIconUrl: string | null
  readonly source: Source
  readonly contentType: string
  readonly title: string
  readonly summary: string | null
  readonly author: string | null
  readonly link: string | null
  readonly imageUrl: string | null
  /** The item's own, else its feed's. */
  readonly language: string | null
  readonly tags: ReadonlyArray<string>
  readonly enclosures: ReadonlyArray<Enclosure>
  readonly durationSeconds: number | null
  readonly updatedMs: number
  /** Other feeds of the same list that carry the same page. */
  readonly alsoIn: ReadonlyArray<{
    readonly feedId: string
    readonly title: string
    readonly code: string
    readonly itemId: string
  }>
}

export type ItemPage = {
  readonly items: ReadonlyArray<ListedItem>
  /** Asks for the next page; null at the end. */
  readonly next: string | null
}

export type ListItems = {
  /** Only these feeds; null for the whole library. An empty list is an empty page. */
  readonly feedIds: ReadonlyArray<string> | null
  /** Inclusive and exclusive, milliseconds. */
  readonly fromMs?: number | undefined
  readonly beforeMs?: number | undefined
  readonly sources?: ReadonlyArray<Source> | undefined
  /** Primary language subtag, lower case: of the item, else of its feed. */
  readonly language?: string | undefined
  /** What the page before answered as `next`. */
  readonly cursor?: string | undefined
  readonly pageSize?: number | undefined
  /** Entries to pass over, for clients that count pages; people page by cursor. */
  readonly offset?: number | undefined
}

/** Entries that may be passed over. */
export const OFFSET_MAX = 10_000

/**
 * Items of some feeds or of all, newest first, one entry per page of the web: of the copies of one page in several feeds
 * the first that was published stands for all. Pages follow a snapshot taken by the first one, so items that arrive
 * while a person pages neither push one out nor bring one twice.
 */
export const listItems = Effect.fn("listItems")(function* (options: ListItems) {
  const { client } = yield* Sql
  return yield* Effect.promise(() => readPage(client, options))
})

const readPage = async (sql: SqlClient, options: ListItems): Promise<ItemPage> => {
  const { feedIds, pageSize = ITEMS_PAGE_SIZE } = options
  if (feedIds?.length === 0) return { items: [], next: null }
  const ids = feedIds === null ? null : [...new Set(feedIds)].slice(0, LIST_FEEDS_MAX)
  const cursor = parseCursor(options.cursor)
  const asOf = cursor?.asOf ?? (await currentPosition(sql))
  const offset = Math.min(options.offset ?? 0, OFFSET_MAX)
  const ofIds = ids === null ? sql`` : sql`and o.feed_id = any(${ids})`
  const bounds = sql`
    i.position <= ${asOf}
    ${options.fromMs === undefined ? sql`` : sql`and i.sort_at >= ${at(sql, options.fromMs)}`}
    ${options.beforeMs === undefined ? sql`` : sql`and i.sort_at < ${at(sql, options.beforeMs)}`}
    ${cursor === null ? sql`` : sql`and (i.sort_at, i.item_id) < (${at(sql, cursor.sortMs)}, ${cursor.itemId})`}`
  // A copy that the filters leave out must not stand for one that they let in.
  const filtered = filters(sql, options, "o", "g")
  const first = sql`not exists (
    select from read.item o ${filtered === null ? sql`` : sql`join read.feed g using (feed_id)`}
    where o.link_key = i.link_key and o.feed_id <> i.feed_id and (o.sort_at, o.item_id) < (i.sort_at, i.item_id)
      and o.position <= ${asOf} ${ofIds} ${filtered ?? sql``})`
  const wanted = filters(sql, options, "i", "f") ?? sql``
  const newestFirst = sql`order by i.sort_at desc, i.item_id desc`
  // Of a few feeds each brings its newest items by its own index; of the whole library the newest are taken by date.
  const page =
    ids === null
      ? sql`select i.* from read.item i join read.feed f using (feed_id)
            where ${bounds} and ${first} ${wanted} ${newestFirst} limit ${pageSize + 1} offset ${offset}`
      : sql`select i.* from read.feed f cross join lateral (
              select i.* from read.item i where i.feed_id = f.feed_id and ${bounds} and ${first} ${wanted}
              ${newestFirst} limit ${pageSize + 1 + offset}) i
            where f.feed_id = any(${ids}) ${newestFirst} limit ${pageSize + 1} offset ${offset}`
  const rows = await sql<Array<ItemResult>>`
    with page as (${page})
    select i.item_id, i.feed_id, f.title as feed_title, f.code as feed_code, f.icon_url as feed_icon_url, f.source,
      f.content_type, i.title, i.summary, i.author, i.link, i.image_url, coalesce(i.language, f.language) as language,
      i.tags, i.enclosures, i.duration_seconds, (extract(epoch from i.sort_at) * 1000)::bigint as updated_ms,
      coalesce((
        select jsonb_agg(jsonb_build_object('feedId', o.feed_id, 'title', g.title, 'code', g.code, 'itemId', o.item_id)
          order by o.sort_at, o.item_id)
        from read.item o join read.feed g using (feed_id)
        where o.link_key = i.link_key and o.feed_id <> i.feed_id ${ofIds}), '[]'::jsonb) as also_in
    from page i join read.feed f using (feed_id) order by i.sort_at desc, i.item_id desc`
  const items = rows.slice(0, pageSize).map(toListedItem)
  const last = items.at(-1)
  const next = rows.length > pageSize && last !== undefined
  return { items, next: next ? formatCursor({ sortMs: last.updatedMs, itemId: last.itemId, asOf }) : null }
}

const at = (sql: SqlClient, ms: number) => sql`to_timestamp(${ms / 1000}::float8)`

/** What is asked of an item and its feed beside time and place; null where nothing is. */
const filters = (sql: SqlClient, { sources, language }: ListItems, item: "i" | "o", feed: "f" | "g") => {
  if ((sources === undefined || sources.length === 0) && language === undefined) return null
  const ofSources =
    sources === undefined || sources.length === 0 ? sql`` : sql`and ${sql(feed)}.source = any(${[...sources]})`
  const ofLanguage =
    language === undefined
      ? sql``
      : sql`and split_part(lower(coalesce(${sql(item)}.language, ${sql(feed)}.language)), '-', 1) = ${language}`
  return sql`${ofSources} ${ofLanguage}`
}

/** How far all that a list is made of has come: nothing that is read later than this counts. */
const currentPosition = async (sql: SqlClient): Promise<number> => {
  const [row] = await sql<Array<{ position: number | null }>>`
    select min(p.position) as position from es.live l join es.projection p using (name, build)
    where l.name in ('items', 'feeds')`
  return row?.position ?? 0
}

type ItemResult = {
  item_id: string
  feed_id: string
  feed_title: string
  feed_code: string
  feed_icon_url: string | null
  source: Source
  content_type: string
  title: string
  summary: string | null
  author: string | null
  link: string | null
  image_url: string | null
  language: string | null
  tags: ReadonlyArray<string>
  enclosures: ReadonlyArray<Enclosure>
  duration_seconds: number | null
  updated_ms: number
  also_in: ListedItem["alsoIn"]
}

const toListedItem = (row: ItemResult): ListedItem => ({
  itemId: row.item_id,
  feedId: row.feed_id,
  feedTitle: row.feed_title,
  feedCode: row.feed_code,
  feedIconUrl: row.feed_icon_url,
  source: row.source,
  contentType: row.content_type,
  title: row.title,
  summary: row.summary,
  author: row.author,
  link: row.link,
  imageUrl: row.image_url,
  language: row.language,
  tags: row.tags,
  enclosures: row.enclosures,
  durationSeconds: row.duration_seconds,
  updatedMs: row.updated_ms,
  alsoIn: row.also_in,
})
