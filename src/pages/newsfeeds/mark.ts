import type { APIRoute } from "astro"
import { Effect } from "effect"
import { MARKED_AT_ONCE_MAX } from "#contract/follows"
import { itemCopies, itemsPosition } from "#projections/feeds"
import { run } from "#src/process/runtime.ts"
import { readFields } from "#src/web/forms/readForm.ts"
import { ownCall } from "#src/web/ownCall.ts"
import { guestMarksCookie, guestMarksOf } from "#src/web/reading/guestMarks.ts"
import { changeGuestSaved } from "#src/web/reading/guestSaved.ts"
import { type MarkForm, parseMarkForm } from "#src/web/reading/markForm.ts"
import { onNewsfeed } from "#src/web/reading/onNewsfeed.ts"
import { formatCookie, parseCookies, SERVER_COOKIES } from "../../lib/cookies.ts"
import { followedFeedsOf } from "../../lib/followsCookie.ts"
import { formatGuestMarks, markFeeds, markItems, parseGuestMarks } from "../../lib/guestMarks.ts"
import { localPath } from "../../lib/localPath.ts"
import { NOTICE_AGE_S_MAX, NOTICES, type Notice } from "../../lib/notices.ts"
import { paths } from "../../lib/paths.ts"

const FORM_BYTES_MAX = 16_000
/** A mark can be undone for so long. */
const UNDO_S = 600

type Outcome = { readonly notice?: Notice; readonly cookies?: ReadonlyArray<string> }
type MarkRequest = {
  readonly form: MarkForm
  readonly locals: App.Locals
  readonly request: Request
  readonly clientAddress: string
}

/**
 * Marks items of the newsfeed as read or unread, and saves them: members' in the account, guests' in a cookie. Forms are led
 * back to their page; scripts get an empty answer.
 */
export const POST: APIRoute = async ({ request, locals, clientAddress }) => {
  const fields = await readFields(request, FORM_BYTES_MAX)
  const form = parseMarkForm(fields)
  const isScript = request.headers.get("accept") === "application/json"
  if (form === null) return new Response(null, { status: 400 })
  const marking = { form, locals, request, clientAddress: locals.clientAddress ?? clientAddress }
  const { notice, cookies = [] } = await (locals.member === null ? markForGuest(marking) : markForMember(marking))
  const headers = new Headers()
  for (const cookie of cookies) headers.append("set-cookie", cookie)
  if (isScript) return answerScript(notice, headers, locals)
  headers.set("location", localPath(fields.get("from")) ?? paths.newsfeed)
  if (notice !== undefined) headers.append("set-cookie", formatCookie(SERVER_COOKIES.notice, notice, NOTICE_AGE_S_MAX))
  return new Response(null, { status: 303, headers })
}

/** Success is empty; a refusal is its message. */
const answerScript = (notice: Notice | undefined, headers: Headers, { t }: App.Locals): Response => {
  if (notice === undefined || notice === "marked-read") return new Response(null, { status: 204, headers })
  headers.set("content-type", "text/plain; charset=utf-8")
  return new Response(t(NOTICES[notice]), { status: notice === "not-now" ? 503 : 409, headers })
}

/** A reload after a post leads to the newsfeed. */
export const GET: APIRoute = () => new Response(null, { status: 302, headers: { location: paths.newsfeed } })

const undoCookie = (value: string, https: boolean) =>
  onNewsfeed(formatCookie(SERVER_COOKIES.undo, value, value === "" ? 0 : UNDO_S, https))

const undoOf = (request: Request): string => parseCookies(request.headers.get("cookie")).get(SERVER_COOKIES.undo) ?? ""

const markForMember = async ({ form, request, ...asker }: MarkRequest): Promise<Outcome> => {
  const { https } = asker.locals.site
  const mark = (itemIds: ReadonlyArray<string>, read: boolean) => ownCall("Feed/MarkRead", { itemIds, read }, asker)
  switch (form.verb) {
    case "items": {
      const answer = await mark(form.itemIds, form.isRead)
      if (!answer.ok) return { notice: "not-now" }
      return form.isUndoable ? { notice: "marked-read", cookies: [undoCookie(form.itemIds.join("."), https)] } : {}
    }
    case "all": {
      const { groupName, feedId, upTo } = form
      const payload = {
        ...(feedId === undefined ? {} : { feedId }),
        ...(groupName === undefined ? {} : { groupName }),
        ...(upTo === undefined ? {} : { upTo }),
      }
      const answer = await ownCall("Feed/MarkAllRead", payload, asker)
      return answer.ok ? { notice: "marked-read", cookies: [undoCookie("all", https)] } : { notice: "not-now" }
    }
    case "undo": {
      const last = undoOf(request)
      const itemIds = last
        .split(".")
        .filter((id) => id.length > 3)
        .slice(0, MARKED_AT_ONCE_MAX)
      const answer = last === "all" ? await ownCall("Feed/UndoMarkAllRead", {}, asker) : await mark(itemIds, false)
      return answer.ok ? { cookies: [undoCookie("", https)] } : { notice: "not-now" }
    }
    case "save": {
      const answer = await ownCall(form.isSaved ? "Feed/SaveNews" : "Feed/UnSaveNews", { itemId: form.itemId }, asker)
      return answer.ok ? {} : { notice: "not-now" }
    }
  }
}

const markForGuest = async ({ form, locals, request }: MarkRequest): Promise<Outcome> => {
  const { https } = locals.site
  const [marks, followed] = [guestMarksOf(request), followedFeedsOf(locals.follows)]
  const undoable = { notice: "marked-read", undo: undoCookie(formatGuestMarks(marks), https) } as const
  switch (form.verb) {
    case "items": {
      const copies = await run(itemCopies(form.itemIds))
      const itemIds = copies.filter(({ feedId }) => followed.has(feedId)).map(({ itemId }) => itemId)
      const cookie = guestMarksCookie(markItems(marks, itemIds, form.isRead), https)
      return form.isUndoable ? { notice: undoable.notice, cookies: [cookie, undoable.undo] } : { cookies: [cookie] }
    }
    case "all": {
      const ofGroup = form.groupName === undefined ? [...followed] : (locals.follows.get(form.groupName) ?? [])
      const feedIds = form.feedId === undefined ? ofGroup : [form.feedId].filter((id) => followed.has(id))
      const [shown, unread] = await run(Effect.all([itemsPosition, itemCopies(marks.unread)]))
      const position = Math.min(form.upTo ?? shown, shown)
      const covered = unread.filter(({ feedId }) => feedIds.includes(feedId)).map(({ itemId }) => itemId)
      const cookie = guestMarksCookie(markFeeds(marks, feedIds, position, { followed, unread: covered }), https)
      return { notice: undoable.notice, cookies: [cookie, undoable.undo] }
    }
    case "undo": {
      const before = undoOf(request)
      if (before === "") return {}
      return { cookies: [guestMarksCookie(parseGuestMarks(before), https), undoCookie("", https)] }
    }
    case "save":
      return changeGuestSaved(form, locals)
  }
}
