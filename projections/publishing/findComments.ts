import { Effect } from "effect"
import { type InferResult, type RawBuilder, sql } from "kysely"
import {
  COMMENTS_PAGE_SIZE,
  type CommentOrder,
  INLINE_REPLIES_MAX,
  LIKE_STATUS,
  type LikeStatus,
  REPLIES_PAGE_SIZE,
} from "#contract/publishing"
import { compileOnce, Sql } from "#core/kernel"
import { isAnyOf, readModels } from "#projections/runner"
import { comment, commentBan, discussion, likeCount, ownLike } from "./commentTables.ts"

/** Comments that wait for review or were reported, in one list, and bans of one creator. */
const REVIEW_MAX = 100
const BANS_MAX = 500

const db = readModels(comment, commentBan, discussion, likeCount, ownLike).withTables<{
  "read.account": { person_id: string; user_code: string; display_name: string | null; header_image: string | null }
  "read.post": { post_id: string; title: string; slugs: ReadonlyArray<string>; channel_id: number }
  "read.channel": { channel_id: number; code: string }
}>()

/** A value, or its place in a statement that is compiled once. */
type Text = string | RawBuilder<string>

const withAuthor = (viewerId: Text | null) =>
  db
    .selectFrom("read.comment as comment")
    .leftJoin("read.account as author", "author.person_id", "comment.person_id")
    .select([
      "comment.comment_id as commentId",
      "comment.post_id as postId",
      "comment.person_id as personId",
      "comment.parent_id as parentId",
      "comment.root_id as rootId",
      "comment.depth",
      "comment.position",
      "comment.text",
      "comment.status",
      "comment.held_for as heldFor",
      "comment.removed_by as removedBy",
      "comment.posted_at as postedAt",
      "comment.edited_at as editedAt",
      "comment.likes",
      "comment.replies",
      "comment.reports",
      "author.user_code as userCode",
      "author.display_name as displayName",
      "author.header_image as headerImage",
    ])
    .select(ownStatusOf(viewerId).as("ownStatus"))

const NO_STATUS = sql.lit(LIKE_STATUS.none) as RawBuilder<LikeStatus>
const ownStatusOf = (viewerId: Text | null) =>
  viewerId === null
    ? NO_STATUS
    : sql<LikeStatus>`coalesce((select status from read.own_like
        where person_id = ${viewerId} and target_id = comment.comment_id), ${NO_STATUS})`

/** Comments, each with the author of its parent. */
const comments = (viewerId: Text | null) =>
  withAuthor(viewerId)
    .leftJoin("read.comment as parent", "parent.comment_id", "comment.parent_id")
    .leftJoin("read.account as answered", "answered.person_id", "parent.person_id")
    .select([
      "parent.status as parentStatus",
      "answered.user_code as answeredCode",
      "answered.display_name as answeredName",
    ])

type CommentOfAuthor = InferResult<ReturnType<typeof withAuthor>>[number]
type Answer = InferResult<ReturnType<typeof comments>>[number]
/** A comment with its author; names and codes are null for deleted accounts. Roots answer nobody. */
export type ListedComment = CommentOfAuthor & Partial<Omit<Answer, keyof CommentOfAuthor>>
/** A root with the first of its replies; `root.replies` counts all of them. */
export type CommentThread = { readonly root: ListedComment; readonly replies: ReadonlyArray<ListedComment> }

/** Who reads the comments of a post. The caller makes sure that they may read the post. */
export type CommentReader = { readonly viewerId: string | null; readonly creatorId: string }

/**
 * Comments that the reader sees: shown ones, their own that wait, and for the creator all that wait. Removed roots stay
 * as placeholders while they have replies.
 */
const isVisible = (isCreator: boolean, viewerId: Text | null) =>
  isCreator
    ? sql<boolean>`(comment.status <> 'removed' or comment.replies > 0)`
    : sql<boolean>`(comment.status = 'shown' or comment.status = 'removed' and comment.replies > 0
        or comment.status = 'held' and comment.person_id = ${viewerId ?? ""})`

