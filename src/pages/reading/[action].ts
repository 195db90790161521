import type { APIRoute } from "astro"
import { findItem } from "#projections/feeds"
import type { AnyCall } from "#src/api/calls.ts"
import { run } from "#src/process/runtime.ts"
import { readFields } from "#src/web/forms/readForm.ts"
import { ownCall } from "#src/web/ownCall.ts"
import { formatCookie, ONE_YEAR_S, SERVER_COOKIES } from "../../lib/cookies.ts"
import { localPath } from "../../lib/localPath.ts"
import { NOTICE_AGE_S_MAX, type Notice } from "../../lib/notices.ts"
import { paths } from "../../lib/paths.ts"
import { changeSaved, formatSavedCookie } from "../../lib/savedCookie.ts"
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
  const response = back(localPath(form.get("from")) ?? paths.newsfeed, answer.ok ? "success" : "not-now")
  if (answer.ok && path === "Feed/MergeSavedNews") rememberSaved(response, [], locals)
  return response
}

/** Guests can save items, in a cookie; everything else needs an account. */
const answerGuest = async (
  action: string | undefined,
  form: URLSearchParams,
  locals: App.Locals,
): Promise<Response> => {
  if (action !== "save" && action !== "unsave") return back(paths.signIn, "please-signin")
  const [itemId, from] = [form.get("itemId") ?? "", localPath(form.get("from")) ?? paths.newsfeed]
  if (action === "save" && (await run(findItem(itemId))) === null) return back(from, "broken-link")
  const changed = changeSaved(locals.guestSaved, itemId, action === "save")
  if (changed === null) return back(from, "limit-saved")
  const response = back(from, "success")
  rememberSaved(response, changed, locals)
  return response
}

const rememberSaved = ({ headers }: Response, itemIds: ReadonlyArray<string>, { site }: App.Locals): void => {
  const age = itemIds.length === 0 ? 0 : ONE_YEAR_S
  headers.append("set-cookie", formatCookie(SERVER_COOKIES.saved, formatSavedCookie(itemIds), age, site.https))
}

/** A reload after a post leads to the newsfeed. */
export const GET: APIRoute = () => new Response(null, { status: 302, headers: { location: paths.newsfeed } })

const passageIn = (form: URLSearchParams) => ({ itemId: form.get("itemId") ?? "", text: form.get("text") ?? "" })

const wordsIn = (text: string): ReadonlyArray<string> => splitCommas(text.replaceAll("，", ","))

const back = (location: string, notice: Notice): Response => {
  const headers = new Headers({ location })
  headers.append("set-cookie", formatCookie(SERVER_COOKIES.notice, notice, NOTICE_AGE_S_MAX))
  return new Response(null, { status: 303, headers })
}
