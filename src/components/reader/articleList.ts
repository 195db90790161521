import type { AstroGlobal } from "astro"
import { findNeighbours, type Neighbour, type NeighbourList } from "#projections/feeds"
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

/** That list as its reader sees it. */
export const listOf = (origin: ListOrigin, { locals, request }: ArticlePage, now: Date): NeighbourList =>
  neighbourListOf(origin, { locals, reader: readerOf(locals, request), now })

/** Adds the address in the list to an item of it. */
export const toLink = (origin: ListOrigin) => (to: Neighbour | null) =>
  to && { ...to, href: hrefInList(to.itemId, origin) }

/** The articles before and after one in the list that it was opened from, with their addresses. */
export const readNeighbours = async (page: ArticlePage, itemId: string, now: Date) => {
  const origin = originOf(page)
  const found = await runOrReport(findNeighbours(itemId, listOf(origin, page, now)), page.locals)
  const linked = toLink(origin)
  return { newer: linked(found?.newer ?? null), older: linked(found?.older ?? null) }
}
