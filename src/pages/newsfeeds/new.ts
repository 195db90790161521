import type { APIRoute } from "astro"
import { countNewItems } from "#projections/feeds"
import { runOrReport } from "#src/web/runOrReport.ts"
import { followedFeedsOf } from "../../lib/followsCookie.ts"

/** How many items the reader's feeds published after a log position (`after`), for an open newsfeed. */
export const GET: APIRoute = async ({ url, locals }) => {
  const after = Number(url.searchParams.get("after") ?? Number.NaN)
  if (!Number.isSafeInteger(after) || after < 0) return new Response(null, { status: 400 })
  const count = await runOrReport(countNewItems([...followedFeedsOf(locals.follows)], after), locals)
  if (count === undefined) return new Response(null, { status: 503 })
  return Response.json({ count }, { headers: { "cache-control": "no-store" } })
}
