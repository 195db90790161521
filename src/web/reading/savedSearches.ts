import { Effect } from "effect"
import { GUEST_SAVED_SEARCHES_MAX } from "#contract/follows"
import { SEARCH_LENGTH_MAX } from "#contract/library"
import { SavedSearches } from "#core/follows"
import { run } from "#src/process/runtime.ts"
import { formatCookie, ONE_YEAR_S, parseCookies, SERVER_COOKIES } from "../../lib/cookies.ts"
import type { Notice } from "../../lib/notices.ts"
import { runOrReport } from "../runOrReport.ts"
import { onNewsfeed } from "./onNewsfeed.ts"

/** Characters of the cookie: its browser escapes three bytes of each. */
const COOKIE_LENGTH_MAX = 400

/** The searches that a reader has saved: a member's in the account, a guest's in a cookie. */
export const savedSearchesOf = async (locals: App.Locals, request: Request): Promise<ReadonlyArray<string>> => {
  if (locals.member === null) return guestSearchesOf(request)
  const { personId } = locals.member
  return (
    (await runOrReport(
      SavedSearches.use(({ list }) => list(personId)),
      locals,
    )) ?? []
  )
}

/** The searches that a guest has saved. */
export const guestSearchesOf = (request: Request): ReadonlyArray<string> => {
  const text = parseCookies(request.headers.get("cookie")).get(SERVER_COOKIES.searches) ?? ""
  if (text.length > COOKIE_LENGTH_MAX) return []
  return [...new Set(text.split("\n"))].filter((words) => words !== "").slice(0, GUEST_SAVED_SEARCHES_MAX)
}

type Changed = { readonly notice: Notice; readonly cookies: ReadonlyArray<string> }

/** Saves a search for a reader, or removes it. */
export const changeSavedSearches = async (
  { words: text, isSaved }: { readonly words: string; readonly isSaved: boolean },
  locals: App.Locals,
  request: Request,
): Promise<Changed> => {
  const words = text.replace(/\s+/gu, " ").trim().slice(0, SEARCH_LENGTH_MAX)
  if (words === "") return { notice: "not-now", cookies: [] }
  if (locals.member !== null) {
    const { personId } = locals.member
    const isDone = await run(
      SavedSearches.use(({ save, remove }) =>
        isSaved ? save(personId, words) : Effect.as(remove(personId, words), true),
      ),
    )
    return { notice: isDone ? "success" : "limit-searches", cookies: [] }
  }
  const others = guestSearchesOf(request).filter((each) => each !== words)
  const changed = isSaved ? [...others, words] : others
  const value = changed.join("\n")
  if (changed.length > GUEST_SAVED_SEARCHES_MAX || value.length > COOKIE_LENGTH_MAX)
    return { notice: "limit-searches", cookies: [] }
  const age = value === "" ? 0 : ONE_YEAR_S
  return {
    notice: "success",
    cookies: [onNewsfeed(formatCookie(SERVER_COOKIES.searches, value, age, locals.site.https))],
  }
}
