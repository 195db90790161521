import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** Fills an id after the prefix that apps know with the last character of the alphabet, as an upper bound. */
const LAST = "zzzzzzzz"

/** Ids of items by their first twelve characters; unknown ones are left out. */
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
