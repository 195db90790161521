import type { SqlClient } from "#core/kernel"
import { branchIn, hitsIn, languageOf, marksOf, type Need, type Search, snippetOf } from "#core/library"
import type { ListedItem } from "#projections/feeds"
import type { FoundItem } from "../SearchPage.ts"
import { bodyOf } from "./documentOf.ts"

/** The items of a result page with their matches. */
export const readFound = async (
  sql: SqlClient,
  search: Search,
  items: ReadonlyArray<ListedItem>,
): Promise<ReadonlyArray<FoundItem>> => {
  const marked = items.map((item) => {
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
  return marked.map(({ item, language, needs, titleHits, snippet }): FoundItem => {
    const body = bodies.get(item.itemId)
    const inBody = body === undefined ? snippet : snippetOf(bodyOf(body), needs, language)
    const { text, marks } = inBody.answered.size > snippet.answered.size || snippet.text === "" ? inBody : snippet
    return { ...item, titleMarks: marksOf(titleHits), snippet: text === "" ? null : { text, marks } }
  })
}

/** Whether a word is missing in title and summary, so that it must be in the body. */
const isUnanswered = (
  needs: ReadonlyArray<Need>,
  titleHits: ReadonlyArray<{ readonly need: number }>,
  { answered, text }: { readonly answered: ReadonlySet<number>; readonly text: string },
): boolean => text === "" || new Set([...answered, ...titleHits.map(({ need }) => need)]).size < needs.length

const readBodies = async (sql: SqlClient, itemIds: ReadonlyArray<string>): Promise<ReadonlyMap<string, string>> => {
  if (itemIds.length === 0) return new Map()
  const rows = await sql<Array<{ itemId: string; html: string }>>`
    select item_id as "itemId", content_html as html from read.item_body where item_id = any(${[...itemIds]})`
  return new Map(rows.map(({ itemId, html }) => [itemId, html]))
}
