import type { APIRoute } from "astro"
import type { AnyCall } from "#src/api/calls.ts"
import { readFields } from "#src/web/forms/readForm.ts"
import { ownCall } from "#src/web/ownCall.ts"
import { changeGuestSaved, guestSavedCookie } from "#src/web/reading/guestSaved.ts"
import { formatCookie, SERVER_COOKIES } from "../../lib/cookies.ts"
import { localPath } from "../../lib/localPath.ts"
import { NOTICE_AGE_S_MAX, type Notice } from "../../lib/notices.ts"
import { paths } from "../../lib/paths.ts"
import { splitCommas } from "../../lib/text.ts"

/** A note of 2,000 characters of three bytes, each escaped. */
const FORM_BYTES_MAX = 24_000

/** The calls of reading forms. */
const VERBS: Readonly<Record<string, (form: URLSearchParams, locals: App.Locals) => AnyCall>> = {
  save: (form) => ({ path: "Feed/SaveNews", payload: { itemId: form.get("itemId") ?? "" } }),
  unsave: (form) => ({ path: "Feed/UnSaveNews", payload: { itemId: form.get("itemId") ?? "" } }),
  note: (form) => ({
    path: "Feed/SetNewsNote",
    payload: {
      itemId: form.get("itemId") ?? "",
      tags: wordsIn(form.get("tags") ?? ""),
      note: form.get("note") ?? "",
    },
  }),
  highlight: (form) => ({ path: "Feed/AddHighlight", payload: passageIn(form) }),
  unhighlight: (form) => ({ path: "Feed/RemoveHighlight", payload: passageIn(form) }),
  mergesaved: (_, { guestSaved }) => ({ path: "Feed/MergeSavedNews", payload: { itemIds: guestSaved } }),
  mute: (form) => {
    const feedId = form.get("feedId")
    const which = feedId === null ? {} : { feedId }
    const words = wordsIn(form.get("words") ?? "")
    return words.length === 0
      ? { path: "Feed/RemoveMuteRule", payload: which }
      : { path: "Feed/SetMuteRule", payload: { ...which, words } }
  },
}

/** Executes a reading form and redirects back with a notice. */
export const POST: APIRoute = async ({ request, params, locals, clientAddress }) => {
  const verb = VERBS[params["action"] ?? ""]
  if (verb === undefined) return new Response("Not found", { status: 404 })
  const form = await readFields(request, FORM_BYTES_MAX)
  if (locals.member === null) return answerGuest(params["action"], form, locals)
  const { path, payload } = verb(form, locals)
  const answer = await ownCall(path, payload, { locals, clientAddress: locals.clientAddress ?? clientAddress })
  const cookies = answer.ok && path === "Feed/MergeSavedNews" ? [guestSavedCookie([], locals)] : []
  return back(localPath(form.get("from")) ?? paths.newsfeed, answer.ok ? "success" : "not-now", cookies)
}

/** Guests can save items, in a cookie; everything else needs an account. */
const answerGuest = async (
  action: string | undefined,
  form: URLSearchParams,
  locals: App.Locals,
): Promise<Response> => {
  if (action !== "save" && action !== "unsave") return back(paths.signIn, "please-signin")
  const change = { itemId: form.get("itemId") ?? "", isSaved: action === "save" }
  const { notice = "success", cookies } = await changeGuestSaved(change, locals)
  return back(localPath(form.get("from")) ?? paths.newsfeed, notice, cookies)
}

/** A reload after a post leads to the newsfeed. */
export const GET: APIRoute = () => new Response(null, { status: 302, headers: { location: paths.newsfeed } })

const passageIn = (form: URLSearchParams) => ({ itemId: form.get("itemId") ?? "", text: form.get("text") ?? "" })

const wordsIn = (text: string): ReadonlyArray<string> => splitCommas(text.replaceAll("，", ","))

const back = (location: string, notice: Notice, cookies: ReadonlyArray<string> = []): Response => {
  const headers = new Headers({ location })
  for (const cookie of cookies) headers.append("set-cookie", cookie)
  headers.append("set-cookie", formatCookie(SERVER_COOKIES.notice, notice, NOTICE_AGE_S_MAX))
  return new Response(null, { status: 303, headers })
}
