import { Effect } from "effect"
import { Sql } from "#core/kernel"
import type { ListedItem } from "./ItemPage.ts"
import { listed } from "./itemStatement.ts"

const byIds = (copies: string) => `
  with page as (select i.item_id, i.sort_at, ${copies} as copies from read.item i where i.item_id = any($1))
  select coalesce((select json_agg(l) from (${listed()}) l), '[]') as items`

const ALONE = byIds("null::json")
const WITH_COPIES = byIds(`(
  select json_agg(
    json_build_object('feedId', o.feed_id, 'title', g.title, 'code', g.code, 'itemId', o.item_id, 'link', o.link)
    order by o.sort_at, o.item_id)
  from read.item o join read.feed g using (feed_id) where o.link_key = i.link_key and o.feed_id <> i.feed_id)`)

const read = Effect.fnUntraced(function* (statement: string, itemIds: ReadonlyArray<string>) {
  if (itemIds.length === 0) return []
  const { client: sql } = yield* Sql
  const [row] = yield* Effect.promise(() =>
    sql.unsafe<Array<{ readonly items: ReadonlyArray<ListedItem> }>>(statement, [[...itemIds]], { prepare: true }),
  )
  const byId = new Map(row?.items.map((item) => [item.itemId, item]))
  return itemIds.flatMap((itemId) => byId.get(itemId) ?? [])
})

/** Items by their ids in the given order, without copies of their stories; unknown ones are left out. */
export const findItems = (itemIds: ReadonlyArray<string>) => read(ALONE, itemIds)

/** The same with the copies of their stories in all other feeds. */
export const findItemsWithCopies = (itemIds: ReadonlyArray<string>) => read(WITH_COPIES, itemIds)
