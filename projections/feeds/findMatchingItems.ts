import { Effect } from "effect"
import { Sql } from "#core/kernel"
import type { ListedItem } from "./ItemPage.ts"
import { listed } from "./itemStatement.ts"

/** How far back a search for words in feeds goes, in days, and how many items it looks at. */
const MATCHING_DAYS = 30
const SEARCHED_ITEMS_MAX = 10_000
const SEARCHED_OF_FEED_MIN = 5
const SEARCHED_OF_FEED_MAX = 500

export type MatchingItems = { readonly count: number; readonly items: ReadonlyArray<ListedItem> }

/**
 * Recent items of some feeds that contain one of some lower-case words in title or summary, newest first; without words, all
 * recent items.
 *
 * @param limit items in the result; `count` counts the others too
 */
export const findMatchingItems = Effect.fn("findMatchingItems")(function* (
  feedIds: ReadonlyArray<string>,
  words: ReadonlyArray<string>,
  limit: number,
) {
  if (feedIds.length === 0) return { count: 0, items: [] } satisfies MatchingItems
  const each = Math.max(
    SEARCHED_OF_FEED_MIN,
    Math.min(SEARCHED_OF_FEED_MAX, Math.floor(SEARCHED_ITEMS_MAX / feedIds.length)),
  )
  const { client: sql } = yield* Sql
  const text = `
    with found as materialized (
      select n.item_id, n.sort_at from unnest($1::text[]) f(feed_id) cross join lateral (
        select * from read.item i where i.feed_id = f.feed_id and i.sort_at >= now() - $2 * interval '1 day'
        order by i.sort_at desc, i.item_id desc limit $3) n
      where $4::text[] = '{}' or exists (
        select from unnest($4::text[]) word
        where strpos(lower(n.title || ' ' || coalesce(n.summary, '')), word) > 0)),
    page as (select item_id, sort_at, null::json as copies from found order by sort_at desc, item_id desc limit $5)
    select (select count(*) from found)::int as count, coalesce((select json_agg(l) from (${listed()}) l), '[]') as items`
  const [row] = yield* Effect.promise(() =>
    sql.unsafe<Array<MatchingItems>>(text, [[...feedIds], MATCHING_DAYS, each, [...words], limit] as never, {
      prepare: true,
    }),
  )
  return row ?? { count: 0, items: [] }
})
