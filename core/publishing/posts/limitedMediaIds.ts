import { Result } from "effect"
import { POST_MEDIA_MAX } from "../limits.ts"
import { mediaIdsOf } from "../markdown/mediaIdsOf.ts"
import { UnfitPost } from "../refusals.ts"
import type { PostVersion } from "./Post.ts"
import { problemAt } from "./postRules.ts"

/** The ids of the files that a version shows, in their order. */
export const limitedMediaIds = ({
  preview,
  gated,
}: Pick<PostVersion, "preview" | "gated">): Result.Result<ReadonlyArray<string>, UnfitPost> => {
  const ids = new Set([preview, gated].flatMap(mediaIdsOf))
  if (ids.size > POST_MEDIA_MAX) return Result.fail(new UnfitPost({ problems: [problemAt("preview", "media.many")] }))
  return Result.succeed([...ids])
}
