import { Effect } from "effect"
import { Entitlements } from "#core/chat"
import { POST_LEVEL } from "../limits.ts"
import { type OpenPost, OpenPosts } from "./ports.ts"
import { NoOpenPost } from "./refusals.ts"

/**
 * Finds a post that the person may read to its end. `levelOf` returns the person's level with a creator: 0 none,
 * 2 subscriber, 3 premium, Infinity for the creator. It is asked without a cache, so that one that has just ended does
 * not count.
 */
export const openPosts = Effect.map(Effect.all([OpenPosts, Entitlements]), ([posts, entitlements]) => {
  const levelOf = (creatorId: string, personId: string): Effect.Effect<number> =>
    personId === creatorId ? Effect.succeed(Number.POSITIVE_INFINITY) : entitlements.levelOf(creatorId, personId, 0)
  const requireLevel = Effect.fnUntraced(function* (post: OpenPost, personId: string) {
    return (yield* levelOf(post.creatorId, personId)) < post.levelId ? yield* new NoOpenPost({}) : post
  })
  const requireOpen = (postId: string, personId: string): Effect.Effect<OpenPost, NoOpenPost> =>
    Effect.flatMap(posts.find(postId, personId), (post) => {
      if (post === null) return Effect.fail(new NoOpenPost({}))
      return post.levelId > POST_LEVEL.everyone ? requireLevel(post, personId) : Effect.succeed(post)
    })
  return { levelOf, requireOpen }
})
