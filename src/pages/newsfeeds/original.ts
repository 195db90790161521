import type { APIRoute } from "astro"
import { findItem } from "#projections/feeds"
import { run } from "#src/process/runtime.ts"
import { paths } from "../../lib/paths.ts"

/**
 * Redirects to the page where an item was published; the keyboard shortcut opens it from a list. Only for navigation from this
 * site: a link elsewhere would be an open redirect to any address that a feed contains.
 */
export const GET: APIRoute = async ({ request, url }) => {
  const id = url.searchParams.get("id") ?? ""
  const link = (await run(findItem(id)))?.link ?? null
  const isFromHere = request.headers.get("sec-fetch-site") === "same-origin"
  const location = isFromHere && link !== null && /^https?:/i.test(link) ? link : paths.newsDetail(id)
  return new Response(null, { status: 302, headers: { location } })
}
