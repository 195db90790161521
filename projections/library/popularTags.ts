import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { PLAIN_TAG } from "#projections/feeds"

/** Number of newest items with tags that are counted. */
const ITEMS_COUNTED = 3_000

/**
 * The most frequent tags of the newest items, each in its most frequent spelling. Letter case, width and a leading # do
 * not distinguish tags.
 */
export const popularTags = Effect.fn("popularTags")(function* (limit: number) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ tag: string }>>`
      select mode() within group (order by tag) as tag from (
        select i.item_id, ${sql.unsafe(PLAIN_TAG)} as tag
        from (select item_id, tags from read.item order by sort_at desc, item_id desc limit ${ITEMS_COUNTED}) i,
          unnest(i.tags) as tag) each
      where tag <> '' group by lower(normalize(tag, NFKC))
      order by count(distinct item_id) desc, 1 limit ${limit}`,
  )
  return rows.map(({ tag }) => tag)
})
