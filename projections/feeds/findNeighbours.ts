import { Effect } from "effect"
import { Sql } from "#core/kernel"
import type { ListItems } from "./ItemPage.ts"
import { notMuted } from "./itemStatement.ts"

/** Lists of up to so many feeds are searched feed by feed; larger ones by date, where their items are frequent. */
const EACH_FEEDS_MAX = 1_000
/** Feeds per list: as many as an account may follow. */
const LIST_FEEDS_MAX = 5_000

/** An item next to another one in a list. */
export type Neighbour = { readonly itemId: string; readonly title: string; readonly language: string | null }
export type Neighbours = { readonly newer: Neighbour | null; readonly older: Neighbour | null }

/** The items before and after an item in a list by date; other copies of its story and muted items are left out. */
export const findNeighbours = Effect.fn("findNeighbours")(function* (
  itemId: string,
  { feedIds, muted = [] }: Pick<ListItems, "feedIds" | "muted">,
) {
  const { client } = yield* Sql
  const values: Array<string | ReadonlyArray<string>> = []
  const put = (value: string | ReadonlyArray<string>) => `$${values.push(value)}`
  const id = put(itemId)
  const feeds = feedIds && put([...new Set(feedIds)].slice(0, LIST_FEEDS_MAX))
  const isHidden = muted.some(({ words }) => words.length > 0) ? `and ${notMuted(muted, put)}` : ""
  const next = (than: ">" | "<") => {
    const order = than === ">" ? "i.sort_at, i.item_id" : "i.sort_at desc, i.item_id desc"
    const one = (feed: string) => `
      select i.item_id, i.sort_at, i.title, i.language from read.item i
      where (i.sort_at, i.item_id) ${than} (s.sort_at, s.item_id) and i.link_key <> s.link_key ${feed} ${isHidden}
      order by ${order} limit 1`
    if (feeds === null) return one("")
    if (feedIds === null || feedIds.length > EACH_FEEDS_MAX) return one(`and i.feed_id = any(${feeds})`)
    return `select i.* from unnest(${feeds}::text[]) f(feed_id)
      cross join lateral (${one("and i.feed_id = f.feed_id")}) i order by ${order} limit 1`
  }
  const asJson = (than: ">" | "<") => `(
    select json_build_object('itemId', n.item_id, 'title', n.title, 'language', n.language) from (${next(than)}) n)`
  const text = `select ${asJson(">")} as newer, ${asJson("<")} as older from read.item s where s.item_id = ${id}`
  const [row] = yield* Effect.promise(() =>
    client.unsafe<Array<Neighbours>>(text, values as Array<string>, { prepare: true }),
  )
  return row ?? { newer: null, older: null }
})
