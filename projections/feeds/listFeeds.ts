import { Effect } from "effect"
import type { ContentType, Source } from "#contract/feeds"
import { Sql, type SqlClient } from "#core/kernel"

export const FEEDS_PAGE_SIZE = 30
const FEEDS_PAGE_SIZE_MAX = 100
const PAGE_MAX = 1_000

/** A feed as the directory shows it. Times are milliseconds since 1970. */
export type DirectoryFeed = {
  readonly feedId: string
  readonly code: string
  readonly url: string
  readonly title: string
  readonly description: string | null
  readonly link: string | null
  readonly iconUrl: string | null
  readonly language: string | null
  readonly author: string | null
  readonly source: Source
  readonly contentType: ContentType
  readonly tags: ReadonlyArray<string>
  readonly itemCount: number
  readonly lastUpdatedMs: number | null
  readonly fetchedMs: number | null
  readonly failedMs: number | null
  readonly failure: string | null
  readonly failureStatus: number | null
  readonly failureDetail: string | null
  readonly problems: ReadonlyArray<string>
  /** Accounts that follow it. */
  readonly followers: number
}

/** The columns of a DirectoryFeed, for every query that answers one. */
export const directoryColumns = (sql: SqlClient) => sql`
  feed_id as "feedId", code, url, title, description, link, icon_url as "iconUrl", language, author, source,
  content_type as "contentType", tags, item_count as "itemCount",
  (extract(epoch from last_updated) * 1000)::bigint as "lastUpdatedMs",
  (extract(epoch from fetched_at) * 1000)::bigint as "fetchedMs",
  (extract(epoch from failed_at) * 1000)::bigint as "failedMs",
  failure, failure_status as "failureStatus", failure_detail as "failureDetail", problems,
  coalesce((select n.followers from (select feed_id as id, followers from read.feed_followers) n where n.id = feed_id), 0) as followers`

export type ListFeeds = {
  readonly source?: Source | undefined
  readonly language?: string | undefined
  /** Words in the title, the description or the address. */
  readonly text?: string | undefined
  /** From 1. */
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
}

/** The directory: the feeds that published last come first. */
export const listFeeds = Effect.fn("listFeeds")(function* ({
  source,
  language,
  text,
  page = 1,
  pageSize = FEEDS_PAGE_SIZE,
}: ListFeeds) {
  const { client: sql } = yield* Sql
  const size = Math.min(Math.max(pageSize, 1), FEEDS_PAGE_SIZE_MAX)
  const at = Math.min(Math.max(page, 1), PAGE_MAX)
  const pattern = text ? `%${text.trim().replace(/[\\%_]/g, "\\$&")}%` : null
  const rows = yield* Effect.promise(
    () => sql<Array<DirectoryFeed>>`
      select ${directoryColumns(sql)} from read.feed
      where true ${source === undefined ? sql`` : sql`and source = ${source}`}
        ${language === undefined ? sql`` : sql`and split_part(lower(language), '-', 1) = ${language}`}
        ${pattern === null ? sql`` : sql`and (title ilike ${pattern} or description ilike ${pattern} or url ilike ${pattern})`}
      order by last_updated desc nulls last, feed_id limit ${size + 1} offset ${(at - 1) * size}`,
  )
  return { feeds: rows.slice(0, size), hasMore: rows.length > size }
})
