import { Effect } from "effect"
import { POST_LEVEL } from "#contract/publishing"
import { Entitlements } from "#core/chat"
import { compileOnce, Sql } from "#core/kernel"
import { isAnyOf, readModels } from "#projections/runner"
import { commentBan, commentCount, discussion, likeCount, ownLike } from "./commentTables.ts"
import { findPost } from "./findPosts.ts"

const db = readModels(commentBan, commentCount, discussion, likeCount, ownLike)

/** The number of shown comments of posts, by post; none of those without comments. Levels are for the caller. */
export const commentCounts = Effect.fn("commentCounts")(function* (postIds: ReadonlyArray<string>) {
  const { query } = yield* Sql
  const counts = db.selectFrom("read.comment_count").select(["post_id as postId", "shown"])
  const rows = yield* query(counts.where((eb) => isAnyOf(eb.ref("post_id"), postIds)))
  return new Map(rows.map(({ postId, shown }) => [postId, shown]))
})

const ofPost = compileOnce<{ postId: string; creatorId: string; viewerId: string }>()((at) =>
  db.selectNoFrom((eb) => [
    eb.selectFrom("read.comment_count").select("shown").where("post_id", "=", at("postId")).as("count"),
    eb.selectFrom("read.discussion").select("comment_level_id").where("post_id", "=", at("postId")).as("ownLevelId"),
    eb.selectFrom("read.like_count").select("likes").where("post_id", "=", at("postId")).as("likes"),
    eb
      .selectFrom("read.own_like")
      .select("status")
      .where("person_id", "=", at("viewerId"))
      .where("target_id", "=", at("postId"))
      .as("ownStatus"),
    eb
      .selectFrom("read.comment_ban")
      .select("banned_at")
      .where("creator_id", "=", at("creatorId"))
      .where("person_id", "=", at("viewerId"))
      .as("bannedAt"),
  ]),
)

/**
 * What a page says of the comments and likes of a post, for a person who may read the post to its end; null for all
 * others: comments on a gated post are as private as its gated part.
 */
export const findPostComments = Effect.fn("findPostComments")(function* (postId: string, viewerId: string | null) {
  const post = yield* findPost(postId, viewerId)
  if (post === null) return null
  const { personId: creatorId, levelId } = post
  const viewerLevel =
    viewerId === null
      ? 0
      : viewerId === creatorId
        ? Number.POSITIVE_INFINITY
        : yield* (yield* Entitlements).levelFor(creatorId, viewerId, levelId)
  if (levelId > POST_LEVEL.everyone && viewerLevel < levelId) return null
  const { query } = yield* Sql
  const [found] = yield* query(ofPost({ postId, creatorId, viewerId: viewerId ?? "" }))
  return {
    ...{ postId: post.postId, creatorId, viewerLevel },
    count: found?.count ?? 0,
    likes: found?.likes ?? 0,
    ownStatus: found?.ownStatus ?? null,
    isBanned: found?.bannedAt != null,
    /** Id of Home/CommentLevels. */
    commentLevelId: found?.ownLevelId ?? post.commentLevelId,
    /** Whether the post differs from its channel. */
    ownLevelId: found?.ownLevelId ?? null,
  }
})

/** Who may comment on a post, if it differs from its channel: id of Home/CommentLevels, or null. */
export const findOwnCommentLevel = Effect.fn("findOwnCommentLevel")(function* (postId: string) {
  const { query } = yield* Sql
  const [found] = yield* query(
    db.selectFrom("read.discussion").select("comment_level_id as levelId").where("post_id", "=", postId),
  )
  return found?.levelId ?? null
})
