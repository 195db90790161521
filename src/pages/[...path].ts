import type { APIRoute } from "astro"
import { paths } from "../lib/paths.ts"

/** Addresses of files: whoever asks for one of them has no use for the home page. */
const FILES = /^\/(?:_astro|_image|\.well-known)\//

/** Any path that is no page of ours leads home. */
export const ALL: APIRoute = ({ request, url }) => {
  const reads = request.method === "GET" || request.method === "HEAD"
  if (!reads || url.pathname === paths.home || FILES.test(url.pathname))
    return new Response("Not found", { status: 404 })
  return new Response(null, { status: 302, headers: { location: paths.home } })
}
