import type { APIRoute } from "astro"
import { findItem } from "#projections/feeds"
import { run } from "#src/process/runtime.ts"
import { paths } from "../../lib/paths.ts"

/** Leads to where an item was published: for those who see a list and know only the item's name. */
export const GET: APIRoute = async ({ url }) => {
  const id = url.searchParams.get("id") ?? ""
  const link = (await run(findItem(id)))?.link ?? null
  const location = link !== null && /^https?:/i.test(link) ? link : paths.newsDetail(id)
  return new Response(null, { status: 302, headers: { location } })
}
