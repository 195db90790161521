import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { COMMENT_LENGTH_MAX, COMMENT_ORDERS, HELD_REASONS, REPORT_REASON_LENGTH_MAX } from "#contract/publishing"
import { answerOf, BadRequest, Conflict, describedAs, NotFound, TooMany, Unauthorized } from "../envelope.ts"
import { Cursor, EpochMs, Id } from "../fields.ts"

/** Contents that one call asks about. */
const LIKED_MAX = 100

/** Longer texts get the rule's message. */
const Text = Schema.String.check(Schema.isMaxLength(4 * COMMENT_LENGTH_MAX))
/** Id of Home/UserLikeStatus. */
const LikeStatusId = Schema.Literals([1, 2, 3])

const commentFields = {
  id: Schema.String,
  contentId: Schema.String,
  /** Id of Home/CommentType: 1 a comment, 2 a reply. */
  commentTypeId: Schema.Int,
  parentCommentId: Schema.NullOr(Schema.String),
  rootCommentId: Schema.String,
  /** 0 for a comment, 1 for its replies, and so on. */
  depth: Schema.Int,
  /** Plain text; empty if it was removed. */
  text: Schema.String,
  status: Schema.Literals(["shown", "held", "removed"]),
  /** Why it waits for review; only its author and the creator see such comments. */
  heldFor: Schema.NullOr(Schema.Literals(HELD_REASONS)),
  removedBy: Schema.NullOr(Schema.Literals(["author", "creator", "operator"])),
  /** Empty for removed comments and deleted accounts. */
  userCode: Schema.String,
  displayName: Schema.String,
  headerImage: Schema.String,
  /** The person it answers; empty for comments, and if that person is gone. */
  answeredName: Schema.String,
  isCreator: Schema.Boolean,
  isOwn: Schema.Boolean,
  /** Whether the caller may still correct it. */
  editable: Schema.Boolean,
  pinned: Schema.Boolean,
  posted: EpochMs,
  edited: Schema.NullOr(EpochMs),
  likes: Schema.Int,
  userLikeStatusId: LikeStatusId,
  /** All replies below a comment, at any depth. */
  replyCount: Schema.Int,
  /** Open reports; 0 for all but the creator. */
  reportCount: Schema.Int,
}
export const CommentData = Schema.Struct(commentFields).annotate({ identifier: "Comment" })
const CommentWithReplies = Schema.Struct({
  ...commentFields,
  /** The first replies. */
  replies: Schema.Array(CommentData),
}).annotate({ identifier: "CommentWithReplies" })

const which = Schema.Struct({ commentId: Id })
const saved = answerOf(Schema.Struct({ comment: CommentData }))
const done = answerOf(Schema.Null)
const refused = [Unauthorized, NotFound, Conflict, TooMany] as const

