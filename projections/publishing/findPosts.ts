import { Effect } from "effect"
import { type InferResult, sql } from "kysely"
import { POST_LEVEL, POST_STATUS, type PostStatus } from "#contract/publishing"
import { compileOnce, type PlaceOf, Sql } from "#core/kernel"
import { isAnyOf, readModels } from "#projections/runner"
import { post } from "./tables.ts"

const POSTS_PAGE_SIZE_MAX = 50
const PAGE_MAX = 1_000
/** Posts that one run of a job works on. */
const DUE_MAX = 200

const db = readModels(post).withTables<{
  "read.channel": {
    channel_id: number
    code: string
    subject: string
    icon: string | null
    comment_level_id: number
    is_withheld: boolean
  }
  "read.account": { person_id: string; user_code: string; display_name: string | null }
}>()

const posts = db
  .selectFrom("read.post as post")
  // Channels of deleted accounts are not there.
  .innerJoin("read.channel as channel", "channel.channel_id", "post.channel_id")
  .innerJoin("read.account as account", "account.person_id", "post.person_id")
  .select([
    "post.post_id as postId",
    "post.channel_id as channelId",
    "post.person_id as personId",
    "post.status_id as statusId",
    "post.withheld_at as withheldAt",
    "channel.is_withheld as isChannelWithheld",
    "post.level_id as levelId",
    "post.title",
    "post.preview",
    "post.media",
    "post.has_gated as hasGated",
    "post.language",
    "post.tags",
    "post.cover",
    "post.series",
    "post.custom_title as customTitle",
    "post.slugs",
    "post.original_id as originalId",
    "post.revision",
    "post.opening",
    "post.opens_at as opensAt",
    "post.due_at as dueAt",
    "post.wall",
    "post.zone",
    "post.refusal",
    "post.created_at as createdAt",
    "post.revised_at as revisedAt",
    "post.published_at as publishedAt",
    "post.canonical_url as canonicalUrl",
    "channel.code as channelCode",
    "channel.subject as channelSubject",
    "channel.icon as channelIcon",
    "channel.comment_level_id as commentLevelId",
    "account.user_code as userCode",
    "account.display_name as displayName",
  ])
/** A post with its channel and its public part alone. */
export type ListedPost = InferResult<typeof posts>[number]

const byId = compileOnce<{ postId: string }>()((at) => posts.where("post.post_id", "=", at("postId")))
const byItem = compileOnce<{ itemId: string }>()((at) => posts.where("post.item_id", "=", at("itemId")))
const bySlug = compileOnce<{ channelId: number; slug: string }>()((at) =>
  posts
    .where("post.channel_id", "=", at("channelId"))
    .where(sql<boolean>`post.slugs @> array[${at("slug")}]::text[]`)
    .limit(1),
)

/** The post with this id that a person may see: a published one, or their own in any state. Null otherwise. */
export const findPost = Effect.fn("findPost")(function* (postId: string, viewerId: string | null) {
  const { query } = yield* Sql
  const [found] = yield* query(byId({ postId: postId.toLowerCase() }))
  return found !== undefined && isVisible(found, viewerId) ? found : null
})

/** The post of an item in the library that a person may see, as `findPost`; without a person, a published one. */
export const findPostByItem = Effect.fn("findPostByItem")(function* (itemId: string, viewerId: string | null = null) {
  const { query } = yield* Sql
  const [found] = yield* query(byItem({ itemId }))
  return found !== undefined && isVisible(found, viewerId) ? found : null
})

/** The post at an address of a channel, or null, as `findPost`. Former addresses lead to it as well. */
export const findPostBySlug = Effect.fn("findPostBySlug")(function* (
  channelId: number,
  slug: string,
  viewerId: string | null,
) {
  const { query } = yield* Sql
  const [found] = yield* query(bySlug({ channelId, slug }))
  return found !== undefined && isVisible(found, viewerId) ? found : null
})

/** Names a post by its item in the library, or by its id or an address in its channel. */
export type PostName =
  | { readonly itemId: string }
  | { readonly channelId: number; readonly postId: string }
  | { readonly channelId: number; readonly slug: string }

/** Whether operators withhold the post with this name. */
export const findWithheldPostId = Effect.fn("findWithheldPostId")(function* (name: PostName) {
  const { query } = yield* Sql
  const withheld = db
    .selectFrom("read.post as post")
    .select("post.post_id as postId")
    .where("post.withheld_at", "is not", null)
  const [found] = yield* query(
    "itemId" in name
      ? withheld.where("post.item_id", "=", name.itemId)
      : "postId" in name
        ? withheld.where("post.channel_id", "=", name.channelId).where("post.post_id", "=", name.postId.toLowerCase())
        : withheld
            .where("post.channel_id", "=", name.channelId)
            .where(sql<boolean>`post.slugs @> array[${name.slug}]::text[]`)
            .limit(1),
  )
  return found?.postId ?? null
})

