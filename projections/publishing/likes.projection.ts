import { LIKE_STATUS } from "#contract/publishing"
import { LikeEvents } from "#core/publishing"
import { adding, makeProjection, on, put, remove } from "#projections/runner"
import { likeCount, ownLike } from "./commentTables.ts"

/** Who likes what, and how many like each post. */
export const likes = makeProjection({
  name: "likes",
  version: 1,
  tables: [ownLike, likeCount],
  handlers: [
    on(LikeEvents, {
      "publishing.LikeSet.v1": ({ postId, commentId, personId, former, status }) => {
        const targetId = commentId ?? postId
        const deltaOf = (of: number) => BigInt(Number(status === of) - Number(former === of))
        return [
          status === LIKE_STATUS.none
            ? remove(ownLike, [personId, targetId])
            : put(ownLike, { person_id: personId, target_id: targetId, post_id: postId, status }),
          ...(commentId === null
            ? [addLikes([postId], [deltaOf(LIKE_STATUS.like), deltaOf(LIKE_STATUS.dislike)])]
            : []),
        ]
      },
    }),
  ],
})

const addLikes = adding(likeCount, ["likes", "dislikes"], ([postId]) => ({
  post_id: String(postId),
  likes: 0,
  dislikes: 0,
}))
