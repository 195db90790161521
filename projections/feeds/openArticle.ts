import { Effect } from "effect"
import { sql as raw } from "kysely"
import { Sql } from "#core/kernel"
import { OPENED_COLUMNS, OPENED_FROM, type OpenedItem } from "./findItem.ts"
import type { ListedItem } from "./ItemPage.ts"
import { POSITION } from "./itemStatement.ts"
import { type DirectoryFeed, directoryFeeds } from "./listFeeds.ts"
import { type NeighbourList, type Neighbours, neighboursIn } from "./neighboursIn.ts"

/** Items of a feed beside one of its articles. */
const NEWEST_MAX = 5

/** An item with what its page shows beside it. */
export type OpenedArticle = Neighbours & {
  readonly item: OpenedItem
  readonly feed: DirectoryFeed
  /** The newest other items of the feed. */
  readonly newest: ReadonlyArray<Pick<ListedItem, "itemId" | "title" | "language" | "updatedMs">>
}

/**
 * Opens an item: with its feed, the newest other items of the feed, and the items before and after it in a list. One
 * statement, because each costs the process as much as the page's text. Null if there is no such item.
 */
export const openArticle = Effect.fn("openArticle")(function* (itemId: string, list: NeighbourList) {
  const { client: sql } = yield* Sql
  const values: Array<string | ReadonlyArray<string>> = [itemId]
  const { newer, older } = neighboursIn(list, (value) => `$${values.push(value)}`)
  const text = `select ${OPENED_COLUMNS}, ${FEED} as feed, ${NEWEST} as newest, ${newer} as newer, ${older} as older
    from ${OPENED_FROM} where s.item_id = $1`
  const [row] = yield* Effect.promise(() =>
    sql.unsafe<Array<OpenedItem & Omit<OpenedArticle, "item">>>(text, values as Array<string>, { prepare: true }),
  )
  if (row === undefined) return null
  const { feed, newest, newer: before, older: after, ...item } = row
  return { item, feed, newest, newer: before, older: after } satisfies OpenedArticle
})

const FEED = `(select to_json(d) from (${directoryFeeds.where("feed_id", "=", raw<string>`s.feed_id`).compile().sql}) d)`

const NEWEST = `coalesce((
  select json_agg(n) from (
    select i.item_id as "itemId", i.title, i.language, (extract(epoch from i.sort_at) * 1000)::bigint as "updatedMs"
    from read.item i where i.feed_id = s.feed_id and i.item_id <> s.item_id and i.position <= ${POSITION}
    order by i.sort_at desc, i.item_id desc limit ${NEWEST_MAX}) n), '[]')`