const isVisible = ({ statusId, isChannelWithheld, personId }: ListedPost, viewerId: string | null): boolean =>
  (statusId === POST_STATUS.published && !isChannelWithheld) || personId === viewerId

export type PostList = {
  /** Null: of all channels. */
  readonly channelIds: ReadonlyArray<number> | null
  readonly statusIds: ReadonlyArray<PostStatus>
  readonly pageSize: number
  /** From 1. */
  readonly page: number
}

type ListedPage = { statusIds: ReadonlyArray<PostStatus>; limit: number; offset: number }
const listed = (at: PlaceOf<ListedPage>) =>
  posts
    .where((eb) => isAnyOf(eb.ref("post.status_id"), at("statusIds")))
    .orderBy("post.published_at", (order) => order.desc().nullsFirst())
    .orderBy("post.post_id", "desc")
    .limit(at("limit"))
    .offset(at("offset"))
const ofAllChannels = compileOnce<ListedPage>()((at) => listed(at).where("channel.is_withheld", "=", false))
const ofChannels = compileOnce<ListedPage & { channelIds: ReadonlyArray<number> }>()((at) =>
  listed(at).where((eb) => isAnyOf(eb.ref("post.channel_id"), at("channelIds"))),
)

/** Posts of channels: drafts first, then by time of publication, newest first. */
export const listPosts = Effect.fn("listPosts")(function* ({ channelIds, statusIds, pageSize, page }: PostList) {
  const { query } = yield* Sql
  const size = Math.min(Math.max(pageSize, 1), POSTS_PAGE_SIZE_MAX)
  const of = { statusIds, limit: size + 1, offset: (Math.min(Math.max(page, 1), PAGE_MAX) - 1) * size }
  const rows = yield* query(channelIds === null ? ofAllChannels(of) : ofChannels({ ...of, channelIds }))
  return { posts: rows.slice(0, size), hasMore: rows.length > size }
})

/**
 * Published posts for subscribers: the newest ones, and a sample of the others.
 *
 * @param seed another one gives another sample
 */
export const listGatedPosts = Effect.fn("listGatedPosts")(function* ({
  newestMax,
  othersMax,
  seed,
}: {
  readonly newestMax: number
  readonly othersMax: number
  readonly seed: number
}) {
  const { query } = yield* Sql
  const gated = posts
    .where("post.status_id", "=", POST_STATUS.published)
    .where("channel.is_withheld", "=", false)
    .where("post.level_id", ">", POST_LEVEL.everyone)
    .where("post.has_gated", "=", true)
  const newest = yield* query(
    gated.orderBy("post.published_at", "desc").orderBy("post.post_id", "desc").limit(newestMax),
  )
  const others = yield* query(gated.orderBy(sql`md5(post.post_id || ${String(seed)})`).limit(newestMax + othersMax))
  const taken = new Set(newest.map(({ postId }) => postId))
  return [...newest, ...others.filter(({ postId }) => !taken.has(postId)).slice(0, othersMax)]
})

/** The ids of scheduled posts that are due, the longest due first. */
export const listDuePosts = Effect.fn("listDuePosts")(function* (nowMs: number) {
  const { query } = yield* Sql
  const due = db.selectFrom("read.post").select("post_id as postId").where("due_at", "<=", new Date(nowMs))
  const rows = yield* query(due.orderBy("due_at").orderBy("post_id").limit(DUE_MAX))
  return rows.map(({ postId }) => postId)
})

/** The ids of posts that time opens to a lower level now, the longest due first. */
export const listOpeningPosts = Effect.fn("listOpeningPosts")(function* (nowMs: number) {
  const { query } = yield* Sql
  const due = db.selectFrom("read.post").select("post_id as postId").where("opens_at", "<=", new Date(nowMs))
  const rows = yield* query(due.orderBy("opens_at").orderBy("post_id").limit(DUE_MAX))
  return rows.map(({ postId }) => postId)
})

/** The ids of posts of a channel, in any state, for the erasure of its creator. */
export const listPostIds = Effect.fn("listPostIds")(function* (channelId: number) {
  const { query } = yield* Sql
  const rows = yield* query(
    db.selectFrom("read.post").select("post_id as postId").where("channel_id", "=", channelId).orderBy("post_id"),
  )
  return rows.map(({ postId }) => postId)
})
