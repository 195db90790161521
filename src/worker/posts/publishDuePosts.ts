import { Clock, Effect } from "effect"
import { Posts } from "#core/publishing"
import { listDuePosts, listOpeningPosts } from "#projections/publishing"

/**
 * Publishes scheduled posts that are due, and opens posts to lower levels. What is due is decided by time alone, not by
 * the last run, so nothing is missed while no worker runs. A post that cannot be published becomes a draft again.
 */
export const publishDuePosts = Effect.gen(function* () {
  const [posts, nowMs] = [yield* Posts, yield* Clock.currentTimeMillis]
  for (const postId of yield* listDuePosts(nowMs)) {
    const outcome = yield* posts.publishDue(postId)
    if (outcome === "refused") yield* Effect.logWarning("scheduled post not published", { postId })
  }
  for (const postId of yield* listOpeningPosts(nowMs)) yield* posts.openDue(postId)
})
