import type { SqlClient } from "#core/kernel"
import { branchIn, hitsIn, languageOf, marksOf, type Need, type Search, snippetOf } from "#core/library"
import type { ListedItem } from "#projections/feeds"
import type { FoundItem } from "../SearchPage.ts"
import { bodyOf } from "./documentOf.ts"

/** The items of a result page in the order of their ids, with matches. Unknown ids are left out. */
export const readFound = async (
  sql: SqlClient,
  search: Search,
  itemIds: ReadonlyArray<string>,
): Promise<ReadonlyArray<FoundItem>> => {
  if (itemIds.length === 0) return []
  const rows = await readItems(sql, itemIds)
  const marked = rows.map((item) => {
    const language = languageOf(item.language)
    const needs = branchIn(search, language)?.needs ?? []
    const titleHits = hitsIn(item.title, needs, language)
    return { item, language, needs, titleHits, snippet: snippetOf(item.summary ?? "", needs, language) }
  })
  const bodies = await readBodies(
    sql,
    marked
      .filter(({ needs, titleHits, snippet }) => isUnanswered(needs, titleHits, snippet))
      .map(({ item }) => item.itemId),
  )
  const found = marked.map(({ item, language, needs, titleHits, snippet }): FoundItem => {
    const body = bodies.get(item.itemId)
    const inBody = body === undefined ? snippet : snippetOf(bodyOf(body), needs, language)
    const { text, marks } = inBody.answered.size > snippet.answered.size || snippet.text === "" ? inBody : snippet
    return { ...item, titleMarks: marksOf(titleHits), snippet: text === "" ? null : { text, marks } }
  })
  const byId = new Map(found.map((each) => [each.itemId, each]))
  return itemIds.flatMap((itemId) => byId.get(itemId) ?? [])
}

/** Whether a word is missing in title and summary, so that it must be in the body. */
const isUnanswered = (
  needs: ReadonlyArray<Need>,
  titleHits: ReadonlyArray<{ readonly need: number }>,
  { answered, text }: { readonly answered: ReadonlySet<number>; readonly text: string },
): boolean => text === "" || new Set([...answered, ...titleHits.map(({ need }) => need)]).size < needs.length

const readItems = (sql: SqlClient, itemIds: ReadonlyArray<string>) => sql<Array<ListedItem>>`
  select i.item_id as "itemId", i.feed_id as "feedId", f.title as "feedTitle", f.code as "feedCode",
    f.icon_url as "feedIconUrl", f.source, f.content_type as "contentType", i.title, i.summary, i.author, i.link,
    i.image_url as "imageUrl", i.language, i.tags, i.level_id as "levelId", i.duration_seconds as "durationSeconds",
    (extract(epoch from i.sort_at) * 1000)::bigint as "updatedMs",
    coalesce((
      select jsonb_agg(jsonb_build_object('feedId', o.feed_id, 'title', g.title, 'code', g.code, 'itemId', o.item_id, 'link', o.link)
        order by o.sort_at, o.item_id)
      from read.item o join read.feed g using (feed_id)
      where o.link_key = i.link_key and o.feed_id <> i.feed_id), '[]'::jsonb) as "alsoIn"
  from read.item i join read.feed f using (feed_id) where i.item_id = any(${[...itemIds]})`

const readBodies = async (sql: SqlClient, itemIds: ReadonlyArray<string>): Promise<ReadonlyMap<string, string>> => {
  if (itemIds.length === 0) return new Map()
  const rows = await sql<Array<{ itemId: string; html: string }>>`
    select item_id as "itemId", content_html as html from read.item_body where item_id = any(${[...itemIds]})`
  return new Map(rows.map(({ itemId, html }) => [itemId, html]))
}
