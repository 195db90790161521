import { Clock, Effect } from "effect"
import { COMMENT_LEVEL, type CommentOrder, LIKE_STATUS, type LikeStatus } from "#contract/publishing"
import { isUuid } from "#core/kernel"
import { type CommentRefusal, Comments, Likes } from "#core/publishing"
import { findPerson } from "#projections/accounts"
import {
  findComment,
  findOwnLikes,
  findPostComments,
  findThread,
  likesOf,
  listCommentBans,
  listReview,
  pageComments,
  pageReplies,
} from "#projections/publishing"
import { waitFor } from "#projections/runner"
import { translator } from "#src/i18n/index.ts"
import { paths } from "#src/lib/paths.ts"
import type { Services } from "#src/process/runtime.ts"
import { answer, BadRequest, Conflict, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { SAVED_MS_MAX } from "../savedMsMax.ts"
import { inReadingOrder, readCursor, toComment, writeCursor } from "./comments.wire.ts"

type Call<Payload> = { readonly payload: Payload }
type Which = Call<{ readonly commentId: string }>

/** Handlers of comments.contract.ts; resolved once for the group. */
export const commentHandlers = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Services>())
  const [comments, likes] = [yield* Comments, yield* Likes]
  const [limited, limitedWriting] = [yield* limitedAsStandard, yield* writing]

  /** A command of a member on a comment, and its position in the read model. */
  const change = (command: (personId: string, commentId: string) => Effect.Effect<number, CommentRefusal>) =>
    Effect.fnUntraced(function* (commentId: string) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      if (!isUuid(commentId)) return yield* noComment
      const position = yield* command(personId, commentId.toLowerCase()).pipe(Effect.catch(refuse))
      yield* waitFor("comments", position)
      return answer(null, translator((yield* CurrentCaller).locale)("accountCall.saved"))
    })

  const savedComment = Effect.fnUntraced(function* (personId: string, commentId: string, position: number) {
    yield* waitFor("comments", position, SAVED_MS_MAX)
    const found = yield* findComment(commentId, personId)
    if (found === null) return yield* noComment
    const nowMs = yield* Clock.currentTimeMillis
    const comment = toComment(found, { viewerId: personId, creatorId: found.creatorId, nowMs })
    const t = translator((yield* CurrentCaller).locale)
    return answer({ comment }, t(comment.status === "held" ? "comments.heldNow" : "comments.posted"))
  })

  return {
    LoadComments: Effect.fn("LoadComments")(function* ({
      payload: { contentId, order = "newest", cursor, rootCommentId, commentId },
    }: Call<{
      readonly contentId: string
      readonly order?: CommentOrder
      readonly cursor?: string
      readonly rootCommentId?: string
      readonly commentId?: string
    }>) {
      yield* limited
      const viewerId = yield* currentPersonId
      const post = isUuid(contentId) ? yield* findPostComments(contentId.toLowerCase(), viewerId) : null
      if (post === null) return yield* noPost
      const reader = { viewerId, creatorId: post.creatorId, nowMs: yield* Clock.currentTimeMillis }
      const about = {
        count: post.count,
        commentLevelId: post.commentLevelId,
        mayComment:
          viewerId !== null &&
          !post.isBanned &&
          (post.commentLevelId === COMMENT_LEVEL.everybody ||
            (post.commentLevelId < COMMENT_LEVEL.nobody && post.viewerLevel >= post.commentLevelId)),
      }
      if (rootCommentId !== undefined) {
        const { replies, next } = yield* pageReplies(
          rootCommentId.toLowerCase(),
          post.postId,
          reader,
          readCursor(cursor)?.position ?? 0,
        )
        return answer({
          comments: inReadingOrder(replies).map((reply) => ({ ...toComment(reply, reader), replies: [] })),
          ...{ ...about, next: next === null ? null : writeCursor({ snapshot: 0, likes: 0, position: next }) },
        })
      }
      const { threads, next, pinnedId } =
        commentId === undefined
          ? yield* pageComments(post.postId, reader, order, readCursor(cursor))
          : { threads: yield* findThread(commentId.toLowerCase(), post.postId, reader), next: null, pinnedId: null }
      return answer({
        comments: threads.map(({ root, replies }) => ({
          ...toComment(root, { ...reader, pinnedId }),
          replies: inReadingOrder(replies).map((reply) => toComment(reply, reader)),
        })),
        ...{ ...about, next: writeCursor(next) },
      })
    }, provide),

    CreateComment: Effect.fn("CreateComment")(function* ({
      payload: { contentId, parentCommentId, text },
    }: Call<{ readonly contentId: string; readonly parentCommentId?: string; readonly text: string }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      if (!isUuid(contentId)) return yield* noPost
      if (parentCommentId !== undefined && !isUuid(parentCommentId)) return yield* noComment
      const { commentId, position } = yield* comments
        .post(personId, contentId.toLowerCase(), parentCommentId?.toLowerCase() ?? null, text)
        .pipe(Effect.catch(refuse))
      return yield* savedComment(personId, commentId, position)
    }, provide),

    UpdateComment: Effect.fn("UpdateComment")(function* ({
      payload: { commentId, text },
    }: Call<{ readonly commentId: string; readonly text: string }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      if (!isUuid(commentId)) return yield* noComment
      const { position } = yield* comments.edit(personId, commentId.toLowerCase(), text).pipe(Effect.catch(refuse))
      return yield* savedComment(personId, commentId.toLowerCase(), position)
    }, provide),

    DeleteComment: Effect.fn("DeleteComment")(
      ({ payload: { commentId } }: Which) => change(comments.remove)(commentId),
      provide,
    ),

    ReportComment: Effect.fn("ReportComment")(
      ({ payload: { commentId, reason } }: Call<{ readonly commentId: string; readonly reason: string }>) =>
        change((personId, id) => comments.report(personId, id, reason.trim()))(commentId),
      provide,
    ),

    ReviewComment: Effect.fn("ReviewComment")(
      ({
        payload: { commentId, action },
      }: Call<{
        readonly commentId: string
        readonly action: "approve" | "dismissReports" | "pin" | "unpin" | "ban"
      }>) =>
        change((personId, id) =>
          action === "pin" || action === "unpin"
            ? comments.pin(personId, id, action === "pin")
            : comments[action](personId, id),
        )(commentId),
      provide,
    ),

    LoadCommentReview: Effect.fn("LoadCommentReview")(function* () {
      const { personId } = yield* requireMember
      yield* limited
      const [waiting, banned, nowMs] = yield* Effect.all([
        listReview(personId),
        listCommentBans(personId),
        Clock.currentTimeMillis,
      ])
      return answer({
        comments: waiting.map(({ postTitle, postSlugs, channelCode, ...comment }) => ({
          ...toComment(comment, { viewerId: personId, creatorId: personId, nowMs }),
          contentTitle: postTitle,
          link: paths.comment(channelCode, postSlugs.at(-1) ?? "", comment.commentId),
        })),
        banned: banned.map(({ userCode, displayName, bannedAt }) => ({
          userCode,
          displayName: displayName ?? userCode,
          banned: bannedAt.getTime(),
        })),
      })
    }, provide),

    UnbanCommenter: Effect.fn("UnbanCommenter")(function* ({
      payload: { userCode },
    }: Call<{ readonly userCode: string }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      const banned = yield* findPerson(userCode)
      if (banned === null) return yield* noComment
      yield* waitFor("comments", yield* comments.unban(personId, banned.personId))
      return answer(null, translator((yield* CurrentCaller).locale)("accountCall.saved"))
    }, provide),

    UpdateCommentLevel: Effect.fn("UpdateCommentLevel")(function* ({
      payload: { contentId, commentLevelId },
    }: Call<{ readonly contentId: string; readonly commentLevelId: 1 | 2 | 3 | 4 | null }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      if (!isUuid(contentId)) return yield* noPost
      const position = yield* comments
        .setLevel(personId, contentId.toLowerCase(), commentLevelId)
        .pipe(Effect.catch(refuse))
      yield* waitFor("comments", position)
      return answer(null, translator((yield* CurrentCaller).locale)("accountCall.saved"))
    }, provide),

    UpdateUserLike: Effect.fn("UpdateUserLike")(function* ({
      payload: { contentId, commentId, userLikeStatusId },
    }: Call<{ readonly contentId: string; readonly commentId?: string; readonly userLikeStatusId: LikeStatus }>) {
      const { personId } = yield* requireMember
      yield* limitedWriting
      if (!isUuid(contentId)) return yield* noPost
      if (commentId !== undefined && !isUuid(commentId)) return yield* noComment
      const [postId, target] = [contentId.toLowerCase(), commentId?.toLowerCase() ?? null]
      const position = yield* likes.set(personId, postId, target, userLikeStatusId).pipe(Effect.catch(refuse))
      yield* Effect.all([waitFor("likes", position), waitFor("comments", position)], { concurrency: 2 })
      return answer({ userLikeStatusId, likes: yield* likesOf(postId, target) })
    }, provide),

    LoadUserLike: Effect.fn("LoadUserLike")(function* ({
      payload: { ids },
    }: Call<{ readonly ids: ReadonlyArray<string> }>) {
      const { personId } = yield* requireMember
      yield* limited
      const found = yield* findOwnLikes(
        personId,
        ids.map((id) => id.toLowerCase()),
      )
      return answer({
        likes: found.map(({ targetId, postId, status }) => ({
          id: targetId,
          contentId: postId,
          userLikeStatusId: status ?? LIKE_STATUS.none,
        })),
      })
    }, provide),
  }
})

const currentPersonId = Effect.map(CurrentCaller, ({ member }) =>
  member?.isSecondStepPending === false ? member.personId : null,
)

const noPost = Effect.gen(function* () {
  return yield* new NotFound(refusal(translator((yield* CurrentCaller).locale)("comments.noPost")))
})
const noComment = Effect.gen(function* () {
  return yield* new NotFound(refusal(translator((yield* CurrentCaller).locale)("comments.none")))
})

/** Fails with a refusal in the caller's language. */
const refuse = Effect.fnUntraced(function* (refused: CommentRefusal) {
  const text = translator((yield* CurrentCaller).locale)(refused.messageKey)
  if (refused._tag === "UnfitComment") return yield* new BadRequest({ ...refusal(text), errors: { text: [text] } })
  if (refused._tag === "NoComment" || refused._tag === "NoOpenPost") return yield* new NotFound(refusal(text))
  return yield* new Conflict(refusal(text))
})