const isCreator = ({ viewerId, creatorId }: CommentReader) => viewerId === creatorId

/** Where a page continues. `snapshot` is the newest position of the first page: later comments do not shift the pages. */
export type CommentCursor = { readonly snapshot: number; readonly likes: number; readonly position: number }

type PageOfRoots = { readonly postId: string; readonly viewerId: string } & CommentCursor
type ReaderKind = "guest" | "member" | "creator"

/**
 * The roots of a page, and one more if there are others. Limits stand in the statement: of a parameter, the planner would
 * assume a tenth of the thread, and plan again for every page.
 */
const pageOfRoots = (order: CommentOrder, kind: ReaderKind) =>
  compileOnce<PageOfRoots>()((at) => {
    const viewerId = kind === "guest" ? null : at("viewerId")
    return withAuthor(viewerId)
      .where("comment.post_id", "=", at("postId"))
      .where("comment.parent_id", "is", null)
      .where(isVisible(kind === "creator", viewerId))
      .where(sql<boolean>`comment.comment_id is distinct from ${pinnedIdOf(at("postId"))}`)
      .where("comment.position", "<=", at("snapshot"))
      .where(
        order === "oldest"
          ? sql<boolean>`comment.position > ${at("position")}`
          : order === "newest"
            ? sql<boolean>`comment.position < ${at("position")}`
            : sql<boolean>`(comment.likes, comment.position) < (${at("likes")}, ${at("position")})`,
      )
      .$if(order === "mostLiked", (of) => of.orderBy("comment.likes", "desc"))
      .orderBy("comment.position", order === "oldest" ? "asc" : "desc")
      .limit(sql.lit(COMMENTS_PAGE_SIZE + 1))
  })
const pagesFor = (kind: ReaderKind) => ({
  oldest: pageOfRoots("oldest", kind),
  newest: pageOfRoots("newest", kind),
  mostLiked: pageOfRoots("mostLiked", kind),
})
const ROOTS = { guest: pagesFor("guest"), member: pagesFor("member"), creator: pagesFor("creator") } as const

const kindOf = (reader: CommentReader): ReaderKind =>
  isCreator(reader) ? "creator" : reader.viewerId === null ? "guest" : "member"

const pinnedIdOf = (postId: Text) => sql<string>`(select pinned_id from read.discussion where post_id = ${postId})`
const pinnedOf = compileOnce<{ postId: string; viewerId: string }>()((at) =>
  comments(at("viewerId"))
    .where(sql<boolean>`comment.comment_id = ${pinnedIdOf(at("postId"))}`)
    .where("comment.status", "=", "shown"),
)

/** A page of threads. The pinned one comes first, on the first page alone. */
export const pageComments = Effect.fnUntraced(function* (
  postId: string,
  reader: CommentReader,
  order: CommentOrder,
  cursor: CommentCursor | null,
) {
  const { query } = yield* Sql
  const viewerId = reader.viewerId ?? ""
  const rootsOf = ROOTS[kindOf(reader)][order]
  const pageRoots = query(rootsOf({ postId, viewerId, ...(cursor ?? (order === "oldest" ? FIRST : LAST)) }))
  const [rows, pinned, snapshot] =
    cursor !== null
      ? [yield* pageRoots, [], cursor.snapshot]
      : yield* Effect.all([pageRoots, query(pinnedOf({ postId, viewerId })), newestPosition(postId)], {
          concurrency: 3,
        })
  const shown = rows.slice(0, COMMENTS_PAGE_SIZE)
  const threads = yield* withReplies([...pinned, ...shown], reader)
  const last = shown.at(-1)
  return {
    threads,
    pinnedId: pinned[0]?.commentId ?? null,
    next:
      rows.length > COMMENTS_PAGE_SIZE && last !== undefined
        ? { snapshot, likes: last.likes, position: last.position }
        : null,
  }
})

