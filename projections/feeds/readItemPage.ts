import type { SqlClient } from "#core/kernel"
import type { FeedCount, ItemPage, ListItems } from "./ItemPage.ts"
import {
  formatCursor,
  type ItemPageQuery,
  pageByDate,
  pageByFeeds,
  type Statement,
  unreadCountMax,
} from "./itemStatement.ts"

/** Items per page. */
const ITEMS_PAGE_SIZE = 50
/** Feeds per list: as many as an account may follow. */
const LIST_FEEDS_MAX = 5_000
/** Lists of up to so many feeds are merged feed by feed; larger ones are read by date. */
const EACH_FEEDS_MAX = 1_000
/** Entries that may be skipped. */
const OFFSET_MAX = 10_000
/** Sources with a smaller share of the library are listed feed by feed. */
const RARE_SHARE = 0.05

/** Reads one page: see listItems. */
export const readItemPage = async (sql: SqlClient, options: ListItems): Promise<ItemPage> => {
  const { pageSize = ITEMS_PAGE_SIZE } = options
  const feedIds = options.feedIds && [...new Set(options.feedIds)].slice(0, LIST_FEEDS_MAX)
  if (feedIds?.length === 0 && !options.counted?.length) return { items: [], next: null, counts: [], asOf: 0 }
  const query = { ...options, feedIds, entries: pageSize + 1, offset: Math.min(options.offset ?? 0, OFFSET_MAX) }
  const feeds = feedIds === null ? await countRareFeeds(sql, options) : feedIds.length
  const isEach = feeds !== null && feeds <= EACH_FEEDS_MAX
  const { items, asOf, counts } = isEach ? await readByFeeds(sql, query, feeds) : await read(sql, pageByDate(query))
  const shown = items.slice(0, pageSize)
  const last = items.length > pageSize ? shown.at(-1) : undefined
  const next = last ? formatCursor({ sortMs: last.updatedMs, itemId: last.itemId, asOf }) : null
  const countMax =
    options.reader === undefined ? Number.POSITIVE_INFINITY : unreadCountMax(options.counted?.length ?? 0)
  return { items: shown, next, counts: counts.map((feed) => ({ ...feed, isMore: feed.count >= countMax })), asOf }
}

type FoundPage = Pick<ItemPage, "items"> & {
  readonly counts: ReadonlyArray<Omit<FeedCount, "isMore">>
  readonly asOf: number
  /** Whether some feed may have more items than it contributed, and whether the page ends before them. */
  readonly bounded: boolean
  readonly certain: boolean
}

const read = async (sql: SqlClient, { text, values }: Statement): Promise<FoundPage> => {
  const [page] = await sql.unsafe<Array<FoundPage>>(text, values as Array<string>, { prepare: true })
  return page ?? { items: [], counts: [], asOf: 0, bounded: false, certain: true }
}

/**
 * Each feed contributes its newest items. If that does not decide the page, its last entry is still a bound: everything
 * that belongs on the page is newer.
 */
const readByFeeds = async (sql: SqlClient, query: ItemPageQuery, feeds: number): Promise<FoundPage> => {
  const needed = query.entries + query.offset
  for (let each = Math.min(Math.ceil((3 * needed) / Math.max(feeds, 1)) + 4, needed); ; each *= 4) {
    const page = await read(sql, pageByFeeds(query, each))
    const isFull = page.items.length === query.entries
    if (!page.bounded || (page.certain && isFull)) return page
    const last = page.items.at(-1)
    if (!isFull || last === undefined) continue
    const fromMs = Math.max(query.fromMs ?? 0, last.updatedMs - 1)
    return { ...(await read(sql, pageByFeeds({ ...query, fromMs, counted: [] }, needed))), counts: page.counts }
  }
}

/** Number of feeds of rare sources, which are better listed feed by feed; null if they are not rare. */
const countRareFeeds = async (sql: SqlClient, { sources = [] }: ListItems): Promise<number | null> => {
  if (sources.length === 0) return null
  const [row] = await sql<Array<{ feeds: number; share: number }>>`
    select count(*) filter (where wanted) as feeds,
      coalesce(sum(item_count) filter (where wanted)::float8 / nullif(sum(item_count), 0), 0) as share
    from (select item_count, source = any(${[...sources]}) as wanted from read.feed) f`
  return row !== undefined && row.share < RARE_SHARE && row.feeds <= EACH_FEEDS_MAX ? row.feeds : null
}
