import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { findFeeds } from "./findFeed.ts"
import { KEY_OF_TAG } from "./topics.ts"

/** Followers of a feed whose other follows are compared. */
const FOLLOWERS_MAX = 2_000
/** Followers that two feeds must share: fewer would tell what single people follow. */
const SHARED_FOLLOWERS_MIN = 3
/** Items of a feed whose tags are its topics, how many topics count, and newest items that are compared with them. */
const OWN_ITEMS_MAX = 100
const TOPICS_MAX = 8
const COMPARED_ITEMS_MAX = 10_000
/** Shared followers count more than shared topics. */
const FOLLOWERS_WEIGHT = 2

/**
 * Feeds like another one: those that the same people follow, and those in the same language whose newest items have the same
 * tags. The most similar come first.
 */
export const similarFeeds = Effect.fn("similarFeeds")(function* (feedId: string, limit: number) {
  const { client: sql } = yield* Sql
  const key = sql.unsafe(KEY_OF_TAG)
  const rows = yield* Effect.promise(
    () => sql<Array<{ feedId: string }>>`
      with own as (
        select person_id from read.follow where feed_id = ${feedId} and ended_at is null limit ${FOLLOWERS_MAX}),
      followed as (
        select o.feed_id, count(*) / sqrt((select count(*) from own)::float8 * max(greatest(c.followers, 1))) as share
        from own join read.follow o using (person_id) left join read.feed_followers c on c.feed_id = o.feed_id
        where o.feed_id <> ${feedId} and o.ended_at is null
        group by o.feed_id having count(*) >= ${SHARED_FOLLOWERS_MIN}),
      topics as materialized (
        select ${key} as key
        from (select tags from read.item where feed_id = ${feedId}
          order by sort_at desc, item_id desc limit ${OWN_ITEMS_MAX}) i, unnest(i.tags) tag
        where ${key} <> '' group by 1 order by count(*) desc, 1 limit ${TOPICS_MAX}),
      topical as (
        select i.feed_id, avg((exists (
          select from unnest(i.tags) tag where ${key} in (select t.key from topics t)))::int)::float8 as share
        from (select feed_id, tags from read.item order by sort_at desc, item_id desc limit ${COMPARED_ITEMS_MAX}) i
        where i.feed_id <> ${feedId} and exists (select from topics) group by i.feed_id)
      select f.feed_id as "feedId" from read.feed f left join followed using (feed_id) left join topical using (feed_id),
        (select split_part(lower(language), '-', 1) as language from read.feed where feed_id = ${feedId}) me
      where f.is_listed and f.failure is null and f.item_count > 0
        and (followed.share > 0
          or topical.share > 0 and (me.language is null or split_part(lower(f.language), '-', 1) = me.language))
      order by ${FOLLOWERS_WEIGHT} * coalesce(followed.share, 0) + coalesce(topical.share, 0) desc, f.feed_id
      limit ${limit}`,
  )
  return yield* findFeeds(rows.map(({ feedId: id }) => id))
})