/** Calls about comments on contents, and likes. */
export const commentEndpoints = [
  HttpApiEndpoint.post("LoadComments", "/LoadComments", {
    payload: Schema.Struct({
      contentId: Id,
      order: Schema.optionalKey(Schema.Literals(COMMENT_ORDERS)),
      cursor: Schema.optionalKey(Cursor),
      /** Returns the replies of this comment instead, the oldest first. */
      rootCommentId: Schema.optionalKey(Id),
      /** Returns the thread of this comment instead: its root and the replies up to it. */
      commentId: Schema.optionalKey(Id),
    }),
    success: answerOf(
      Schema.Struct({
        comments: Schema.Array(CommentWithReplies),
        /** All shown comments and replies of the content. */
        count: Schema.Int,
        /** Cursor of the next page; null on the last one. */
        next: Schema.NullOr(Schema.String),
        /** Id of Home/CommentLevels: who may comment. */
        commentLevelId: Schema.Int,
        mayComment: Schema.Boolean,
      }),
    ),
    error: [NotFound, TooMany],
  }).annotateMerge(
    describedAs(
      "Comments on a content that the caller may read to its end: 20 per page at a snapshot, with their first replies.",
    ),
  ),
  HttpApiEndpoint.post("CreateComment", "/CreateComment", {
    payload: Schema.Struct({ contentId: Id, parentCommentId: Schema.optionalKey(Id), text: Text }),
    success: saved,
    error: [BadRequest, ...refused],
  }).annotateMerge(
    describedAs(
      "Writes a comment, or a reply. A person's first comment in a channel, links of newcomers and repeated texts wait for review.",
    ),
  ),
  HttpApiEndpoint.post("UpdateComment", "/UpdateComment", {
    payload: Schema.Struct({ commentId: Id, text: Text }),
    success: saved,
    error: [BadRequest, ...refused],
  }).annotateMerge(describedAs("Corrects the caller's comment within 15 minutes.")),
  HttpApiEndpoint.post("DeleteComment", "/DeleteComment", {
    payload: which,
    success: done,
    error: refused,
  }).annotateMerge(
    describedAs("Removes the caller's comment, or a comment on the caller's content. Repeating it changes nothing."),
  ),
  HttpApiEndpoint.post("ReportComment", "/ReportComment", {
    payload: Schema.Struct({
      commentId: Id,
      reason: Schema.String.check(Schema.isMaxLength(REPORT_REASON_LENGTH_MAX)),
    }),
    success: done,
    error: refused,
  }).annotateMerge(describedAs("Reports a comment to the creator, once per person.")),
  HttpApiEndpoint.post("ReviewComment", "/ReviewComment", {
    payload: Schema.Struct({
      commentId: Id,
      action: Schema.Literals(["approve", "dismissReports", "pin", "unpin", "ban"]),
    }),
    success: done,
    error: refused,
  }).annotateMerge(
    describedAs(
      "Decides about a comment on the caller's content. `ban` also removes it and keeps its author from commenting in all of the caller's channels.",
    ),
  ),
  HttpApiEndpoint.post("LoadCommentReview", "/LoadCommentReview", {
    payload: Schema.Struct({}),
    success: answerOf(
      Schema.Struct({
        comments: Schema.Array(
          Schema.Struct({
            ...commentFields,
            contentTitle: Schema.String,
            /** Path of the comment on this site. */
            link: Schema.String,
          }).annotate({ identifier: "ReviewedComment" }),
        ),
        banned: Schema.Array(Schema.Struct({ userCode: Schema.String, displayName: Schema.String, banned: EpochMs })),
      }),
    ),
    error: [Unauthorized, TooMany],
  }).annotateMerge(
    describedAs("The newest 100 comments that wait for the caller's decision, and whom the caller banned."),
  ),
  HttpApiEndpoint.post("UnbanCommenter", "/UnbanCommenter", {
    payload: Schema.Struct({ userCode: Id }),
    success: done,
    error: refused,
  }).annotateMerge(describedAs("Lets a person comment in the caller's channels again.")),
  HttpApiEndpoint.post("UpdateCommentLevel", "/UpdateCommentLevel", {
    payload: Schema.Struct({
      contentId: Id,
      /** Id of Home/CommentLevels; null follows the channel. */
      commentLevelId: Schema.NullOr(Schema.Literals([1, 2, 3, 4])),
    }),
    success: done,
    error: refused,
  }).annotateMerge(describedAs("Sets who may comment on one of the caller's contents.")),
  HttpApiEndpoint.post("UpdateUserLike", "/UpdateUserLike", {
    payload: Schema.Struct({
      contentId: Id,
      /** A comment on the content; by default the content itself. */
      commentId: Schema.optionalKey(Id),
      userLikeStatusId: LikeStatusId,
    }),
    success: answerOf(
      Schema.Struct({
        userLikeStatusId: LikeStatusId,
        /** Dislikes are stored and never counted in public. */
        likes: Schema.Int,
      }),
    ),
    error: refused,
  }).annotateMerge(describedAs("Likes or dislikes a content or a comment, or takes that back.")),
  HttpApiEndpoint.post("LoadUserLike", "/LoadUserLike", {
    payload: Schema.Struct({
      /** Ids of contents and of comments. */
      ids: Schema.Array(Id).check(Schema.isMaxLength(LIKED_MAX)),
    }),
    success: answerOf(
      Schema.Struct({
        likes: Schema.Array(
          Schema.Struct({ id: Schema.String, contentId: Schema.String, userLikeStatusId: LikeStatusId }),
        ),
      }),
    ),
    error: [Unauthorized, TooMany],
  }).annotateMerge(describedAs("What the caller likes and dislikes among these; the others have the status None.")),
] as const
