import type { Reader } from "#projections/feeds"
import { formatCookie, ONE_YEAR_S, parseCookies, SERVER_COOKIES } from "../../lib/cookies.ts"
import { formatGuestMarks, type GuestReadMarks, parseGuestMarks } from "../../lib/guestMarks.ts"
import { paths } from "../../lib/paths.ts"

/** The read marks of a request: the account's for members, those of the cookie for guests. */
export const readerOf = ({ member }: App.Locals, request: Request): Reader =>
  member === null ? guestMarksOf(request) : member.personId

export const guestMarksOf = (request: Request): GuestReadMarks =>
  parseGuestMarks(parseCookies(request.headers.get("cookie")).get(SERVER_COOKIES.read))

/** The cookie of a guest's marks. Only the newsfeed receives it: it may have 3 kB. */
export const guestMarksCookie = (marks: GuestReadMarks, https: boolean): string =>
  onNewsfeed(formatCookie(SERVER_COOKIES.read, formatGuestMarks(marks), ONE_YEAR_S, https))

/** Limits a cookie to the newsfeed. */
export const onNewsfeed = (cookie: string): string => cookie.replace("Path=/;", `Path=${paths.newsfeed};`)
