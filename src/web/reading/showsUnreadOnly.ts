import { formatCookie, ONE_YEAR_S, parseCookies, SERVER_COOKIES } from "../../lib/cookies.ts"
import { onNewsfeed } from "./guestMarks.ts"

type Shown = { readonly url: URL; readonly request: Request; readonly response: ResponseInit }

/** Whether the newsfeed shows only unread items: the parameter `show` of the address, otherwise the last choice. */
export const showsUnreadOnly = ({ url, request, response }: Shown): boolean => {
  const asked = url.searchParams.get("show")
  if (asked !== "unread" && asked !== "all")
    return parseCookies(request.headers.get("cookie")).get(SERVER_COOKIES.shown) === "unread"
  const age = asked === "all" ? 0 : ONE_YEAR_S
  const cookie = onNewsfeed(formatCookie(SERVER_COOKIES.shown, asked, age, url.protocol === "https:"))
  ;(response.headers as Headers).append("set-cookie", cookie)
  return asked === "unread"
}
