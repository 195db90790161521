import { Effect } from "effect"
import { Sql } from "#core/kernel"

export type NewestTitle = { readonly itemId: string; readonly title: string; readonly language: string | null }

/** The newest items of each of some feeds, newest first, as samples of what they publish. */
export const newestTitles = Effect.fn("newestTitles")(function* (feedIds: ReadonlyArray<string>, each: number) {
  const { client: sql } = yield* Sql
  const rows = yield* Effect.promise(
    () => sql<Array<NewestTitle & { feedId: string }>>`
      select f.feed_id as "feedId", i.item_id as "itemId", i.title, i.language
      from unnest(${[...feedIds]}::text[]) f(feed_id) cross join lateral (
        select item_id, title, language, sort_at from read.item
        where feed_id = f.feed_id and title <> '' order by sort_at desc, item_id desc limit ${each}) i
      order by f.feed_id, i.sort_at desc, i.item_id desc`,
  )
  return Map.groupBy(rows, ({ feedId }) => feedId) as ReadonlyMap<string, ReadonlyArray<NewestTitle>>
})
