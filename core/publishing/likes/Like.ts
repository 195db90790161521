import { Result } from "effect"
import { type Aggregate, formatIso } from "#core/kernel"
import { LIKE_STATUS, type LikeStatus } from "../comments/limits.ts"
import { type LikeEvent, LikeEvents } from "./events.ts"

/** What one person thinks of one post or comment, by `likeIdOf`. No stream is busy, however popular the post is. */
export const Like: Aggregate<{ readonly status: LikeStatus }, LikeEvent> = {
  category: "like",
  events: LikeEvents,
  initial: { status: LIKE_STATUS.none },
  evolve: (_, { status }) => ({ status }),
}

type Liked = { readonly postId: string; readonly commentId: string | null; readonly personId: string }

export const likeIdOf = ({ postId, commentId, personId }: Liked): string => `${commentId ?? postId}.${personId}`

/** Likes, dislikes, or takes it back; idempotent. */
export const setLike =
  ({ nowMs, status, ...liked }: Liked & { readonly status: LikeStatus; readonly nowMs: number }) =>
  ({ status: former }: { readonly status: LikeStatus }): Result.Result<ReadonlyArray<LikeEvent>, never> =>
    // Not by `make`, which checks the fields: encoding checks them as well, and there are more likes than anything else.
    Result.succeed(
      former === status
        ? []
        : [{ _tag: "publishing.LikeSet.v1", ...liked, former, status, setAt: formatIso(nowMs) } satisfies LikeEvent],
    )
