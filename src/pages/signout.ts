import type { APIRoute } from "astro"
import { callOf } from "../components/account/acts/Page.ts"
import { paths } from "../lib/paths.ts"
import { leadTo } from "../server/forms.ts"
import { sessionCookie } from "../server/session.ts"

/** Ends the session of this browser. The page that follows has scripts forget what they kept of the person. */
export const POST: APIRoute = async (context) => {
  const { locals } = context
  const ended = locals.visitor.member === null ? null : await callOf(context)("User/SignOut", {})
  const cookies = ended?.ok === true ? ended.cookies : [sessionCookie(null, locals.site.https)]
  return leadTo(paths.home, { notice: "logged-out", cookies })
}

/** A link must not sign anybody out. */
export const GET: APIRoute = () => leadTo(paths.home)
