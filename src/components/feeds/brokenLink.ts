import { formatCookie, SERVER_COOKIES } from "../../lib/cookies.ts"
import { NOTICE_AGE_S_MAX } from "../../lib/notices.ts"
import { paths } from "../../lib/paths.ts"

/** What is not there leads home, as every unknown path does, and says why. */
export const brokenLink = (): Response => {
  const headers = new Headers({ location: paths.home })
  headers.append("set-cookie", formatCookie(SERVER_COOKIES.notice, "broken-link", NOTICE_AGE_S_MAX))
  return new Response(null, { status: 302, headers })
}
