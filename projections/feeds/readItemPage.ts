import type { SqlClient } from "#core/kernel"
import type { ItemPage, ListItems } from "./ItemPage.ts"
import { formatCursor } from "./itemCursor.ts"
import { type Asked, pageByDate, pageByFeeds, type Statement } from "./itemStatement.ts"

/** Items on one page of a list. */
const ITEMS_PAGE_SIZE = 50
/** Feeds that one list may be made of: as many as an account may follow. */
const LIST_FEEDS_MAX = 5_000
/** Up to so many feeds each brings its newest; more of them are sought by date, where theirs then are frequent. */
const EACH_FEEDS_MAX = 1_000
/** Entries that may be passed over. */
const OFFSET_MAX = 10_000
/** Sources that bring less than this share of the library are listed feed by feed, not by date. */
const RARE_SHARE = 0.05

/** Reads one page: see listItems. */
export const readItemPage = async (sql: SqlClient, options: ListItems): Promise<ItemPage> => {
  const { pageSize = ITEMS_PAGE_SIZE } = options
  const feedIds = options.feedIds && [...new Set(options.feedIds)].slice(0, LIST_FEEDS_MAX)
  if (feedIds?.length === 0 && !options.counted?.length) return { items: [], next: null, counts: [] }
  const asked = { ...options, feedIds, entries: pageSize + 1, offset: Math.min(options.offset ?? 0, OFFSET_MAX) }
  const feeds = feedIds === null ? await countRareFeeds(sql, options) : feedIds.length
  const isEach = feeds !== null && feeds <= EACH_FEEDS_MAX
  const { items, asOf, counts } = isEach ? await readByFeeds(sql, asked, feeds) : await read(sql, pageByDate(asked))
  const shown = items.slice(0, pageSize)
  const last = items.length > pageSize ? shown.at(-1) : undefined
  const next = last ? formatCursor({ sortMs: last.updatedMs, itemId: last.itemId, asOf }) : null
  return { items: shown, next, counts }
}

type FoundPage = Pick<ItemPage, "items" | "counts"> & {
  readonly asOf: number
  /** Whether some feed may have more than it brought, and whether all that was found comes before that. */
  readonly bounded: boolean
  readonly certain: boolean
}

const read = async (sql: SqlClient, { text, values }: Statement): Promise<FoundPage> => {
  const [page] = await sql.unsafe<Array<FoundPage>>(text, values as Array<string>, { prepare: true })
  return page ?? { items: [], counts: [], asOf: 0, bounded: false, certain: true }
}

/**
 * Each feed brings its newest few. Where that does not decide the page, what it ends with still bounds it: all that belongs
 * there is newer, and there are few of those.
 */
const readByFeeds = async (sql: SqlClient, asked: Asked, feeds: number): Promise<FoundPage> => {
  const needed = asked.entries + asked.offset
  for (let each = Math.min(Math.ceil((3 * needed) / Math.max(feeds, 1)) + 4, needed); ; each *= 4) {
    const page = await read(sql, pageByFeeds(asked, each))
    const isFull = page.items.length === asked.entries
    if (!page.bounded || (page.certain && isFull)) return page
    const last = page.items.at(-1)
    if (!isFull || last === undefined) continue
    const fromMs = Math.max(asked.fromMs ?? 0, last.updatedMs - 1)
    return { ...(await read(sql, pageByFeeds({ ...asked, fromMs, counted: [] }, needed))), counts: page.counts }
  }
}

/** How many feeds are of sources that bring little, which are better listed feed by feed; null where that is not so. */
const countRareFeeds = async (sql: SqlClient, { sources = [] }: ListItems): Promise<number | null> => {
  if (sources.length === 0) return null
  const [row] = await sql<Array<{ feeds: number; share: number }>>`
    select count(*) filter (where wanted) as feeds,
      coalesce(sum(item_count) filter (where wanted)::float8 / nullif(sum(item_count), 0), 0) as share
    from (select item_count, source = any(${[...sources]}) as wanted from read.feed) f`
  return row !== undefined && row.share < RARE_SHARE && row.feeds <= EACH_FEEDS_MAX ? row.feeds : null
}
