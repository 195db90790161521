import { Effect } from "effect"
import type { Enclosure } from "#core/feeds"
import { Sql } from "#core/kernel"
import type { ListedItem } from "./ItemPage.ts"

export type OpenedItem = ListedItem & {
  readonly enclosures: ReadonlyArray<Enclosure>
  readonly contentHtml: string | null
  readonly transcriptUrl: string | null
  readonly chaptersUrl: string | null
  readonly feedUrl: string
  readonly videoUrl: string | null
}

/** The columns of an opened item `s`, with the feeds that have the same story; and where they come from. */
export const OPENED_COLUMNS = `
  s.item_id as "itemId", s.feed_id as "feedId", f.title as "feedTitle", f.code as "feedCode",
  f.icon_url as "feedIconUrl", f.url as "feedUrl", f.source, f.content_type as "contentType", s.title, s.summary,
  s.author, s.link, s.image_url as "imageUrl", s.video_url as "videoUrl", s.language, s.tags, s.enclosures,
  s.level_id as "levelId", s.duration_seconds as "durationSeconds", (extract(epoch from s.sort_at) * 1000)::bigint as "updatedMs",
  s.transcript_url as "transcriptUrl", s.chapters_url as "chaptersUrl", b.content_html as "contentHtml",
  coalesce((select jsonb_agg(jsonb_build_object('feedId', o.feed_id, 'title', g.title, 'code', g.code, 'itemId', o.item_id, 'link', o.link) order by o.sort_at)
    from read.item o join read.feed g using (feed_id) where o.link_key = s.link_key and o.feed_id <> s.feed_id), '[]'::jsonb) as "alsoIn"`
export const OPENED_FROM = "read.item s join read.feed f using (feed_id) left join read.item_body b using (item_id)"

const BY_ID = `select ${OPENED_COLUMNS} from ${OPENED_FROM} where s.item_id = $1`

/** One item with its body and the other feeds with the same story, or null. */
export const findItem = Effect.fn("findItem")(function* (itemId: string) {
  const { client: sql } = yield* Sql
  const [row] = yield* Effect.promise(() => sql.unsafe<Array<OpenedItem>>(BY_ID, [itemId], { prepare: true }))
  return row ?? null
})
