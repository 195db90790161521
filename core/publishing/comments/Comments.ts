import { Clock, Context, Effect, Layer, Result } from "effect"
import { dieOnConflict, jointWriter, reader, uuidv7, writer } from "#core/kernel"
import {
  Comment,
  Commenter,
  type CommentPlace,
  type CommentState,
  commenterIdOf,
  Discussion,
  type DiscussionState,
} from "./Comment.ts"
import { digestOf, heldReasonOf, readComment } from "./commentRules.ts"
import { type HeldReason, REPEAT_HOURS } from "./limits.ts"
import {
  approveComment,
  dismissReports,
  forgetComment,
  pinComment,
  removeByOperator,
  removeComment,
  reportComment,
  restoreByOperator,
  setCommenterBan,
  setDiscussionLevel,
} from "./moderateComment.ts"
import { openPosts } from "./openPosts.ts"
import { CommentRecords, type OpenPost } from "./ports.ts"
import {
  type CommentEditClosed,
  CommenterIsBanned,
  type CommentLevelRequired,
  type CommentNotPinnable,
  NoComment,
  NoOpenPost,
  type UnfitComment,
} from "./refusals.ts"
import { editComment, postComment } from "./writeComment.ts"

/** A comment after a command, and the log position from which it can be read. */
export type SavedComment = {
  readonly commentId: string
  /** Why it waits for review; null if readers see it. */
  readonly heldFor: HeldReason | null
  readonly position: number
}
export type CommentRefusal =
  | NoOpenPost
  | NoComment
  | CommentLevelRequired
  | CommenterIsBanned
  | CommentEditClosed
  | CommentNotPinnable
  | UnfitComment

type Change<Refusal> = Effect.Effect<number, Refusal>

/**
 * Comments on posts, and what creators decide about them. Who may not read all of a post can neither comment on it nor
 * like it. Changes return the log position to wait for.
 */
export class Comments extends Context.Service<
  Comments,
  {
    /** @param parentId the comment that it answers, or null */
    post(
      personId: string,
      postId: string,
      parentId: string | null,
      text: string,
    ): Effect.Effect<SavedComment, NoOpenPost | CommentLevelRequired | CommenterIsBanned | NoComment | UnfitComment>
    edit(
      personId: string,
      commentId: string,
      text: string,
    ): Effect.Effect<SavedComment, NoOpenPost | NoComment | CommentEditClosed | UnfitComment | CommenterIsBanned>
    /** Removes one's own comment, or one on one's own post. */
    remove(personId: string, commentId: string): Change<NoComment>
    removeByOperator(commentId: string): Change<NoComment>
    restoreByOperator(commentId: string): Change<NoComment>
    /** A comment as it stands; null if there is none. */
    find(
      commentId: string,
    ): Effect.Effect<(Pick<CommentState, "text" | "status"> & { readonly place: CommentPlace }) | null>
    approve(personId: string, commentId: string): Change<NoComment>
    report(personId: string, commentId: string, reason: string): Change<NoComment | NoOpenPost>
    dismissReports(personId: string, commentId: string): Change<NoComment>
    pin(personId: string, commentId: string, pinned: boolean): Change<NoComment | CommentNotPinnable>
    /** Sets who may comment on one's own post; null follows the channel. */
    setLevel(personId: string, postId: string, commentLevelId: DiscussionState["commentLevelId"]): Change<NoOpenPost>
    /** Bans the author of a comment on one's own post from all of one's channels, and removes that comment. */
    ban(personId: string, commentId: string): Change<NoComment>
    unban(creatorId: string, personId: string): Change<never>
    /** Forgets the text of a comment of an erased person. */
    forget(personId: string, commentId: string): Effect.Effect<void>
  }
