import { Clock, Context, Effect, Layer } from "effect"
import { dieOnConflict, reader, writer } from "#core/kernel"
import { Comment } from "../comments/Comment.ts"
import type { LikeStatus } from "../comments/limits.ts"
import { openPosts } from "../comments/openPosts.ts"
import { NoComment, type NoOpenPost } from "../comments/refusals.ts"
import { Like, likeIdOf, setLike } from "./Like.ts"

/** Likes and dislikes of posts and comments. */
export class Likes extends Context.Service<
  Likes,
  {
    /**
     * Likes a post, or a comment on it, or takes that back. Returns the log position to wait for, 0 if nothing changed.
     */
    set(
      personId: string,
      postId: string,
      commentId: string | null,
      status: LikeStatus,
    ): Effect.Effect<number, NoOpenPost | NoComment>
  }
>()("core/publishing/Likes") {
  static readonly layer = Layer.effect(
    Likes,
    Effect.gen(function* () {
      const [write, readComment] = [yield* writer(Like, { isMostlyNew: true }), yield* reader(Comment)]
      const { requireOpen } = yield* openPosts

      const requireShown = Effect.fnUntraced(function* (commentId: string, postId: string) {
        const comment = yield* readComment(commentId)
        if (comment.place?.postId !== postId || comment.status !== "shown") return yield* new NoComment({})
      })

      return Likes.of({
        set: (personId, postId, commentId, status) =>
          Effect.flatMap(requireOpen(postId, personId), (post) => {
            const liked = { postId: post.postId, commentId, personId }
            const set = Clock.clockWith((clock) =>
              Effect.map(
                dieOnConflict(
                  write(likeIdOf(liked), setLike({ ...liked, status, nowMs: clock.currentTimeMillisUnsafe() })),
                ),
                ({ receipt }) => receipt.position,
              ),
            )
            return commentId === null ? set : Effect.andThen(requireShown(commentId, post.postId), set)
          }),
      })
    }),
  )
}
