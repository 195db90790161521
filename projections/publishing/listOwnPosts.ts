import { Effect } from "effect"
import { POST_STATUS } from "#contract/publishing"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { commentCount, likeCount } from "./commentTables.ts"
import { post } from "./tables.ts"

const PAGE_MAX = 1_000
const OWN_POSTS_MAX = 50

const db = readModels(post, commentCount, likeCount).withTables<{
  "read.channel": { channel_id: number; subject: string; code: string }
}>()

const posts = db
  .selectFrom("read.post as post")
  .innerJoin("read.channel as channel", "channel.channel_id", "post.channel_id")
  .leftJoin("read.comment_count as comments", "comments.post_id", "post.post_id")
  .leftJoin("read.like_count as likes", "likes.post_id", "post.post_id")
  .select(["post.post_id as postId", "post.title", "post.language", "post.has_gated as hasGated"])
  .select(["post.status_id as statusId", "post.level_id as levelId", "post.due_at as dueAt"])
  .select(["post.revised_at as revisedAt", "post.published_at as publishedAt", "channel.subject as channelSubject"])
  .select(["post.slugs", "channel.code as channelCode"])
  .select((eb) => [
    eb.fn.coalesce("comments.shown", eb.val(0)).as("comments"),
    eb.fn.coalesce("likes.likes", eb.val(0)).as("likes"),
  ])

/** A page of a creator's own posts in all channels with their likes and comments: unpublished ones first, then the newest. */
export const listOwnPosts = Effect.fn("listOwnPosts")(function* (
  personId: string,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
) {
  const { query } = yield* Sql
  const size = Math.min(Math.max(pageSize, 1), OWN_POSTS_MAX)
  const rows = yield* query(
    posts
      .where("post.person_id", "=", personId)
      .where("post.status_id", "<>", POST_STATUS.deleted)
      .orderBy("post.published_at", (order) => order.desc().nullsFirst())
      .orderBy("post.post_id", "desc")
      .limit(size + 1)
      .offset((Math.min(Math.max(page, 1), PAGE_MAX) - 1) * size),
  )
  return { posts: rows.slice(0, size), hasMore: rows.length > size }
})
