import type { APIRoute } from "astro"
import { formatCookie, SERVER_COOKIES } from "../lib/cookies.ts"
import { NOTICE_AGE_S_MAX } from "../lib/notices.ts"
import { paths } from "../lib/paths.ts"

/** Paths of files, for which the home page is no useful answer. */
const FILES = /^\/(?:_astro|_image|\.well-known)\//

/** Pages that menus link to and that do not exist yet. */
const PLANNED: ReadonlySet<string> = new Set([paths.tickets, paths.subscriptions])

/** Unknown paths redirect home; those of planned pages with a notice. */
export const ALL: APIRoute = ({ request, url }) => {
  const reads = request.method === "GET" || request.method === "HEAD"
  if (!reads || url.pathname === paths.home || FILES.test(url.pathname))
    return new Response("Not found", { status: 404 })
  const headers = new Headers({ location: paths.home })
  if (PLANNED.has(url.pathname))
    headers.append("set-cookie", formatCookie(SERVER_COOKIES.notice, "not-yet", NOTICE_AGE_S_MAX))
  return new Response(null, { status: 302, headers })
}
