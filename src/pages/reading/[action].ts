import type { APIRoute } from "astro"
import type { AnyCall } from "#src/api/calls.ts"
import { readFields } from "#src/web/forms/readForm.ts"
import { ownCall } from "#src/web/ownCall.ts"
import { splitCommas } from "../../lib/commaList.ts"
import { formatCookie, SERVER_COOKIES } from "../../lib/cookies.ts"
import { localPath } from "../../lib/localPath.ts"
import { NOTICE_AGE_S_MAX, type Notice } from "../../lib/notices.ts"
import { paths } from "../../lib/paths.ts"

const FORM_BYTES_MAX = 8_000

/** The calls of members' reading forms. */
const VERBS: Readonly<Record<string, (form: URLSearchParams) => AnyCall>> = {
  save: (form) => ({ path: "Feed/SaveNews", payload: { itemId: form.get("itemId") ?? "" } }),
  unsave: (form) => ({ path: "Feed/UnSaveNews", payload: { itemId: form.get("itemId") ?? "" } }),
  mute: (form) => {
    const feedId = form.get("feedId")
    const which = feedId === null ? {} : { feedId }
    const words = wordsIn(form.get("words") ?? "")
    return words.length === 0
      ? { path: "Feed/RemoveMuteRule", payload: which }
      : { path: "Feed/SetMuteRule", payload: { ...which, words } }
  },
}

/** Executes a reading form of a member and redirects back with a notice. */
export const POST: APIRoute = async ({ request, params, locals, clientAddress }) => {
  const verb = VERBS[params["action"] ?? ""]
  if (verb === undefined) return new Response("Not found", { status: 404 })
  if (locals.member === null) return back(paths.signIn, "please-signin")
  const form = await readFields(request, FORM_BYTES_MAX)
  const { path, payload } = verb(form)
  const answer = await ownCall(path, payload, { locals, clientAddress: locals.clientAddress ?? clientAddress })
  return back(localPath(form.get("from")) ?? paths.newsfeed, answer.ok ? "success" : "not-now")
}

/** A reload after a post leads to the newsfeed. */
export const GET: APIRoute = () => new Response(null, { status: 302, headers: { location: paths.newsfeed } })

const wordsIn = (text: string): ReadonlyArray<string> => splitCommas(text.replaceAll("，", ","))

const back = (location: string, notice: Notice): Response => {
  const headers = new Headers({ location })
  headers.append("set-cookie", formatCookie(SERVER_COOKIES.notice, notice, NOTICE_AGE_S_MAX))
  return new Response(null, { status: 303, headers })
}
