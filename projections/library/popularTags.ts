import { Effect } from "effect"
import { Sql } from "#core/kernel"

/** Tags of so many of the newest items are counted. */
const ITEMS_COUNTED = 3_000

/**
 * The tags that the newest items bear most, most first, each in the spelling that most of them use. Letter case, width and
 * a leading # do not make another tag.
 */
export const popularTags = Effect.fn("popularTags")(function* (limit: number) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<{ tag: string }>>`
      select mode() within group (order by tag) as tag from (
        select i.item_id, trim(leading '#＃ ' from tag) as tag
        from (select item_id, tags from read.item order by sort_at desc, item_id desc limit ${ITEMS_COUNTED}) i,
          unnest(i.tags) as tag) each
      where tag <> '' group by lower(normalize(tag, NFKC))
      order by count(distinct item_id) desc, 1 limit ${limit}`,
  )
  return rows.map(({ tag }) => tag)
})
