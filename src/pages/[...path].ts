import type { APIRoute } from "astro"
import { paths } from "../lib/paths.ts"

/** Paths of files, for which the home page is no useful answer. */
const FILES = /^\/(?:_astro|_image|\.well-known)\//

/** Unknown paths redirect home. */
export const ALL: APIRoute = ({ request, url }) => {
  const reads = request.method === "GET" || request.method === "HEAD"
  if (!reads || url.pathname === paths.home || FILES.test(url.pathname))
    return new Response("Not found", { status: 404 })
  return new Response(null, { status: 302, headers: { location: paths.home } })
}
