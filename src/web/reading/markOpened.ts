import { ReadMarks } from "#core/follows"
import type { OpenedItem } from "#projections/feeds"
import { followedFeedsOf } from "../../lib/followsCookie.ts"
import { markItems } from "../../lib/guestMarks.ts"
import { runOrReport } from "../runOrReport.ts"
import { guestMarksCookie, guestMarksOf } from "./guestMarks.ts"

/** Marks an item that a reader opens as read, with its copies. Pages that scripts fetch in advance do not count. */
export const markOpened = (
  { locals, request, response }: { locals: App.Locals; request: Request; response: ResponseInit },
  { itemId, feedId, alsoIn }: OpenedItem,
): void => {
  if (request.method !== "GET" || (request.headers.get("sec-fetch-mode") ?? "navigate") !== "navigate") return
  if (request.headers.get("sec-purpose")?.includes("prefetch") === true) return
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
