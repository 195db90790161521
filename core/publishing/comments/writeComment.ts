import { Result } from "effect"
import { formatIso } from "#core/kernel"
import type { CommentPlace, CommentState, DiscussionState } from "./Comment.ts"
import { CommentEdited, type CommentEvent, CommentPosted } from "./events.ts"
import { COMMENT_EDIT_MINUTES, COMMENT_LEVEL, type HeldReason } from "./limits.ts"
import { CommentEditClosed, CommenterIsBanned, CommentLevelRequired, NoComment } from "./refusals.ts"

type Decided<Refusal> = Result.Result<ReadonlyArray<CommentEvent>, Refusal>
type Written = { readonly text: string; readonly heldFor: HeldReason | null; readonly nowMs: number }

/** What the person may do on the post. */
export type CommenterRights = {
  /** 0 none, 2 subscriber, 3 premium; Infinity for the creator. */
  readonly level: number
  /** Home/CommentLevels of the channel, which the post may override. */
  readonly channelCommentLevelId: number
  readonly isBanned: boolean
}

/** Writes a comment: a root, or a reply to a comment on the same post that is shown. */
export const postComment =
  ({
    place,
    parentId,
    rights,
    text,
    heldFor,
    nowMs,
  }: Written & {
    readonly place: CommentPlace
    readonly parentId: string | null
    readonly rights: CommenterRights
  }) =>
  ({
    discussion,
    parent,
  }: {
    readonly discussion: DiscussionState
    readonly parent: CommentState | null
  }): Decided<CommentLevelRequired | CommenterIsBanned | NoComment> => {
    if (rights.isBanned) return Result.fail(new CommenterIsBanned({}))
    const required = discussion.commentLevelId ?? rights.channelCommentLevelId
    if (required > COMMENT_LEVEL.everybody && (required === COMMENT_LEVEL.nobody || rights.level < required))
      return Result.fail(new CommentLevelRequired({ commentLevelId: required as 2 | 3 | 4 }))
    if (parentId !== null && (parent?.place?.postId !== place.postId || parent.status !== "shown"))
      return Result.fail(new NoComment({}))
    return Result.succeed([
      CommentPosted.make({
        ...place,
        parentId,
        rootId: parent === null ? place.commentId : parent.rootId,
        depth: parent === null ? 0 : parent.depth + 1,
        text,
        heldFor,
        postedAt: formatIso(nowMs),
      }),
    ])
  }

/** Corrects one's own comment within `COMMENT_EDIT_MINUTES`. */
export const editComment =
  ({ personId, text, heldFor, nowMs }: Written & { readonly personId: string }) =>
  ({ place, rootId, status, text: former, postedAt }: CommentState): Decided<NoComment | CommentEditClosed> => {
    if (place?.personId !== personId || status === "removed") return Result.fail(new NoComment({}))
    if (nowMs > Date.parse(postedAt) + COMMENT_EDIT_MINUTES * 60_000) return Result.fail(new CommentEditClosed({}))
    if (text === former) return Result.succeed([])
    return Result.succeed([
      CommentEdited.make({ ...place, rootId, text, heldFor, wasShown: status === "shown", editedAt: formatIso(nowMs) }),
    ])
  }
