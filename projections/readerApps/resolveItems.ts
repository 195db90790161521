import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** Characters of an item's id that follow the beginning that apps know; the last of the alphabet, so that all come before. */
const LAST = "zzzzzzzz"

/** The ids of items by the twelve characters that they begin with, by the index of the ids; what there is not is left out. */
export const resolveItems = Effect.fn("resolveItems")(function* (beginnings: ReadonlyArray<string>) {
  if (beginnings.length === 0) return new Map<string, string>()
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ readonly beginning: string; readonly itemId: string }>>`
      select b.beginning, i.item_id as "itemId"
      from unnest(${[...new Set(beginnings)]}::text[]) b(beginning)
        cross join lateral (
          select item_id from read.item where item_id between b.beginning and b.beginning || ${LAST}
          order by item_id limit 1) i`,
  )
  return new Map(rows.map(({ beginning, itemId }) => [beginning, itemId]))
})
