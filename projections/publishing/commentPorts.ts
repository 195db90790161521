import { Cache, Effect, Layer } from "effect"
import { type InferResult, sql } from "kysely"
import { POST_STATUS, TRUSTED_AFTER_COMMENTS } from "#contract/publishing"
import { Sql } from "#core/kernel"
import { CommentRecords, OpenPosts } from "#core/publishing"
import { readModels } from "#projections/runner"
import { comment } from "./commentTables.ts"
import { post } from "./tables.ts"

const db = readModels(comment, post).withTables<{
  "read.channel": { channel_id: number; comment_level_id: number; is_withheld: boolean }
  "read.chat_ban": { room_id: string; person_id: string }
  "read.chat_room": { room_id: string; owner_id: string | null }
}>()

const openPost = db
  .selectFrom("read.post as post")
  .innerJoin("read.channel as channel", "channel.channel_id", "post.channel_id")
  .where("channel.is_withheld", "=", false)
  .select([
    "post.post_id as postId",
    "post.channel_id as channelId",
    "post.person_id as creatorId",
    "post.level_id as levelId",
    "post.status_id as statusId",
    "channel.comment_level_id as commentLevelId",
  ])

type FoundPost = InferResult<typeof openPost>[number]

/** How long a found post is kept: a post that was just hidden may get likes and comments for so long. */
const POST_AGE_MS_MAX = 1_000
const POSTS_KEPT_MAX = 1_000

/** Published posts from the read model. A popular one is read once a second, however many people like it. */
export const openPostsLayer = Layer.effect(
  OpenPosts,
  Effect.gen(function* () {
    const { query } = yield* Sql
    const readPost = Effect.fnUntraced(function* (postId: string) {
      const [found] = yield* query(openPost.where("post.post_id", "=", postId))
      return found ?? null
    })
    /** A draft or a post that was just published is not remembered for its author. */
    const findUnpublished = Effect.fnUntraced(function* (kept: FoundPost | null, postId: string, personId: string) {
      const post = kept !== null && kept.creatorId !== personId ? null : yield* readPost(postId)
      return post !== null && (post.statusId === POST_STATUS.published || post.creatorId === personId) ? post : null
    })
    const cache = yield* Cache.make({ lookup: readPost, capacity: POSTS_KEPT_MAX, timeToLive: POST_AGE_MS_MAX })
    return OpenPosts.of({
      find: (postId, personId) =>
        Effect.flatMap(Cache.get(cache, postId), (found) =>
          found !== null && found.statusId === POST_STATUS.published
            ? Effect.succeed(found)
            : findUnpublished(found, postId, personId),
        ),
    })
  }),
)

/** What the read models know of a person's comments. */
export const commentRecordsLayer = Layer.effect(
  CommentRecords,
  Effect.map(Sql, ({ query }) =>
    CommentRecords.of({
      find: Effect.fn("CommentRecords.find")(function* ({ creatorId, channelId, personId, digest, sinceMs }) {
        const shown = db
          .selectFrom("read.comment")
          .select("comment_id")
          .where("person_id", "=", personId)
          .where("channel_id", "=", channelId)
          .where("status", "=", "shown")
          .limit(TRUSTED_AFTER_COMMENTS)
        const repeats = db
          .selectFrom("read.comment")
          .select("comment_id")
          .where("person_id", "=", personId)
          .where("digest", "=", digest)
          .where("posted_at", ">=", new Date(sinceMs))
          .limit(1)
        const bans = db
          .selectFrom("read.chat_ban as ban")
          .innerJoin("read.chat_room as room", "room.room_id", "ban.room_id")
          .select("ban.room_id")
          .where("room.owner_id", "=", creatorId)
          .where("ban.person_id", "=", personId)
          .limit(1)
        const [found] = yield* query(
          db.selectNoFrom([
            sql<number>`(select count(*) from ${shown} as shown)::int`.as("shown"),
            sql<number>`(select count(*) from ${repeats} as repeats)::int`.as("repeats"),
            sql<boolean>`exists ${bans}`.as("isBannedInChat"),
          ]),
        )
        return found ?? { shown: 0, repeats: 0, isBannedInChat: false }
      }),
    }),
  ),
)
