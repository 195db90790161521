import { Effect } from "effect"
import { Sql } from "#core/kernel"
import type { ListedItem } from "./ItemPage.ts"
import { listed } from "./itemStatement.ts"

const BY_IDS = `
  with page as (select item_id, sort_at, null::json as copies from read.item where item_id = any($1))
  select coalesce((select json_agg(l) from (${listed()}) l), '[]') as items`

/** Items by their ids in the given order; unknown ones are left out. */
export const findItems = Effect.fn("findItems")(function* (itemIds: ReadonlyArray<string>) {
  if (itemIds.length === 0) return []
  const { client: sql } = yield* Sql
  const [row] = yield* Effect.promise(() =>
    sql.unsafe<Array<{ readonly items: ReadonlyArray<ListedItem> }>>(BY_IDS, [[...itemIds]], { prepare: true }),
  )
  const byId = new Map(row?.items.map((item) => [item.itemId, item]))
  return itemIds.flatMap((itemId) => byId.get(itemId) ?? [])
})
