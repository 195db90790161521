import type { APIRoute } from "astro"
import { Result } from "effect"
import { ACCOUNT_LIMITS, GUEST_LIMITS } from "#contract/follows"
import { type Opml, parseOpml, writeOpml } from "#core/syndication"
import { findFeeds } from "#projections/feeds"
import { run } from "#src/process/runtime.ts"
import { readFiles } from "#src/web/forms/readForm.ts"
import { ownCall } from "#src/web/ownCall.ts"
import { fromGroups } from "../../features/follow/cookieMirror.ts"
import type { GuestFollows } from "../../features/follow/GuestFollows.ts"
import { type ImportedList, importFollows } from "../../features/follow/importFollows.ts"
import { followedFeedsOf } from "../../lib/followsCookie.ts"
import { paths } from "../../lib/paths.ts"
import { publicAddress } from "../../lib/publicAddress.ts"
import { answerGuest } from "./_answer.ts"

/** A list of ten thousand feeds fits. */
const FILE_BYTES_MAX = 2_000_000
/** A form wraps the file in a few lines of its own. */
const FORM_BYTES_MAX = FILE_BYTES_MAX + 20_000

/** The reader's follows as OPML. */
export const GET: APIRoute = async ({ locals }) => {
  const feeds = new Map((await run(findFeeds([...followedFeedsOf(locals.follows)]))).map((feed) => [feed.feedId, feed]))
  const groups = Array.from(locals.follows, ([name, ids]) => ({
    path: name === "" ? [] : [name],
    feeds: ids
      .flatMap((id) => feeds.get(id) ?? [])
      .map(({ title, url, link }) => ({
        title,
        xmlUrl: publicAddress(url, locals.site.origin),
        htmlUrl: link === null ? null : publicAddress(link, locals.site.origin),
      })),
  }))
  const document = writeOpml({ title: locals.t("shell.product"), groups }, Date.now())
  return new Response(document, {
    headers: {
      "content-type": "text/x-opml; charset=utf-8",
      "content-disposition": 'attachment; filename="quire-follows.opml"',
      "cache-control": "private, no-store",
    },
  })
}

/**
 * Imports a feed list. A page with scripts receives the parsed list and adds the feeds itself, with progress; without
 * scripts they are all added here.
 */
export const POST: APIRoute = async ({ request, locals, clientAddress }) => {
  const wantsList = request.headers.get("accept")?.includes("application/json") === true
  const read = await readList(request)
  if ("refusal" in read) {
    if (!wantsList) return answerGuest({ locals, location: paths.follows, notice: read.refusal })
    const message = locals.t(read.refusal === "opml-too-large" ? "opml.tooLarge" : "opml.unreadable")
    return Response.json({ status: false, message, data: [] }, { status: 400 })
  }
  if (wantsList) return Response.json({ status: true, message: "", data: read.list })

  const isMember = locals.member !== null
  const asker = { locals, clientAddress: locals.clientAddress ?? clientAddress }
  let items: GuestFollows = fromGroups(locals.follows)
  await importFollows(read.list, {
    add: async (url) => {
      const added = await ownCall("Feed/CreateLocalFeed", { url }, asker)
      return added.ok ? { feed: added.data.feed } : { reason: added.message }
    },
    dispatch: async ({ decide, call }) => {
      const decision = decide(items, isMember ? ACCOUNT_LIMITS : GUEST_LIMITS)
      if ("refusal" in decision) return decision.refusal
      if (isMember && call !== undefined && !(await ownCall(call.path, call.payload, asker)).ok) return "reported"
      items = decision.items
      return undefined
    },
    progress: () => {},
  })
  return answerGuest({ locals, location: paths.follows, notice: "imported", ...(isMember ? {} : { items }) })
}

type Read = { readonly list: ImportedList } | { readonly refusal: "not-opml" | "opml-too-large" }

const readList = async (request: Request): Promise<Read> => {
  const form = await readFiles(request, FORM_BYTES_MAX)
  if (form === "too-large") return { refusal: "opml-too-large" }
  const file = form?.get("file")
  if (!(file instanceof File)) return { refusal: "not-opml" }
  if (file.size > FILE_BYTES_MAX) return { refusal: "opml-too-large" }
  const opml = parseOpml(await file.text())
  return Result.isSuccess(opml) ? { list: listOf(opml.success) } : { refusal: "not-opml" }
}

/** Nested folders become one group, the outermost: a guest has three groups. */
const listOf = ({ groups }: Opml): ImportedList => ({
  feeds: groups.flatMap(({ path, feeds }) =>
    feeds.map(({ title, xmlUrl }) => ({ url: xmlUrl, title: title ?? xmlUrl, group: path[0] ?? "" })),
  ),
  emptyGroups: groups.flatMap(({ path, feeds }) => (feeds.length === 0 ? path : [])),
})
