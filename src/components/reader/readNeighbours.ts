import type { AstroGlobal } from "astro"
import { findNeighbours, type Neighbour } from "#projections/feeds"
import { readerOf, remembersUnreadOnly } from "../../web/reading/guestMarks.ts"
import { runOrReport } from "../../web/runOrReport.ts"
import { hrefInList, type ListOrigin, listOrigin, neighbourListOf } from "./listOrigin.ts"

type ArticlePage = Pick<AstroGlobal, "url" | "request" | "locals">

/** The list that the article on a page was opened from. */
export const originOf = ({ url, request, locals }: ArticlePage): ListOrigin =>
  listOrigin(url, {
    referrer: request.headers.get("referer"),
    origin: locals.site.origin,
    unreadOnly: remembersUnreadOnly(request),
  })

/** The articles before and after one in the list that it was opened from, with their addresses. */
export const readNeighbours = async (
  page: ArticlePage,
  { itemId, feedId, now }: { readonly itemId: string; readonly feedId: string; readonly now: Date },
) => {
  const { locals, request } = page
  const origin = originOf(page)
  const list = neighbourListOf(origin, { feedId, locals, reader: readerOf(locals, request), now })
  const found = await runOrReport(findNeighbours(itemId, list), locals)
  const linked = (to: Neighbour | null | undefined) => (to ? { ...to, href: hrefInList(to.itemId, origin) } : null)
  return { newer: linked(found?.newer), older: linked(found?.older) }
}
