import { Effect } from "effect"
import { POST_LEVEL, POST_STATUS } from "#contract/publishing"
import { Entitlements } from "#core/chat"
import { compileOnce, Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import type { ListedPost } from "./findPosts.ts"
import { post, postGated } from "./tables.ts"

/** Who reads; null for a guest. */
export type Viewer = { readonly personId: string | null }

const db = readModels(post, postGated)

const byPost = compileOnce<{ postId: string }>()((at) =>
  db
    .selectFrom("read.post as post")
    .innerJoin("read.post_gated as gated", "gated.post_id", "post.post_id")
    .select(["post.person_id as authorId", "post.status_id as statusId", "post.level_id as levelId"])
    .select(["gated.markdown", "gated.media"])
    .where("post.post_id", "=", at("postId")),
)

/**
 * The gated part of a post, if the viewer may read it now; null otherwise, and if there is none. The only reader of
 * `read.post_gated`: everything else shows previews alone. The level and the state are read together with the text, so
 * that a post whose level was just raised is not shown by an older row.
 */
export const readGated = Effect.fn("readGated")(function* (
  { personId }: Viewer,
  { postId }: Pick<ListedPost, "postId">,
) {
  const { query } = yield* Sql
  const [found] = yield* query(byPost({ postId }))
  if (found === undefined) return null
  const { authorId, statusId, levelId, markdown, media } = found
  const gated = { markdown, media }
  if (personId === authorId) return gated
  if (statusId !== POST_STATUS.published) return null
  if (levelId === POST_LEVEL.everyone) return gated
  if (personId === null) return null
  const level = yield* (yield* Entitlements).levelFor(authorId, personId, levelId)
  return level >= levelId ? gated : null
})
