import { Effect } from "effect"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import { post } from "./tables.ts"

const db = readModels(post)

/** The key of a post's cover, unless another post of the channel that is not withheld has the same; null otherwise. */
export const findOwnCover = Effect.fn("findOwnCover")(function* (postId: string) {
  const { query } = yield* Sql
  const [found] = yield* query(
    db
      .selectFrom("read.post as post")
      .select("post.cover")
      .where("post.post_id", "=", postId)
      .where("post.cover", "is not", null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("read.post as other")
              .select("other.post_id")
              .whereRef("other.channel_id", "=", "post.channel_id")
              .whereRef("other.cover", "=", "post.cover")
              .whereRef("other.post_id", "!=", "post.post_id")
              .where("other.withheld_at", "is", null),
          ),
        ),
      ),
  )
  return found?.cover ?? null
})