>()("core/publishing/Comments") {
  static readonly layer = Layer.effect(
    Comments,
    Effect.gen(function* () {
      const [write, read] = [yield* writer(Comment), yield* reader(Comment)]
      const [writeDiscussion, writeCommenter] = [yield* writer(Discussion), yield* writer(Commenter)]
      const [readCommenter, writeJointly] = [yield* reader(Commenter), yield* jointWriter]
      const [{ requireOpen, levelOf }, records] = [yield* openPosts, yield* CommentRecords]

      const judge = Effect.fnUntraced(function* ({ creatorId, channelId }: OpenPost, personId: string, text: string) {
        const nowMs = yield* Clock.currentTimeMillis
        const of = { creatorId, channelId, personId, digest: digestOf(text), sinceMs: nowMs - REPEAT_HOURS * 3_600_000 }
        const [record, { isBanned }, level] = yield* Effect.all(
          [records.find(of), readCommenter(commenterIdOf(creatorId, personId)), levelOf(creatorId, personId)],
          { concurrency: 3 },
        )
        const heldFor = heldReasonOf(text, level > 0, record)
        return { isBanned: isBanned || record.isBannedInChat, heldFor, level, nowMs }
      })

      const change = Effect.fnUntraced(function* <Refusal>(
        commentId: string,
        decide: (nowMs: number) => Parameters<typeof write<Refusal>>[1],
      ) {
        const nowMs = yield* Clock.currentTimeMillis
        return (yield* write(commentId, decide(nowMs)).pipe(dieOnConflict)).receipt.position
      })

      return Comments.of({
        post: Effect.fn("Comments.post")(function* (personId, postId, parentId, text) {
          const fit = yield* Effect.fromResult(readComment(text))
          const post = yield* requireOpen(postId, personId)
          const { isBanned, heldFor, level, nowMs } = yield* judge(post, personId, fit)
          const { channelId, creatorId } = post
          const commentId = uuidv7(nowMs)
          const rights = { level, channelCommentLevelId: post.commentLevelId, isBanned }
          const place = { commentId, postId: post.postId, channelId, creatorId, personId }
          const decide = postComment({ place, parentId, rights, text: fit, heldFor, nowMs })
          const parts = {
            comment: { aggregate: Comment, id: commentId },
            discussion: { aggregate: Discussion, id: post.postId },
            parent: { aggregate: Comment, id: parentId ?? commentId },
          }
          const { receipt } = yield* writeJointly(
            parts,
            ({ discussion, parent }: { discussion: DiscussionState; parent: CommentState }) =>
              Result.map(decide({ discussion, parent: parentId === null ? null : parent }), (comment) => ({ comment })),
            () => ({ commentId, heldFor }),
          ).pipe(dieOnConflict)
          // A repeated command answers with the comment that the first one wrote.
          const saved = receipt.answer as Pick<SavedComment, "commentId" | "heldFor">
          return { ...saved, position: receipt.position }
        }),

        edit: Effect.fn("Comments.edit")(function* (personId, commentId, text) {
          const fit = yield* Effect.fromResult(readComment(text))
          const { place, text: former } = yield* read(commentId)
          if (place?.personId !== personId) return yield* new NoComment({})
          const post = yield* requireOpen(place.postId, personId)
          const judged = yield* judge(post, personId, fit)
          const { isBanned, nowMs } = judged
          // A corrected comment may repeat its own former text.
          const heldFor = judged.heldFor === "repeat" && digestOf(former) === digestOf(fit) ? null : judged.heldFor
          if (isBanned) return yield* new CommenterIsBanned({})
          const decide = editComment({ personId, text: fit, heldFor, nowMs })
          const { receipt } = yield* write(commentId, decide).pipe(dieOnConflict)
          return { commentId, heldFor, position: receipt.position }
        }),

        remove: (personId, commentId) => change(commentId, (nowMs) => removeComment({ personId, nowMs })),
        removeByOperator: (commentId) => change(commentId, removeByOperator),
        restoreByOperator: (commentId) => change(commentId, restoreByOperator),
        find: (commentId) =>
          Effect.map(read(commentId), ({ place, text, status }) => (place === null ? null : { place, text, status })),
        approve: (personId, commentId) => change(commentId, (nowMs) => approveComment({ personId, nowMs })),
        report: Effect.fn("Comments.report")(function* (personId, commentId, reason) {
          const { place } = yield* read(commentId)
          if (place === null) return yield* new NoComment({})
          yield* requireOpen(place.postId, personId)
          return yield* change(commentId, (nowMs) => reportComment({ personId, nowMs, reason }))
        }),
        dismissReports: (personId, commentId) => change(commentId, (nowMs) => dismissReports({ personId, nowMs })),

        pin: Effect.fn("Comments.pin")(function* (personId, commentId, pinned) {
          const [comment, nowMs] = [yield* read(commentId), yield* Clock.currentTimeMillis]
          if (comment.place === null) return yield* new NoComment({})
          const decide = pinComment({ personId, nowMs, pinned }, comment)
          return (yield* writeDiscussion(comment.place.postId, decide).pipe(dieOnConflict)).receipt.position
        }),

        setLevel: Effect.fn("Comments.setLevel")(function* (personId, postId, commentLevelId) {
          const [post, nowMs] = [yield* requireOpen(postId, personId), yield* Clock.currentTimeMillis]
          if (post.creatorId !== personId) return yield* new NoOpenPost({})
          const decide = setDiscussionLevel({ postId: post.postId, personId, nowMs, commentLevelId })
          return (yield* writeDiscussion(post.postId, decide).pipe(dieOnConflict)).receipt.position
        }),

        ban: Effect.fn("Comments.ban")(function* (creatorId, commentId) {
          const [{ place }, nowMs] = [yield* read(commentId), yield* Clock.currentTimeMillis]
          if (place?.creatorId !== creatorId || place.personId === creatorId) return yield* new NoComment({})
          const decide = setCommenterBan({ creatorId, personId: place.personId, nowMs, banned: true })
          yield* writeCommenter(commenterIdOf(creatorId, place.personId), decide).pipe(dieOnConflict)
          return yield* change(commentId, () => removeComment({ personId: creatorId, nowMs }))
        }),

        unban: Effect.fn("Comments.unban")(function* (creatorId, personId) {
          const nowMs = yield* Clock.currentTimeMillis
          const decide = setCommenterBan({ creatorId, personId, nowMs, banned: false })
          return (yield* writeCommenter(commenterIdOf(creatorId, personId), decide).pipe(dieOnConflict)).receipt
            .position
        }),

        forget: (personId, commentId) =>
          Effect.asVoid(change(commentId, (nowMs) => forgetComment({ personId, nowMs }))),
      })
    }),
  )
}
