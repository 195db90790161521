import { formatCookie, SERVER_COOKIES } from "../../lib/cookies.ts"
import { NOTICE_AGE_S_MAX } from "../../lib/notices.ts"
import { paths } from "../../lib/paths.ts"

/** Redirects home with a notice, for pages of things that do not exist. */
export const brokenLink = (): Response => {
  const headers = new Headers({ location: paths.home })
  headers.append("set-cookie", formatCookie(SERVER_COOKIES.notice, "broken-link", NOTICE_AGE_S_MAX))
  return new Response(null, { status: 302, headers })
}