/** Where first pages begin: before all comments, or behind all. `likes` is an int4. */
const FIRST: CommentCursor = { snapshot: Number.MAX_SAFE_INTEGER, likes: 0, position: 0 }
const LAST: CommentCursor = { ...FIRST, likes: 2 ** 31 - 1, position: Number.MAX_SAFE_INTEGER }

const newestPosition = Effect.fnUntraced(function* (postId: string) {
  const { query } = yield* Sql
  const [newest] = yield* query(
    db
      .selectFrom("read.comment")
      .select("position")
      .where("post_id", "=", postId)
      .where("parent_id", "is", null)
      .orderBy("position", "desc")
      .limit(1),
  )
  return newest?.position ?? 0
})

const firstReplies = (kind: ReaderKind) =>
  compileOnce<{ rootIds: ReadonlyArray<string>; viewerId: string }>()((at) => {
    const first = sql<string>`(select reply.comment_id from unnest(${at("rootIds")}::text[]) as root(id)
      cross join lateral (select comment.comment_id from read.comment as comment
        where comment.root_id = root.id and comment.parent_id is not null and ${isVisible(kind === "creator", at("viewerId"))}
        order by comment.position limit ${sql.lit(INLINE_REPLIES_MAX)}) as reply)`
    return comments(at("viewerId")).where(sql<boolean>`comment.comment_id in ${first}`).orderBy("comment.position")
  })
const REPLIES = { guest: firstReplies("guest"), member: firstReplies("member"), creator: firstReplies("creator") }

/** Adds the first replies to each root, in one statement with a limit for each. */
const withReplies = Effect.fnUntraced(function* (roots: ReadonlyArray<ListedComment>, reader: CommentReader) {
  const { query } = yield* Sql
  const rootIds = roots
    .filter(({ replies }) => replies > 0 || reader.viewerId !== null)
    .map(({ commentId }) => commentId)
  if (rootIds.length === 0) return roots.map((root): CommentThread => ({ root, replies: [] }))
  const repliesOf = REPLIES[kindOf(reader)]
  const replies = yield* query(repliesOf({ rootIds, viewerId: reader.viewerId ?? "" }))
  return roots.map(
    (root): CommentThread => ({ root, replies: replies.filter(({ rootId }) => rootId === root.commentId) }),
  )
})

/** Replies of one thread after a position, the oldest first, so that every parent comes before its replies. */
export const pageReplies = Effect.fn("pageReplies")(function* (
  rootId: string,
  postId: string,
  reader: CommentReader,
  afterPosition: number,
) {
  const { query } = yield* Sql
  const rows = yield* query(
    comments(reader.viewerId)
      .where("comment.root_id", "=", rootId)
      .where("comment.parent_id", "is not", null)
      .where("comment.post_id", "=", postId)
      .where("comment.position", ">", afterPosition)
      .where(isVisible(isCreator(reader), reader.viewerId))
      .orderBy("comment.position")
      .limit(REPLIES_PAGE_SIZE + 1),
  )
  const replies = rows.slice(0, REPLIES_PAGE_SIZE)
  return { replies, next: rows.length > REPLIES_PAGE_SIZE ? (replies.at(-1)?.position ?? null) : null }
})

/** Replies shown before a linked one. */
const THREAD_REPLIES_MAX = 50

/** The thread of one comment: its root, and, if it is a reply, the replies up to it. Empty if the reader sees no such. */
export const findThread = Effect.fn("findThread")(function* (commentId: string, postId: string, reader: CommentReader) {
  const { query } = yield* Sql
  const visible = comments(reader.viewerId)
    .where("comment.post_id", "=", postId)
    .where(isVisible(isCreator(reader), reader.viewerId))
  const [target] = yield* query(visible.where("comment.comment_id", "=", commentId))
  if (target === undefined) return []
  if (target.parentId === null) return yield* withReplies([target], reader)
  const [root] = yield* query(
    comments(reader.viewerId).where("comment.post_id", "=", postId).where("comment.comment_id", "=", target.rootId),
  )
  const replies = yield* query(
    visible
      .where("comment.root_id", "=", target.rootId)
      .where("comment.parent_id", "is not", null)
      .where("comment.position", "<=", target.position)
      .orderBy("comment.position", "desc")
      .limit(THREAD_REPLIES_MAX),
  )
  return root === undefined ? [] : [{ root, replies: replies.toReversed() }]
})

