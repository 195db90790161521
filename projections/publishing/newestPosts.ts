import { Effect } from "effect"
import type { InferResult } from "kysely"
import { POST_STATUS } from "#contract/publishing"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { post } from "./tables.ts"

const published = readModels(post)
  .selectFrom("read.post as post")
  .select([
    "post.post_id as postId",
    "post.title",
    "post.preview",
    "post.media",
    "post.has_gated as hasGated",
    "post.language",
    "post.tags",
    "post.cover",
    "post.series",
    "post.slugs",
    "post.revised_at as revisedAt",
    "post.published_at as publishedAt",
  ])
  .where("post.status_id", "=", POST_STATUS.published)

/** A published post with its public part alone. */
export type PublishedPost = InferResult<typeof published>[number]

/** The published posts of a channel, the newest first, for its feeds. */
export const newestPosts = Effect.fn("newestPosts")(function* (channelId: number, postsMax: number) {
  const { query } = yield* Sql
  return yield* query(
    published
      .where("post.channel_id", "=", channelId)
      .orderBy("post.published_at", "desc")
      .orderBy("post.post_id", "desc")
      .limit(postsMax),
  )
})

/** One published post of a channel by its id, or null. */
export const publishedPost = Effect.fn("publishedPost")(function* (channelId: number, postId: string) {
  const { query } = yield* Sql
  const [found] = yield* query(published.where("post.channel_id", "=", channelId).where("post.post_id", "=", postId))
  return found ?? null
})
