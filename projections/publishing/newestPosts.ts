import { Effect } from "effect"
import { type InferResult, sql } from "kysely"
import { POST_STATUS } from "#contract/publishing"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { post } from "./tables.ts"

/** Characters of a text that feeds read: fifty long posts would otherwise fill the memory of a request. */
export const FEED_TEXT_LENGTH_MAX = 60_000

const published = readModels(post)
  .selectFrom("read.post as post")
  .select([
    "post.post_id as postId",
    "post.title",
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

const cut = sql<string>`left(post.preview, ${sql.lit(FEED_TEXT_LENGTH_MAX)})`.as("preview")

/** A published post with the beginning of its public part alone. */
export type PublishedPost = InferResult<typeof published>[number] & { readonly preview: string }

/** The published posts of a channel, the newest first, for its feeds. */
export const newestPosts = Effect.fn("newestPosts")(function* (channelId: number, postsMax: number) {
  const { query } = yield* Sql
  return yield* query(
    published
      .select(cut)
      .where("post.channel_id", "=", channelId)
      .orderBy("post.published_at", "desc")
      .orderBy("post.post_id", "desc")
      .limit(postsMax),
  )
})

/** One published post of a channel with its whole public part, by its id, or null. */
export const publishedPost = Effect.fn("publishedPost")(function* (channelId: number, postId: string) {
  const { query } = yield* Sql
  const [found] = yield* query(
    published.select("post.preview").where("post.channel_id", "=", channelId).where("post.post_id", "=", postId),
  )
  return found ?? null
})
