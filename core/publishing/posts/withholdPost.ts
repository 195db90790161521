import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { POST_STATUS } from "../limits.ts"
import { type PostEvent, PostReleased, PostWithheld } from "./events.ts"
import { type PostState, storedVersion } from "./Post.ts"

type Which = { readonly postId: string; readonly nowMs: number }
type Decided = Result.Result<ReadonlyArray<PostEvent>, never>

/** Takes a post from its readers for operators. Idempotent; drafts and deleted posts have none. */
export const withholdPost =
  ({ postId, nowMs }: Which) =>
  ({ personId, channelId, statusId, isWithheld }: PostState): Decided => {
    const wasShown = statusId === POST_STATUS.published
    if (personId === null || isWithheld || (!wasShown && statusId !== POST_STATUS.hidden)) return Result.succeed([])
    return Result.succeed([PostWithheld.make({ postId, personId, channelId, wasShown, withheldAt: formatIso(nowMs) })])
  }

/** Gives a withheld post back. Idempotent; a deleted one stays deleted. */
export const releasePost =
  ({ postId, nowMs }: Which) =>
  (state: PostState): Decided => {
    const { personId, channelId, statusId, isWithheld, publishedAt, storyKey } = state
    if (personId === null || !isWithheld || publishedAt === null || statusId === POST_STATUS.deleted)
      return Result.succeed([])
    return Result.succeed([
      PostReleased.make({
        ...{ postId, personId, channelId, ...storedVersion(state), publishedAt },
        ...(storyKey === null ? {} : { storyKey }),
        ...{ isShown: statusId === POST_STATUS.published, releasedAt: formatIso(nowMs) },
      }),
    ])
  }
