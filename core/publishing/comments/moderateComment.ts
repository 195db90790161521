import { Result } from "effect"
import { formatIso } from "#core/kernel"
import type { CommentState, DiscussionState } from "./Comment.ts"
import {
  CommentApproved,
  type CommentEvent,
  CommenterBanned,
  type CommenterEvent,
  CommenterUnbanned,
  CommentForgotten,
  CommentPinned,
  CommentRemoved,
  CommentReported,
  CommentReportsDismissed,
  CommentRestored,
  CommentUnpinned,
  type DiscussionEvent,
  DiscussionLevelSet,
} from "./events.ts"
import { COMMENT_REPORTS_MAX } from "./limits.ts"
import { CommentNotPinnable, NoComment } from "./refusals.ts"

type Who = { readonly personId: string; readonly nowMs: number }
type Decided<Refusal> = Result.Result<ReadonlyArray<CommentEvent>, Refusal>

/** Removes a comment: its author and the creator of the post may. Idempotent. */
export const removeComment =
  ({ personId, nowMs }: Who) =>
  ({ place, rootId, status }: CommentState): Decided<NoComment> => {
    if (place === null || (personId !== place.personId && personId !== place.creatorId))
      return Result.fail(new NoComment({}))
    if (status === "removed") return Result.succeed([])
    const by = personId === place.personId ? "author" : "creator"
    return Result.succeed([
      CommentRemoved.make({ ...place, rootId, wasShown: status === "shown", by, removedAt: formatIso(nowMs) }),
    ])
  }

/** Removes a comment for operators. */
export const removeByOperator =
  (nowMs: number) =>
  ({ place, rootId, status, removedBy }: CommentState): Decided<NoComment> => {
    if (place === null) return Result.fail(new NoComment({}))
    if (removedBy === "operator") return Result.succeed([])
    const removed = { ...place, rootId, wasShown: status === "shown", by: "operator" as const }
    return Result.succeed([CommentRemoved.make({ ...removed, removedAt: formatIso(nowMs) })])
  }

/** Gives a comment back that an operator removed. Idempotent; a forgotten comment stays forgotten. */
export const restoreByOperator =
  (nowMs: number) =>
  ({ place, rootId, removedBy, beforeOperator, isForgotten }: CommentState): Decided<NoComment> => {
    if (place === null) return Result.fail(new NoComment({}))
    if (removedBy !== "operator" || beforeOperator === null || isForgotten) return Result.succeed([])
    const before = beforeOperator.removedBy === "operator" ? null : beforeOperator.removedBy
    const { status } = beforeOperator
    return Result.succeed([
      CommentRestored.make({ ...place, rootId, status, removedBy: before, restoredAt: formatIso(nowMs) }),
    ])
  }

/** Shows a comment that waits, or that the creator removed. What its author or an operator removed stays removed. */
export const approveComment =
  ({ personId, nowMs }: Who) =>
  ({ place, rootId, status, removedBy }: CommentState): Decided<NoComment> => {
    if (place?.creatorId !== personId || (status === "removed" && removedBy !== "creator"))
      return Result.fail(new NoComment({}))
    if (status === "shown") return Result.succeed([])
    return Result.succeed([CommentApproved.make({ ...place, rootId, approvedAt: formatIso(nowMs) })])
  }

/** Reports a shown comment, once per person. */
export const reportComment =
  ({ personId, nowMs, reason }: Who & { readonly reason: string }) =>
  ({ place, status, reporterIds }: CommentState): Decided<NoComment> => {
    if (place === null || status !== "shown" || place.personId === personId) return Result.fail(new NoComment({}))
    if (reporterIds.includes(personId) || reporterIds.length >= COMMENT_REPORTS_MAX) return Result.succeed([])
    const { commentId, postId, creatorId } = place
    const reported = { commentId, postId, creatorId, reporterId: personId, reason, reportedAt: formatIso(nowMs) }
    return Result.succeed([CommentReported.make(reported)])
  }

/** Leaves a reported comment as it is. */
export const dismissReports =
  ({ personId, nowMs }: Who) =>
  ({ place, reporterIds }: CommentState): Decided<NoComment> => {
    if (place?.creatorId !== personId) return Result.fail(new NoComment({}))
    if (reporterIds.length === 0) return Result.succeed([])
    const { commentId, postId, creatorId } = place
    return Result.succeed([
      CommentReportsDismissed.make({ commentId, postId, creatorId, dismissedAt: formatIso(nowMs) }),
    ])
  }

/** Forgets the text of an erased person; idempotent. */
export const forgetComment =
  ({ personId, nowMs }: Who) =>
  ({ place, rootId, status, isForgotten }: CommentState): Decided<never> =>
    Result.succeed(
      place?.personId === personId && !isForgotten
        ? [CommentForgotten.make({ ...place, rootId, wasShown: status === "shown", forgottenAt: formatIso(nowMs) })]
        : [],
    )

/** Pins a shown root comment, or unpins it. */
export const pinComment =
  ({ personId, nowMs, pinned }: Who & { readonly pinned: boolean }, { place, depth, status }: CommentState) =>
  ({ pinnedId }: DiscussionState): Result.Result<ReadonlyArray<DiscussionEvent>, NoComment | CommentNotPinnable> => {
    if (place?.creatorId !== personId) return Result.fail(new NoComment({}))
    const { commentId, postId, creatorId } = place
    const at = formatIso(nowMs)
    if (!pinned)
      return Result.succeed(
        pinnedId === commentId ? [CommentUnpinned.make({ commentId, postId, creatorId, unpinnedAt: at })] : [],
      )
    if (depth > 0 || status !== "shown") return Result.fail(new CommentNotPinnable({}))
    return Result.succeed(
      pinnedId === commentId ? [] : [CommentPinned.make({ commentId, postId, creatorId, pinnedAt: at })],
    )
  }

/** Sets who may comment on a post; null follows the channel. The caller checks that the post is the person's own. */
export const setDiscussionLevel =
  ({
    postId,
    personId,
    nowMs,
    commentLevelId,
  }: Who & { readonly postId: string; readonly commentLevelId: DiscussionState["commentLevelId"] }) =>
  (state: DiscussionState): Result.Result<ReadonlyArray<DiscussionEvent>, never> =>
    Result.succeed(
      state.commentLevelId === commentLevelId
        ? []
        : [DiscussionLevelSet.make({ postId, creatorId: personId, commentLevelId, setAt: formatIso(nowMs) })],
    )

/** Bans a person from commenting in all channels of the creator, or lifts the ban. */
export const setCommenterBan =
  ({ creatorId, personId, nowMs, banned }: Who & { readonly creatorId: string; readonly banned: boolean }) =>
  ({ isBanned }: { readonly isBanned: boolean }): Result.Result<ReadonlyArray<CommenterEvent>, never> => {
    if (isBanned === banned || creatorId === personId) return Result.succeed([])
    const [who, at] = [{ creatorId, personId }, formatIso(nowMs)]
    return Result.succeed([
      banned ? CommenterBanned.make({ ...who, bannedAt: at }) : CommenterUnbanned.make({ ...who, unbannedAt: at }),
    ])
  }
