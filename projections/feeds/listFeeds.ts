import { Effect } from "effect"
import { type InferResult, type SelectQueryBuilder, sql } from "kysely"
import type { SourceType } from "#contract/feeds"
import { Sql } from "#core/kernel"
import { epochMs, type ReadTables, readModels } from "#projections/runner"
import { feed } from "./tables.ts"

export const FEEDS_PAGE_SIZE = 30
const FEEDS_PAGE_SIZE_MAX = 100
const PAGE_MAX = 1_000

/**
 * Selects feeds for the directory; every query that returns such feeds starts here. Times are milliseconds since 1970.
 */
export const directoryFeeds = readModels(feed)
  .withTables<{ "read.feed_followers": { feed_id: string; followers: number } }>()
  .selectFrom("read.feed")
  .select([
    "read.feed.feed_id as feedId",
    "read.feed.code",
    "read.feed.url",
    "read.feed.title",
    "read.feed.description",
    "read.feed.link",
    "read.feed.icon_url as iconUrl",
    "read.feed.language",
    "read.feed.author",
    "read.feed.source",
    "read.feed.content_type as contentType",
    "read.feed.tags",
    "read.feed.item_count as itemCount",
    "read.feed.failure",
    "read.feed.failure_status as failureStatus",
    "read.feed.failure_detail as failureDetail",
    "read.feed.problems",
  ])
  .select((eb) => [
    epochMs(eb.ref("read.feed.last_updated")).as("lastUpdatedMs"),
    epochMs(eb.ref("read.feed.fetched_at")).as("fetchedMs"),
    epochMs(eb.ref("read.feed.failed_at")).as("failedMs"),
    /** Number of accounts that follow it. */
    eb.fn
      .coalesce(
        eb
          .selectFrom("read.feed_followers as counted")
          .select("counted.followers")
          .whereRef("counted.feed_id", "=", "read.feed.feed_id"),
        eb.lit(0),
      )
      .as("followers"),
  ])
export type DirectoryFeed = InferResult<typeof directoryFeeds>[number]

/** `directoryFeeds` for queries that join further tables, which they declare here. */
export const directoryFeedsWith = <Tables>() =>
  directoryFeeds as unknown as SelectQueryBuilder<ReadTables<typeof feed> & Tables, "read.feed", DirectoryFeed>

export type ListFeeds = {
  readonly source?: SourceType | undefined
  readonly language?: string | undefined
  /** Text in the title, description or address. */
  readonly text?: string | undefined
  /** By the last publication (default), or by the number of followers. */
  readonly order?: "updated" | "followers" | undefined
  /** From 1. */
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
}

/** The directory. */
export const listFeeds = Effect.fn("listFeeds")(function* ({
  source,
  language,
  text,
  order,
  page = 1,
  pageSize = FEEDS_PAGE_SIZE,
}: ListFeeds) {
  const { query } = yield* Sql
  const size = Math.min(Math.max(pageSize, 1), FEEDS_PAGE_SIZE_MAX)
  const at = Math.min(Math.max(page, 1), PAGE_MAX)
  let feeds = directoryFeeds.where("is_listed", "=", true)
  if (source !== undefined) feeds = feeds.where("source", "=", source)
  if (language !== undefined) feeds = feeds.where(sql`split_part(lower(language), '-', 1)`, "=", language)
  if (text) {
    const pattern = `%${text.trim().replace(/[\\%_]/g, "\\$&")}%`
    feeds = feeds.where((eb) =>
      eb.or([eb("title", "ilike", pattern), eb("description", "ilike", pattern), eb("url", "ilike", pattern)]),
    )
  }
  if (order === "followers") feeds = feeds.orderBy("followers", "desc")
  const rows = yield* query(
    feeds
      .orderBy("last_updated", (order) => order.desc().nullsLast())
      .orderBy("feed_id")
      .limit(size + 1)
      .offset((at - 1) * size),
  )
  return { feeds: rows.slice(0, size), hasMore: rows.length > size }
})
