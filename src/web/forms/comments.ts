import { LIKE_STATUS, type LikeStatus } from "#contract/publishing"
import { readFields, redirectTo } from "#src/web/forms/readForm.ts"
import type { OwnAnswer } from "#src/web/ownCall.ts"
import type { Notice } from "../../lib/notices.ts"
import { paths } from "../../lib/paths.ts"
import { type ActingPage, callOf, type FormRefusal, NO_REFUSAL, toFormRefusal } from "./Page.ts"

/** Bytes of a form: 5,000 characters of 4 bytes, each up to 12 bytes as sent, and some more to tell people the limit. */
const FORM_BYTES_MAX = 120_000

/** The forms below a post, by the value of their button. */
type CommentForm = "comment" | "edit" | "delete" | "report" | "like" | "dislike" | "level" | ReviewAction | "unban"
type ReviewAction = "approve" | "dismissReports" | "pin" | "unpin" | "ban"

/** What a page shows after a form: which one, on which comment, what was wrong with it and what was typed. */
export type CommentView = FormRefusal & {
  readonly form: string
  /** The comment that was edited, answered or decided about; empty for a new one. */
  readonly commentId: string
  readonly text: string
}
const BLANK: CommentView = { ...NO_REFUSAL, form: "", commentId: "", text: "" }

/**
 * Executes a form of comments or likes and leads back to where it was sent from. A refused form, and a request
 * without a form, give the view to show.
 *
 * @param contentId the post of the page; empty on pages about comments of several posts
 */
export const handleCommentForm = async (page: ActingPage, contentId: string): Promise<Response | CommentView> => {
  if (page.request.method !== "POST") return BLANK
  if (page.locals.member === null) return redirectTo(paths.signIn, { notice: "please-signin" })
  const typed = await readFields(page.request, FORM_BYTES_MAX)
  const field = (name: string) => (typed.get(name) ?? "").replaceAll("\r\n", "\n").trim()
  const [form, commentId, text] = [field("do") as CommentForm, field("commentId"), field("text")]
  const call = callOf(page)
  const like = (status: LikeStatus) =>
    call("Feed/UpdateUserLike", {
      contentId,
      ...(commentId === "" ? {} : { commentId }),
      // A second press takes it back.
      userLikeStatusId: field("current") === String(status) ? LIKE_STATUS.none : status,
    })
  const review = (action: ReviewAction) => call("Feed/ReviewComment", { commentId, action })
  const level = Number(field("commentLevelId"))

  const calls: Readonly<Record<CommentForm, () => Promise<OwnAnswer<unknown>>>> = {
    comment: () =>
      call("Feed/CreateComment", { contentId, text, ...(commentId === "" ? {} : { parentCommentId: commentId }) }),
    edit: () => call("Feed/UpdateComment", { commentId, text }),
    delete: () => call("Feed/DeleteComment", { commentId }),
    report: () => call("Feed/ReportComment", { commentId, reason: text }),
    like: () => like(LIKE_STATUS.like),
    dislike: () => like(LIKE_STATUS.dislike),
    level: () =>
      call("Feed/UpdateCommentLevel", {
        contentId,
        commentLevelId: level === 0 ? null : (level as 1 | 2 | 3 | 4),
      }),
    approve: () => review("approve"),
    dismissReports: () => review("dismissReports"),
    pin: () => review("pin"),
    unpin: () => review("unpin"),
    ban: () => review("ban"),
    unban: () => call("Feed/UnbanCommenter", { userCode: field("userCode") }),
  }
  if (!Object.hasOwn(calls, form)) return BLANK
  const answered = await calls[form]()
  if (!answered.ok) return { form, commentId, text, ...toFormRefusal(answered, "text") }
  const target = placeAfter(form, commentId, answered.data)
  return redirectTo(`${page.url.pathname}${page.url.search}${target}`, { notice: noticeOf(form, answered.data) })
}

/** The part of the page where the reader continues. */
const placeAfter = (form: CommentForm, commentId: string, data: unknown): string => {
  if (form === "comment" || form === "edit") return `#c-${commentIn(data)?.id ?? ""}`
  if (form === "dislike" || form === "like") return commentId === "" ? "#likes" : `#c-${commentId}`
  return form === "delete" || commentId === "" ? "#comments" : `#c-${commentId}`
}

const noticeOf = (form: CommentForm, data: unknown): Notice => {
  if (form === "report") return "comment-reported"
  if (form !== "comment" && form !== "edit") return "saved"
  return commentIn(data)?.status === "held" ? "comment-held" : "comment-posted"
}

const commentIn = (data: unknown) =>
  (data as { readonly comment?: { readonly id: string; readonly status: string } }).comment
