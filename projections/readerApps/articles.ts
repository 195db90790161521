import { Clock, Effect } from "effect"
import type { Enclosure } from "#core/feeds"
import { Sql } from "#core/kernel"
import { isRead, statesOf } from "./fragments.ts"

/** An item with its text for reader apps. Times are milliseconds since 1970. */
export type StreamArticle = {
  readonly itemId: string
  readonly feedId: string
  readonly feedTitle: string
  readonly feedLink: string | null
  readonly feedUrl: string
  readonly title: string
  readonly summary: string | null
  readonly author: string | null
  readonly link: string | null
  readonly tags: ReadonlyArray<string>
  readonly enclosures: ReadonlyArray<Enclosure>
  /** Null if there is none, or if the response is full: then apps show the summary. */
  readonly contentHtml: string | null
  readonly publishedMs: number
  readonly updatedMs: number | null
  /** When it was first seen. */
  readonly seenMs: number
  readonly isRead: boolean
  readonly isSaved: boolean
}

/** Bytes of texts per response: 4,000 articles of usual length. */
const TEXT_BYTES_MAX = 16_000_000

/** Items by their ids in the given order, with the person's marks; unknown ids are left out. */
export const articles = Effect.fn("articles")(function* (personId: string, itemIds: ReadonlyArray<string>) {
  if (itemIds.length === 0) return []
  const { client: sql } = yield* Sql
  const nowMs = yield* Clock.currentTimeMillis
  return yield* Effect.promise(
    () => sql<Array<StreamArticle>>`
      select i.item_id as "itemId", i.feed_id as "feedId", f.title as "feedTitle", f.link as "feedLink",
        f.url as "feedUrl", i.title, i.summary, i.author, i.link, i.tags, i.enclosures,
        case when sum(octet_length(b.content_html)) over (order by a.place) <= ${TEXT_BYTES_MAX}
          then b.content_html end as "contentHtml",
        (extract(epoch from i.sort_at) * 1000)::bigint as "publishedMs",
        (extract(epoch from i.updated_at) * 1000)::bigint as "updatedMs",
        (extract(epoch from i.first_seen_at) * 1000)::bigint as "seenMs",
        ${isRead(sql, nowMs)} as "isRead", s.item_id is not null as "isSaved"
      from unnest(${[...itemIds]}::text[]) with ordinality a(item_id, place)
        join read.item i using (item_id) join read.feed f using (feed_id) left join read.item_body b using (item_id)
        ${statesOf(sql, personId)}
      order by a.place`,
  )
})
