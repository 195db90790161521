import { toFollowsCookie } from "../../features/follow/cookieMirror.ts"
import type { GuestFollows } from "../../features/follow/GuestFollows.ts"
import { COOKIES, formatCookie, ONE_YEAR_S, SERVER_COOKIES } from "../../lib/cookies.ts"
import { NOTICE_AGE_S_MAX, type Notice } from "../../lib/notices.ts"

interface Answer {
  readonly locals: App.Locals
  readonly location: string
  readonly notice: Notice
  /** The changed follows; undefined if unchanged. */
  readonly items?: GuestFollows
}

/** Redirects back with a notice and, if the follows changed, with their cookie. */
export const answerGuest = ({ locals, location, notice, items }: Answer): Response => {
  const secure = locals.site.https
  const headers = new Headers({ location })
  headers.append("set-cookie", formatCookie(SERVER_COOKIES.notice, notice, NOTICE_AGE_S_MAX))
  if (items !== undefined) {
    const age = items.length === 0 ? 0 : ONE_YEAR_S
    headers.append("set-cookie", formatCookie(COOKIES.follows, toFollowsCookie(items), age, secure))
    headers.append("set-cookie", formatCookie(COOKIES.followsBy, "server", ONE_YEAR_S, secure))
  }
  return new Response(null, { status: 303, headers })
}