/** One comment, or null if the person does not see it. The caller makes sure that they may read its post. */
export const findComment = Effect.fn("findComment")(function* (commentId: string, viewerId: string | null) {
  const { query } = yield* Sql
  const [found] = yield* query(
    comments(viewerId).select("comment.creator_id as creatorId").where("comment.comment_id", "=", commentId),
  )
  if (found === undefined) return null
  const { status, replies, personId, creatorId } = found
  const isSeen =
    status === "shown" || (status === "removed" ? replies > 0 : viewerId === personId || viewerId === creatorId)
  return isSeen ? found : null
})

/** Comments in a creator's channels that wait for review or were reported, the newest first, with their posts. */
export const listReview = Effect.fn("listReview")(function* (creatorId: string) {
  const { query } = yield* Sql
  return yield* query(
    comments(creatorId)
      .innerJoin("read.post as post", "post.post_id", "comment.post_id")
      .innerJoin("read.channel as channel", "channel.channel_id", "post.channel_id")
      .select(["post.title as postTitle", "post.slugs as postSlugs", "channel.code as channelCode"])
      .where("comment.creator_id", "=", creatorId)
      .where(sql<boolean>`(comment.status = 'held' or comment.reports > 0)`)
      .orderBy("comment.position", "desc")
      .limit(REVIEW_MAX),
  )
})
export type ReviewedComment = Effect.Success<ReturnType<typeof listReview>>[number]

/** People banned from commenting by a creator, by the time of the ban. */
export const listCommentBans = Effect.fn("listCommentBans")(function* (creatorId: string) {
  const { query } = yield* Sql
  return yield* query(
    db
      .selectFrom("read.comment_ban as ban")
      .innerJoin("read.account as account", "account.person_id", "ban.person_id")
      .select([
        "ban.person_id as personId",
        "ban.banned_at as bannedAt",
        "account.user_code as userCode",
        "account.display_name as displayName",
      ])
      .where("ban.creator_id", "=", creatorId)
      .orderBy("ban.banned_at", "desc")
      .limit(BANS_MAX),
  )
})

/** The comments of a person after a log position, in their order, for erasure. */
export const listCommentIds = Effect.fn("listCommentIds")(function* (personId: string, after: number, limit: number) {
  const { query } = yield* Sql
  return yield* query(
    db
      .selectFrom("read.comment")
      .select(["comment_id as commentId", "position"])
      .where("person_id", "=", personId)
      .where("position", ">", after)
      .orderBy("position")
      .limit(limit),
  )
})

/** How many like a comment, or else a post. */
export const likesOf = Effect.fn("likesOf")(function* (postId: string, commentId: string | null) {
  const { query } = yield* Sql
  const [found] =
    commentId === null
      ? yield* query(db.selectFrom("read.like_count").select("likes").where("post_id", "=", postId))
      : yield* query(db.selectFrom("read.comment").select("likes").where("comment_id", "=", commentId))
  return found?.likes ?? 0
})

/** What the person thinks of these posts and comments; those without an opinion are missing. */
export const findOwnLikes = Effect.fn("findOwnLikes")(function* (personId: string, targetIds: ReadonlyArray<string>) {
  const { query } = yield* Sql
  return yield* query(
    db
      .selectFrom("read.own_like")
      .select(["target_id as targetId", "post_id as postId", "status"])
      .where("person_id", "=", personId)
      .where((eb) => isAnyOf(eb.ref("target_id"), targetIds)),
  )
})
