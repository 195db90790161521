import { Effect } from "effect"
import { sql as raw } from "kysely"
import type { SourceType } from "#contract/feeds"
import { Sql } from "#core/kernel"
import { isAnyOf } from "#projections/runner"
import { directoryFeeds, FEEDS_PAGE_SIZE } from "./listFeeds.ts"

/** Newest items whose tags are the topics of the directory. */
const ITEMS_MAX = 10_000
const PAGE_MAX = 1_000

/** A tag as it is shown. */
export const PLAIN_TAG = "trim(leading '#＃ ' from tag)"
/** A tag as tags are compared: letter case, width and a leading # do not count. */
export const KEY_OF_TAG = `lower(normalize(${PLAIN_TAG}, NFKC))`

/** A topic: a tag in its most frequent spelling, and the feeds that have written about it lately. */
export type Topic = { readonly tag: string; readonly feedIds: ReadonlyArray<string> }

/** The topics of the newest items, those of most feeds first; of feeds in some languages if given as primary subtags. */
export const listTopics = Effect.fn("listTopics")(function* (languages: ReadonlyArray<string>, limit: number) {
  const { client: sql } = yield* Sql
  const inLanguages =
    languages.length === 0 ? sql`` : sql`and split_part(lower(f.language), '-', 1) = any(${[...languages]})`
  return yield* Effect.promise(
    () => sql<Array<Topic>>`
      select mode() within group (order by ${sql.unsafe(PLAIN_TAG)}) as tag,
        array_agg(distinct i.feed_id) as "feedIds"
      from (select item_id, feed_id, tags from read.item order by sort_at desc, item_id desc limit ${ITEMS_MAX}) i
        join read.feed f on f.feed_id = i.feed_id and f.is_listed ${inLanguages}, unnest(i.tags) tag
      where ${sql.unsafe(KEY_OF_TAG)} <> ''
      group by ${sql.unsafe(KEY_OF_TAG)} order by count(distinct i.feed_id) desc, count(distinct i.item_id) desc, 1 limit ${limit}`,
  )
})

export type FeedsOfTopic = {
  /** The key of a tag. */
  readonly topic: string
  readonly source?: SourceType | undefined
  readonly language?: string | undefined
  /** From 1. */
  readonly page?: number | undefined
}

/** Feeds whose newest items have a tag, those with most of them first. */
export const feedsOfTopic = Effect.fn("feedsOfTopic")(function* ({ topic, source, language, page = 1 }: FeedsOfTopic) {
  const { client: sql, query } = yield* Sql
  const found = yield* Effect.promise(
    () => sql<Array<{ feedId: string }>>`
      select i.feed_id as "feedId"
      from (select item_id, feed_id, tags from read.item order by sort_at desc, item_id desc limit ${ITEMS_MAX}) i
      where exists (select from unnest(i.tags) tag where ${sql.unsafe(KEY_OF_TAG)} = ${topic})
      group by i.feed_id order by count(*) desc, i.feed_id`,
  )
  const ids = found.map(({ feedId }) => feedId)
  let feeds = directoryFeeds.where("is_listed", "=", true).where((eb) => isAnyOf(eb.ref("feed_id"), ids))
  if (source !== undefined) feeds = feeds.where("source", "=", source)
  if (language !== undefined) feeds = feeds.where(raw`split_part(lower(language), '-', 1)`, "=", language)
  const from = (Math.min(Math.max(page, 1), PAGE_MAX) - 1) * FEEDS_PAGE_SIZE
  const rows = yield* query(
    feeds
      .orderBy(raw`array_position(${ids}::text[], feed_id)`)
      .limit(FEEDS_PAGE_SIZE + 1)
      .offset(from),
  )
  return { feeds: rows.slice(0, FEEDS_PAGE_SIZE), hasMore: rows.length > FEEDS_PAGE_SIZE }
})
