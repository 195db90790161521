import { LIKE_STATUS } from "#contract/publishing"
import { CommentEvents, CommenterEvents, DiscussionEvents, digestOf, LikeEvents } from "#core/publishing"
import { adding, type Change, change, makeProjection, on, patch, put, remove } from "#projections/runner"
import { type CommentRow, comment, commentBan, commentCount, discussion } from "./commentTables.ts"

/** Comments with their likes and replies, pins, comment levels of posts, and bans. */
export const comments = makeProjection({
  name: "comments",
  version: 1,
  tables: [comment, commentCount, discussion, commentBan],
  handlers: [
    on(CommentEvents, {
      "publishing.CommentPosted.v1": (posted, { position }) => {
        const { commentId, postId, channelId, creatorId, personId, parentId, rootId, depth, text, heldFor } = posted
        return [
          put(comment, {
            ...{ comment_id: commentId, post_id: postId, channel_id: channelId, creator_id: creatorId },
            ...{ person_id: personId, parent_id: parentId, root_id: rootId, depth, position },
            ...{ text, digest: digestOf(text ?? ""), held_for: heldFor, removed_by: null },
            status: heldFor === null ? "shown" : "held",
            ...{ posted_at: posted.postedAt, edited_at: null, likes: 0, replies: 0, reports: 0 },
          }),
          ...(heldFor === null ? counted(posted, 1) : []),
        ]
      },
      "publishing.CommentEdited.v1": ({ text, heldFor, wasShown, editedAt, ...of }) => [
        changed(of.commentId, (row) => ({
          ...row,
          ...{ text, digest: digestOf(text ?? ""), edited_at: editedAt },
          ...(heldFor === null ? {} : { held_for: heldFor, status: "held" as const }),
        })),
        ...(heldFor !== null && wasShown ? counted(of, -1) : []),
      ],
      "publishing.CommentApproved.v1": (of) => [
        changed(of.commentId, (row) => ({ ...row, status: "shown", held_for: null, removed_by: null, reports: 0 })),
        ...counted(of, 1),
      ],
      "publishing.CommentRemoved.v1": ({ by, wasShown, ...of }) => [
        changed(of.commentId, (row) => ({ ...row, status: "removed", held_for: null, removed_by: by, reports: 0 })),
        ...(wasShown ? counted(of, -1) : []),
      ],
      "publishing.CommentRestored.v1": ({ status, removedBy, ...of }) => [
        changed(of.commentId, (row) => ({ ...row, status, removed_by: removedBy })),
        ...(status === "shown" ? counted(of, 1) : []),
      ],
      "publishing.CommentReported.v1": ({ commentId }) => [
        changed(commentId, (row) => ({ ...row, reports: row.reports + 1 })),
      ],
      "publishing.CommentReportsDismissed.v1": ({ commentId }) => [
        changed(commentId, (row) => ({ ...row, reports: 0 })),
      ],
      "publishing.CommentForgotten.v1": ({ wasShown, ...of }) => [
        changed(of.commentId, (row) => ({
          ...row,
          ...{ text: null, digest: "", status: "removed" as const, held_for: null, removed_by: "author" as const },
          reports: 0,
        })),
        ...(wasShown ? counted(of, -1) : []),
      ],
    }),
    on(DiscussionEvents, {
      "publishing.DiscussionLevelSet.v1": ({ postId, commentLevelId }) => [
        decided(postId, { comment_level_id: commentLevelId }),
      ],
      "publishing.CommentPinned.v1": ({ postId, commentId }) => [decided(postId, { pinned_id: commentId })],
      "publishing.CommentUnpinned.v1": ({ postId }) => [decided(postId, { pinned_id: null })],
    }),
    on(CommenterEvents, {
      "publishing.CommenterBanned.v1": ({ creatorId, personId, bannedAt }) => [
        put(commentBan, { creator_id: creatorId, person_id: personId, banned_at: bannedAt }),
      ],
      "publishing.CommenterUnbanned.v1": ({ creatorId, personId }) => [remove(commentBan, [creatorId, personId])],
    }),
    on(LikeEvents, {
      // Likes of posts are counted in their own read model.
      "publishing.LikeSet.v1": ({ commentId, former, status }) => {
        const delta = Number(status === LIKE_STATUS.like) - Number(former === LIKE_STATUS.like)
        return commentId === null || delta === 0
          ? []
          : [changed(commentId, (row) => ({ ...row, likes: row.likes + delta }))]
      },
    }),
  ],
})

const changed = (commentId: string, fold: (row: CommentRow) => CommentRow): Change => patch(comment, [commentId], fold)

const addShown = adding(commentCount, ["shown"], ([postId]) => ({ post_id: String(postId), shown: 0 }))

/** Counts a comment that appears (1) or disappears (-1), in its post and, for a reply, in its root. */
const counted = (
  { commentId, postId, rootId }: { readonly commentId: string; readonly postId: string; readonly rootId: string },
  delta: 1 | -1,
): ReadonlyArray<Change> => [
  addShown([postId], [BigInt(delta)]),
  ...(rootId === commentId ? [] : [changed(rootId, (row) => ({ ...row, replies: row.replies + delta }))]),
]

const decided = (postId: string, decision: { comment_level_id?: number | null; pinned_id?: string | null }): Change =>
  change(discussion, [postId], (row) => ({
    ...(row ?? { post_id: postId, comment_level_id: null, pinned_id: null }),
    ...decision,
  }))
