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

/** One item with its body and the other feeds with the same story, or null. */
export const findItem = Effect.fn("findItem")(function* (itemId: string) {
  const { client: sql } = yield* Sql
  return yield* Effect.promise(async () => {
    const [row] = await sql<Array<OpenedItem>>`
      select i.item_id as "itemId", i.feed_id as "feedId", f.title as "feedTitle", f.code as "feedCode",
        f.icon_url as "feedIconUrl", f.url as "feedUrl", f.source, f.content_type as "contentType", i.title, i.summary,
        i.author, i.link, i.image_url as "imageUrl", i.video_url as "videoUrl", i.language, i.tags, i.enclosures,
        i.level_id as "levelId", i.duration_seconds as "durationSeconds", (extract(epoch from i.sort_at) * 1000)::bigint as "updatedMs",
        i.transcript_url as "transcriptUrl", i.chapters_url as "chaptersUrl", b.content_html as "contentHtml",
        coalesce((select jsonb_agg(jsonb_build_object('feedId', o.feed_id, 'title', g.title, 'code', g.code, 'itemId', o.item_id, 'link', o.link) order by o.sort_at)
          from read.item o join read.feed g using (feed_id) where o.link_key = i.link_key and o.feed_id <> i.feed_id), '[]'::jsonb) as "alsoIn"
      from read.item i join read.feed f using (feed_id) left join read.item_body b using (item_id)
      where i.item_id = ${itemId}`
    return row ?? null
  })
})
