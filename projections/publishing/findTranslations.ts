import { Effect } from "effect"
import { POST_STATUS } from "#contract/publishing"
import { compileOnce, type PlaceOf, Sql } from "#core/kernel"
import { readModels } from "#projections/runner"
import type { ListedPost } from "./findPosts.ts"
import { post } from "./tables.ts"

/** Translations of one post; there are 26 content languages. */
const TRANSLATIONS_MAX = 50

const db = readModels(post).withTables<{ "read.channel": { channel_id: number; code: string; is_withheld: boolean } }>()

type Asked = { rootId: string; postId: string; personId: string }
const translations = (at: PlaceOf<Asked>) =>
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
    .where((eb) => eb.or([eb("post.original_id", "=", at("rootId")), eb("post.post_id", "=", at("rootId"))]))
    .where("post.post_id", "!=", at("postId"))
    .where("post.person_id", "=", at("personId"))
    .where("post.language", "is not", null)
    .orderBy("post.language")
    .orderBy("post.post_id")
    .limit(TRANSLATIONS_MAX)
const ofAuthor = compileOnce<Asked>()(translations)
const published = compileOnce<Asked>()((at) =>
  translations(at).where("post.status_id", "=", POST_STATUS.published).where("channel.is_withheld", "=", false),
)

/**
 * The other posts of a group of translations: published ones, and for their author all. A post without a language is not
 * one of them, because nobody could be sent to it.
 */
export const findTranslations = Effect.fn("findTranslations")(function* (
  { postId, originalId, personId }: Pick<ListedPost, "postId" | "originalId" | "personId">,
  viewerId: string | null,
) {
  const { query } = yield* Sql
  const ids = { rootId: originalId ?? postId, postId, personId }
  return yield* query(viewerId === personId ? ofAuthor(ids) : published(ids))
})
