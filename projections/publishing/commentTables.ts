import type { HeldReason, LikeStatus } from "#contract/publishing"
import { type Column, is, orNull, type RowOf, table } from "#projections/runner"

/** Comments of all states. */
export const comment = table(
  "comment",
  {
    comment_id: is.text,
    post_id: is.text,
    channel_id: is.int,
    creator_id: is.text,
    person_id: is.text,
    parent_id: orNull(is.text),
    root_id: is.text,
    depth: is.int,
    /** Log position of the event: the order of comments. */
    position: is.bigint,
    /** Null once its author was erased. */
    text: orNull(is.text),
    digest: is.text,
    status: is.textOf<"shown" | "held" | "removed">(),
    held_for: orNull(is.textOf<HeldReason>()),
    removed_by: orNull(is.textOf<"author" | "creator" | "operator">()),
    posted_at: is.at,
    edited_at: orNull(is.at),
    likes: is.int,
    /** Shown replies at any depth; only of roots. */
    replies: is.int,
    reports: is.int,
  },
  {
    key: ["comment_id"],
    indexes: [
      "(post_id, position) where parent_id is null",
      "(post_id, likes desc, position desc) where parent_id is null",
      "(root_id, position) where parent_id is not null",
      "(person_id, position)",
      "(person_id, digest, posted_at)",
      "(creator_id, position) where status = 'held' or reports > 0",
    ],
    // Likes and replies change rows in place.
    storage: "fillfactor = 80",
  },
)
export type CommentRow = RowOf<typeof comment.columns>

/** Shown comments of each post. */
export const commentCount = table("comment_count", { post_id: is.text, shown: is.int }, { key: ["post_id"] })

/** What the creator decided about the comments of a post. */
export const discussion = table(
  "discussion",
  {
    post_id: is.text,
    /** Id of Home/CommentLevels; null follows the channel. */
    comment_level_id: orNull(is.int),
    pinned_id: orNull(is.text),
  },
  { key: ["post_id"] },
)

/** People who are banned from commenting in the channels of a creator. */
export const commentBan = table(
  "comment_ban",
  { creator_id: is.text, person_id: is.text, banned_at: is.at },
  { key: ["creator_id", "person_id"] },
)

/** What each person thinks of posts and comments. `target_id` is the id of either. */
export const ownLike = table(
  "own_like",
  { person_id: is.text, target_id: is.text, post_id: is.text, status: is.int as Column<LikeStatus> },
  { key: ["person_id", "target_id"] },
)

/** Likes and dislikes of posts. Dislikes are never shown. */
export const likeCount = table(
  "like_count",
  { post_id: is.text, likes: is.int, dislikes: is.int },
  { key: ["post_id"] },
)
