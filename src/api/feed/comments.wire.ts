import { COMMENT_EDIT_MINUTES, LIKE_STATUS } from "#contract/publishing"
import type { CommentCursor, CommentReader, ListedComment } from "#projections/publishing"
import { avatarUrl } from "#src/web/images/pictureUrl.ts"

/** Who reads comments, when, and which one is pinned. */
export type CommentContext = CommentReader & { readonly nowMs: number; readonly pinnedId?: string | null }

/** A comment in the wire format. */
export const toComment = (comment: ListedComment, { viewerId, creatorId, nowMs, pinnedId = null }: CommentContext) => {
  const { commentId, personId, parentId, depth, status, answeredCode, answeredName, userCode, displayName } = comment
  const isRemoved = status === "removed"
  const author = isRemoved ? null : userCode
  return {
    id: commentId,
    contentId: comment.postId,
    commentTypeId: parentId === null ? 1 : 2,
    parentCommentId: parentId,
    rootCommentId: comment.rootId,
    depth,
    text: isRemoved ? "" : (comment.text ?? ""),
    status,
    heldFor: comment.heldFor,
    removedBy: comment.removedBy,
    userCode: author ?? "",
    displayName: author === null ? "" : (displayName ?? author),
    headerImage: author === null ? "" : avatarUrl(author, comment.headerImage),
    answeredName: comment.parentStatus === "removed" ? "" : (answeredName ?? answeredCode ?? ""),
    isCreator: personId === creatorId,
    isOwn: personId === viewerId,
    editable: personId === viewerId && !isRemoved && nowMs < comment.postedAt.getTime() + COMMENT_EDIT_MINUTES * 60_000,
    pinned: commentId === pinnedId,
    posted: comment.postedAt.getTime(),
    edited: comment.editedAt?.getTime() ?? null,
    likes: comment.likes,
    userLikeStatusId: comment.ownStatus ?? LIKE_STATUS.none,
    replyCount: comment.replies,
    reportCount: viewerId === creatorId ? comment.reports : 0,
  }
}

/** A cursor as text: snapshot, likes and position of the last root. */
export const writeCursor = (cursor: CommentCursor | null): string | null =>
  cursor === null ? null : `${cursor.snapshot}.${cursor.likes}.${cursor.position}`

/** Reads `writeCursor`; null if it is none. */
export const readCursor = (text: string | undefined): CommentCursor | null => {
  const [, snapshot, likes, position] = /^(\d{1,15})\.(\d{1,9})\.(\d{1,15})$/.exec(text ?? "") ?? []
  return position === undefined
    ? null
    : { snapshot: Number(snapshot), likes: Number(likes), position: Number(position) }
}

/** Replies in reading order: each one is followed by its own replies. @param replies the oldest first */
export const inReadingOrder = <Reply extends { readonly commentId: string; readonly parentId: string | null }>(
  replies: ReadonlyArray<Reply>,
): ReadonlyArray<Reply> => {
  const loaded = new Set(replies.map(({ commentId }) => commentId))
  const below = new Map<string, Array<Reply>>()
  for (const reply of replies) {
    const parent = loaded.has(reply.parentId ?? "") ? (reply.parentId ?? "") : ""
    below.set(parent, [...(below.get(parent) ?? []), reply])
  }
  const ordered: Array<Reply> = []
  // A stack of its own: a chain of replies may be longer than the call stack.
  const waiting = [...(below.get("") ?? [])].toReversed()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    ordered.push(next)
    waiting.push(...(below.get(next.commentId) ?? []).toReversed())
  }
  return ordered
}
