import { Effect } from "effect"
import { ReadingHistory, ReadMarks, SavedSearches } from "#core/follows"
import { findMarkedItems, type OpenedItem, type Reader } from "#projections/feeds"
import { COOKIES, formatCookie, ONE_YEAR_S, parseCookies, SERVER_COOKIES } from "../../lib/cookies.ts"
import { followedFeedsOf, parseFollowsCookie } from "../../lib/followsCookie.ts"
import { formatGuestMarks, type GuestReadMarks, markItems, parseGuestMarks } from "../../lib/guestMarks.ts"
import { parseHistoryCookie } from "../../lib/historyCookie.ts"
import { runOrReport } from "../runOrReport.ts"
import { recordOpened } from "./history.ts"
import { onNewsfeed } from "./onNewsfeed.ts"
import { guestSearchesOf } from "./savedSearches.ts"

/** Marks an item that a reader opens as read, with its copies. Pages that scripts fetch in advance do not count. */
export const markOpened = (
  { locals, request, response }: { locals: App.Locals; request: Request; response: ResponseInit },
  { itemId, feedId, alsoIn }: Pick<OpenedItem, "itemId" | "feedId" | "alsoIn">,
): void => {
  if (request.method !== "GET" || (request.headers.get("sec-fetch-mode") ?? "navigate") !== "navigate") return
  if (request.headers.get("sec-purpose")?.includes("prefetch") === true) return
  recordOpened({ locals, request, response }, itemId)
  const itemIds = [itemId, ...alsoIn.map((copy) => copy.itemId)]
  if (locals.member !== null) {
    const { personId } = locals.member
    void runOrReport(
      ReadMarks.use(({ mark }) => mark(personId, itemIds, true)),
      locals,
    )
    return
  }
  // The cookie has room only for what the newsfeed shows.
  const followed = followedFeedsOf(locals.follows)
  if (![feedId, ...alsoIn.map((copy) => copy.feedId)].some((id) => followed.has(id))) return
  const cookie = guestMarksCookie(markItems(guestMarksOf(request), itemIds, true), locals.site.https)
  ;(response.headers as Headers).append("set-cookie", cookie)
}

/**
 * Takes over the marks, the reading history and the saved searches of a guest who has signed in. Awaited by the newsfeed,
 * which shows them. Searches that the account has no room for are dropped.
 */
export const adoptGuestReading = async ({
  locals,
  request,
  response,
}: Shown & { locals: App.Locals }): Promise<void> => {
  const { member, follows } = locals
  const cookies = parseCookies(request.headers.get("cookie"))
  const used = [SERVER_COOKIES.read, SERVER_COOKIES.history, SERVER_COOKIES.searches].filter((name) =>
    cookies.has(name),
  )
  if (member === null || used.length === 0) return
  const history = parseHistoryCookie(cookies.get(SERVER_COOKIES.history)) ?? []
  const { read, unread, horizons } = parseGuestMarks(cookies.get(SERVER_COOKIES.read))
  // The guest's follows may still be on their way to the account.
  const guests = followedFeedsOf(parseFollowsCookie(cookies.get(COOKIES.follows)))
  const feedIds = [...new Set([...guests, ...followedFeedsOf(follows), ...horizons.keys()])]
  const isAdopted = await runOrReport(
    Effect.gen(function* () {
      const items = yield* findMarkedItems(read, feedIds)
      yield* ReadMarks.use(({ adopt }) => adopt(member.personId, { read: items, unread, horizons }))
      yield* ReadingHistory.use(({ record }) => record(member.personId, history))
      for (const words of guestSearchesOf(request)) yield* SavedSearches.use(({ save }) => save(member.personId, words))
      return true
    }),
    locals,
  )
  if (isAdopted !== true) return
  for (const name of used) (response.headers as Headers).append("set-cookie", onNewsfeed(formatCookie(name, "", 0)))
}

type Shown = { readonly url: URL; readonly request: Request; readonly response: ResponseInit }

/** Whether the newsfeed shows only unread items: the parameter `show` of the address, otherwise the last choice. */
export const showsUnreadOnly = ({ url, request, response }: Shown): boolean => {
  const choice = url.searchParams.get("show")
  if (choice !== "unread" && choice !== "all") return remembersUnreadOnly(request)
  const age = choice === "all" ? 0 : ONE_YEAR_S
  const cookie = onNewsfeed(formatCookie(SERVER_COOKIES.shown, choice, age, url.protocol === "https:"))
  ;(response.headers as Headers).append("set-cookie", cookie)
  return choice === "unread"
}

/** Whether the newsfeed showed only unread items the last time. */
export const remembersUnreadOnly = (request: Request): boolean =>
  parseCookies(request.headers.get("cookie")).get(SERVER_COOKIES.shown) === "unread"

/** The read marks of a request: the account's for members, those of the cookie for guests. */
export const readerOf = ({ member }: App.Locals, request: Request): Reader =>
  member === null ? guestMarksOf(request) : member.personId

export const guestMarksOf = (request: Request): GuestReadMarks =>
  parseGuestMarks(parseCookies(request.headers.get("cookie")).get(SERVER_COOKIES.read))

/** The cookie of a guest's marks. Only the newsfeed receives it: it may have 3 kB. */
export const guestMarksCookie = (marks: GuestReadMarks, https: boolean): string =>
  onNewsfeed(formatCookie(SERVER_COOKIES.read, formatGuestMarks(marks), ONE_YEAR_S, https))
