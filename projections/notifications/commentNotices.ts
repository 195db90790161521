import type { Notice } from "#core/notifications"
import type { CommentEvent } from "#core/publishing"
import { noticeWith } from "./noticeOf.ts"

/** Notices and their recipients. */
type NoticesByPerson = ReadonlyArray<{ readonly personId: string; readonly notice: Notice }>

type PostedOrApproved = Extract<
  CommentEvent,
  { readonly _tag: "publishing.CommentPosted.v1" | "publishing.CommentApproved.v1" }
>
export type CommentFacts = {
  /** The name of the commenter; null after deletion of the account. */
  readonly who: string | null
  readonly title: string
  readonly channelCode: string
  readonly slug: string
  /** The author of the comment that this one answers; null for none. */
  readonly answeredId: string | null
}

/** Notifies the creator of a comment, and the person it answers once readers can see it. Nobody is notified of their own comments. */
export const commentNotices = (event: PostedOrApproved, { answeredId, ...facts }: CommentFacts): NoticesByPerson => {
  const { commentId, creatorId, personId } = event
  const isApproval = event._tag === "publishing.CommentApproved.v1"
  const isHeld = !isApproval && event.heldFor !== null
  const at = isApproval ? event.approvedAt : event.postedAt
  const to = (recipientId: string | null, kind: string): NoticesByPerson =>
    recipientId === null ? [] : [{ personId: recipientId, notice: noticeWith(kind, at, { ...facts, commentId }) }]
  const answered = answeredId === personId || isHeld ? null : answeredId
  const creator = creatorId === personId || creatorId === answered || isApproval ? null : creatorId
  return [
    ...to(answered, "commentReply"),
    ...to(creator, isHeld ? "commentHeld" : "commentNew"),
    ...to(isApproval ? personId : null, "commentApproved"),
  ]
}
