import { Effect } from "effect"
import { POST_STATUS } from "#contract/publishing"
import { Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import type { ListedPost } from "./findPosts.ts"
import { post } from "./tables.ts"

/** Translations of one post; there are 26 content languages. */
const TRANSLATIONS_MAX = 50

const db = readModels(post).withTables<{ "read.channel": { channel_id: number; code: string; is_withheld: boolean } }>()

/**
 * The other posts of a group of translations: published ones, and for their author all. A post without a language is not
 * one of them, because nobody could be sent to it.
 */
export const findTranslations = Effect.fn("findTranslations")(function* (
  { postId, originalId, personId }: Pick<ListedPost, "postId" | "originalId" | "personId">,
  viewerId: string | null,
) {
  const { query } = yield* Sql
  const rootId = originalId ?? postId
  return yield* query(
    db
      .selectFrom("read.post as post")
      .innerJoin("read.channel as channel", "channel.channel_id", "post.channel_id")
      .select([
        "post.post_id as postId",
        "post.title",
        "post.language",
        "post.slugs",
        "post.status_id as statusId",
        "channel.code as channelCode",
      ])
      .where((eb) => eb.or([eb("post.original_id", "=", rootId), eb("post.post_id", "=", rootId)]))
      .where("post.post_id", "!=", postId)
      .where("post.person_id", "=", personId)
      .where("post.language", "is not", null)
      .$if(viewerId !== personId, (shown) =>
        shown.where("post.status_id", "=", POST_STATUS.published).where("channel.is_withheld", "=", false),
      )
      .orderBy("post.language")
      .orderBy("post.post_id")
      .limit(TRANSLATIONS_MAX),
  )
})
