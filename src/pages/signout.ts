import type { APIRoute } from "astro"
import { COOKIES, formatCookie, SERVER_COOKIES } from "../lib/cookies.ts"
import { paths } from "../lib/paths.ts"
import { callOf } from "../web/forms/Page.ts"
import { redirectTo } from "../web/forms/readForm.ts"
import { onNewsfeed } from "../web/reading/onNewsfeed.ts"
import { sessionCookie } from "../web/session.ts"

/** Ends the session of this browser. The page that follows has scripts forget what they kept of the person. */
export const POST: APIRoute = async (context) => {
  const { locals } = context
  const ended = locals.visitor.member === null ? null : await callOf(context)("User/SignOut", {})
  const cookies = ended?.ok === true ? ended.cookies : [sessionCookie(null, locals.site.https)]
  // A guest's group goes too (specification, section 4); scripts clear what they keep themselves.
  const follows = [COOKIES.follows, COOKIES.followsBy, SERVER_COOKIES.saved].map((name) => formatCookie(name, "", 0))
  const marks = [SERVER_COOKIES.read, SERVER_COOKIES.undo, SERVER_COOKIES.history, SERVER_COOKIES.searches].map(
    (name) => onNewsfeed(formatCookie(name, "", 0)),
  )
  return redirectTo(paths.home, { notice: "logged-out", cookies: [...cookies, ...follows, ...marks] })
}

/** A link must not sign anybody out. */
export const GET: APIRoute = () => redirectTo(paths.home)
