import { Clock, Context, Effect, Layer, Schema } from "effect"
import { CHANNEL_STATUS } from "#contract/channels"
import { channelReader } from "#core/channels"
import { dieOnConflict, isUuid, reader, uuidv7, writer } from "#core/kernel"
import { AttachableMedia } from "../AttachableMedia.ts"
import {
  ChannelNotActive,
  NoPost,
  type PostChanged,
  type PostIsWithheld,
  type TooManyRevisions,
  type UnfitPost,
  type WrongPostState,
} from "../refusals.ts"
import { slugOf } from "../slugOf.ts"
import { type DecidePost, decideInTurn } from "./decideInTurn.ts"
import type { PostEvent } from "./events.ts"
import { IMPORT_GENERATIONS_MAX, importedPostId, importedStateOf, importPost, type PostSource } from "./importPost.ts"
import { limitedMediaIds } from "./limitedMediaIds.ts"
import { openDueLevel } from "./openLevel.ts"
import { Post, type PostState, type PostVersion } from "./Post.ts"
import { isOwn, type Who } from "./postRules.ts"
import {
  addressPost,
  deletePost,
  hidePost,
  isDue,
  publishDuePost,
  publishPost,
  schedulePost,
  showPost,
  unschedulePost,
} from "./publishPost.ts"
import { readPostForm } from "./readPostForm.ts"
import { createPost, linkTranslation, revisePost } from "./savePost.ts"
import { addressedWriter, slugWishOf } from "./slugs.ts"
import { type SavedVersion, versionReader } from "./versionsOf.ts"
import { releasePost, withholdPost } from "./withholdPost.ts"

/** What happens to a post, with or without a new version. `wall` is a local time in `zone`: see `zonedTimeMs`. */
export type PostAction =
  | { readonly kind: "publish" | "unschedule" | "hide" | "show" }
  | { readonly kind: "schedule"; readonly wall: string; readonly zone: string }

export type PostChange = {
  /** Omitted fields stay; without this, no version is saved. */
  readonly version?: Partial<PostVersion>
  /** The version that the change was made on; a newer one is not overwritten. */
  readonly baseRevision?: number
  readonly action?: PostAction
}

/** The id and the version of a post after a command, and the log position from which it can be read. */
export type SavedPost = { readonly postId: string; readonly revision: number; readonly position: number }

/** A post that was written elsewhere. */
export type ForeignPost = {
  readonly from: PostSource
  readonly version: Partial<PostVersion>
  /** The last part of its address there; empty for one made of the title. */
  readonly slug: string
  /** When it was published there, if it shall be published here at once; null for a draft. */
  readonly publishedAt: string | null
  /** The story in the library that it is a copy of; nothing for a post that the library does not have. */
  readonly storyKey?: string
}

/** What became of an imported post. `deleted`: its creator imported it before and deleted it. */
export type ImportedPost =
  | { readonly outcome: "there" | "deleted"; readonly postId: string }
  | ({ readonly outcome: "imported" } & SavedPost)

/** A post as its author reads it, with the texts of all levels. */
export type OwnPost = PostState & { readonly postId: string; readonly personId: string }

export type PostRefusal =
  | UnfitPost
  | NoPost
  | ChannelNotActive
  | PostIsWithheld
  | WrongPostState
  | PostChanged
  | TooManyRevisions

/** Commands of creators on the posts of their channels. */
export class Posts extends Context.Service<
  Posts,
  {
    /**
     * Saves a new post: a draft, unless an action says otherwise.
     * @param change `translationOf` names one's own post that it is a translation of
     */
    create(
      personId: string,
      channelId: number,
      change: Pick<PostChange, "version" | "action"> & { readonly translationOf?: string },
    ): Effect.Effect<SavedPost, PostRefusal>
    /** Saves a new version, acts, or does both: all of it or nothing. */
    change(personId: string, postId: string, change: PostChange): Effect.Effect<SavedPost, PostRefusal>
    /** Whether a post of this source is in the channel already, or was deleted from it. */
    findImported(personId: string, channelId: number, from: PostSource): Effect.Effect<"none" | "there" | "deleted">
    /**
     * Creates a post that was written elsewhere, unless the channel has it: neither letters nor notices are sent.
     * @param bringsBack whether a post is imported again that its creator deleted
     */
    importForeign(
      personId: string,
      channelId: number,
      post: ForeignPost,
      bringsBack: boolean,
    ): Effect.Effect<ImportedPost, PostRefusal>
    /** Deletes a post for good. A reactor drops its key. */
    remove(personId: string, postId: string): Effect.Effect<number, NoPost>
    /** The newest version of one's own post, from the log. */
    read(personId: string, postId: string): Effect.Effect<OwnPost, NoPost>
    /** All versions of one's own post, the oldest first. */
    versions(personId: string, postId: string): Effect.Effect<ReadonlyArray<SavedVersion>, NoPost>
    /** Publishes a scheduled post that is due, or makes it a draft if it cannot be published. Idempotent. */
    publishDue(postId: string): Effect.Effect<"published" | "refused" | "nothing">
    /** Opens a post to the levels that are due; idempotent. */
    openDue(postId: string): Effect.Effect<void>
    /** Takes a post from its readers for operators; idempotent. */
    withhold(postId: string): Effect.Effect<void>
    /** Gives a withheld post back; idempotent. */
    release(postId: string): Effect.Effect<void>
    /** Deletes the post of an erased creator; idempotent. */
    forget(postId: string): Effect.Effect<void>
  }
>()("core/publishing/Posts") {
  static readonly layer = Layer.effect(
    Posts,
    Effect.gen(function* () {
      const [write, read, readChannel] = [yield* writer(Post), yield* reader(Post), yield* channelReader]
      const [addressed, readVersions, media] = [yield* addressedWriter, yield* versionReader, yield* AttachableMedia]

      const requireOwn = Effect.fnUntraced(function* (personId: string, postId: string) {
        const state = yield* read(postId)
        return isOwn(state, personId) ? state : yield* new NoPost({})
      })

      /** Only the creator of an active channel that is not withheld publishes. Drafts may be written while it is paused. */
      const requireChannel = Effect.fnUntraced(function* (personId: string, channelId: number, isPublishing: boolean) {
        const { personId: ownerId, statusId, isWithheld } = yield* readChannel(String(channelId))
        const isFit = isPublishing
          ? statusId === CHANNEL_STATUS.active && !isWithheld
          : statusId !== CHANNEL_STATUS.closed
        if (ownerId !== personId || !isFit) return yield* new ChannelNotActive({})
      })

      const findMedia = Effect.fnUntraced(function* (personId: string, version: PostVersion) {
        const mediaIds = yield* Effect.fromResult(limitedMediaIds(version))
        return mediaIds.length === 0 ? [] : yield* media.find(personId, mediaIds)
      })

      /** Saves and acts with the address that the post gets. */
      const save = Effect.fnUntraced(function* (
        who: Who,
        before: PostState,
        next: PostVersion,
        action: PostAction | undefined,
        saving: ReadonlyArray<DecidePost<PostRefusal>>,
      ) {
        const slugRequest = slugWishOf(before, next, who.postId, action?.kind === "publish")
        const decide = (slug: string) =>
          decideInTurn<PostRefusal>([
            ...saving,
            ...(action === undefined ? [] : [decideAction(who, action, slug)]),
            ...(slugRequest === null || action?.kind === "publish" ? [] : [addressPost({ ...who, slug })]),
          ])
        const answerOf = (facts: ReadonlyArray<PostEvent>) => ({
          postId: who.postId,
          revision: facts.reduce(Post.evolve, before).revision,
        })
        const receipt = yield* addressed.write(who, before.channelId, slugRequest, decide, answerOf)
        // A repeated command answers with the post that the first one made.
        return { ...decodeAnswer(receipt.answer), position: receipt.position }
      })

      /** The place of a post of a source: free, taken, or taken before. @param isLast whether a deleted post takes it */
      const slotOf = Effect.fnUntraced(function* (
        personId: string,
        channelId: number,
        from: PostSource,
        isLast: boolean,
      ): Effect.fn.Return<ImportSlot> {
        // A post of an export of our own may never have left.
        const own = from.source === OWN_SOURCE && isUuid(from.sourceId) ? yield* read(from.sourceId) : null
        if (own !== null && own.channelId === channelId && isOwn(own, personId))
          return { postId: from.sourceId, found: "there" }
        let slot: ImportSlot = { postId: importedPostId(channelId, from, 0), found: "none" }
        for (let generation = 0; generation < IMPORT_GENERATIONS_MAX; generation++) {
          const postId = importedPostId(channelId, from, generation)
          const found = importedStateOf(yield* read(postId))
          // Without bringing back, the free place after deleted ones is not used.
          if (found === "none" && isLast && generation > 0) return slot
          slot = { postId, found }
          if (found !== "deleted") return slot
        }
        return slot
      })

      return Posts.of({
        create: Effect.fn("Posts.create")(function* (personId, channelId, { version = {}, action, translationOf }) {
          const change = yield* Effect.fromResult(readPostForm(version))
          yield* requireChannel(personId, channelId, isGoingOut(action))
          const nowMs = yield* Clock.currentTimeMillis
          const who = { postId: uuidv7(nowMs), personId, nowMs }
          const next = { ...Post.initial, ...change }
          const found = yield* findMedia(personId, next)
          const before = { ...Post.initial, channelId }
          const original = translationOf === undefined ? null : yield* requireOwn(personId, translationOf)
          const originalId = original === null ? null : (original.originalId ?? translationOf ?? null)
          return yield* save(who, before, next, action, [
            createPost({ ...who, channelId, change, media: found }),
            ...(originalId === null ? [] : [linkTranslation({ ...who, originalId })]),
          ])
        }),

        change: Effect.fn("Posts.change")(function* (personId, postId, { version, baseRevision, action }) {
          const change = yield* Effect.fromResult(readPostForm(version ?? {}))
          const before = yield* requireOwn(personId, postId)
          yield* requireChannel(personId, before.channelId, isGoingOut(action))
          const who = { postId, personId, nowMs: yield* Clock.currentTimeMillis }
          const next = { ...before, ...change }
          const isNewText = change.preview !== undefined || change.gated !== undefined
          const found = isNewText ? yield* findMedia(personId, next) : before.media
          const revision = { ...who, change, media: found, ...(baseRevision === undefined ? {} : { baseRevision }) }
          return yield* save(who, before, next, action, version === undefined ? [] : [revisePost(revision)])
        }),

        findImported: Effect.fn("Posts.findImported")(function* (personId, channelId, from) {
          return (yield* slotOf(personId, channelId, from, true)).found
        }),

        importForeign: Effect.fn("Posts.importForeign")(function* (personId, channelId, post, bringsBack) {
          const version = yield* Effect.fromResult(readPostForm(post.version))
          yield* requireChannel(personId, channelId, post.publishedAt !== null)
          const { postId, found } = yield* slotOf(personId, channelId, post.from, !bringsBack)
          if (found !== "none") return { outcome: found, postId }
          const nowMs = yield* Clock.currentTimeMillis
          const who = { postId, personId, nowMs }
          const media = yield* findMedia(personId, { ...Post.initial, ...version })
          const { from, publishedAt, storyKey } = post
          const decide = importPost({ ...who, channelId, version, media, from, publishedAt, storyKey })
          const slug = slugOf(post.slug) || slugOf(version.title ?? "") || postId.slice(-5)
          const requested = publishedAt === null ? null : { slug, isChosen: false }
          const { position } = yield* addressed.write<PostRefusal>(who, channelId, requested, decide, () => null)
          return { outcome: "imported", postId, revision: 1, position }
        }),

        remove: Effect.fn("Posts.remove")(function* (personId, postId) {
          const before = yield* requireOwn(personId, postId)
          const who = { postId, personId, nowMs: yield* Clock.currentTimeMillis }
          return (yield* addressed.remove(who, before, deletePost(who))).position
        }),

        read: Effect.fn("Posts.read")(function* (personId, postId) {
          return { ...(yield* requireOwn(personId, postId)), postId, personId }
        }),

        versions: Effect.fn("Posts.versions")(function* (personId, postId) {
          yield* requireOwn(personId, postId)
          return yield* readVersions(postId)
        }),

        publishDue: Effect.fn("Posts.publishDue")(function* (postId) {
          const [before, nowMs] = [yield* read(postId), yield* Clock.currentTimeMillis]
          const { personId, channelId } = before
          if (personId === null || !isDue(before, nowMs)) return "nothing"
          const who = { postId, personId, nowMs }
          const wish = slugWishOf(before, before, postId, true)
          const decide = (slug: string) => publishDuePost({ ...who, slug })
          return yield* requireChannel(personId, channelId, true).pipe(
            Effect.andThen(addressed.write<PostRefusal>(who, channelId, wish, decide, () => null)),
            Effect.as("published" as const),
            Effect.catch((refused: PostRefusal) =>
              write(postId, unschedulePost({ ...who, refusal: refused.messageKey })).pipe(
                dieOnConflict,
                Effect.as("refused" as const),
                // Its author deleted or published it in this moment.
                Effect.catch(() => Effect.succeed("nothing" as const)),
              ),
            ),
          )
        }),

        openDue: Effect.fn("Posts.openDue")(function* (postId) {
          const nowMs = yield* Clock.currentTimeMillis
          yield* write(postId, openDueLevel({ postId, nowMs })).pipe(dieOnConflict)
        }),

        withhold: Effect.fn("Posts.withhold")(function* (postId) {
          yield* write(postId, withholdPost({ postId, nowMs: yield* Clock.currentTimeMillis })).pipe(dieOnConflict)
        }),

        release: Effect.fn("Posts.release")(function* (postId) {
          yield* write(postId, releasePost({ postId, nowMs: yield* Clock.currentTimeMillis })).pipe(dieOnConflict)
        }),

        forget: Effect.fn("Posts.forget")(function* (postId) {
          const before = yield* read(postId)
          if (before.personId === null || !isOwn(before, before.personId)) return
          const who = { postId, personId: before.personId, nowMs: yield* Clock.currentTimeMillis }
          yield* addressed.remove(who, before, deletePost(who)).pipe(Effect.catchTag("NoPost", () => Effect.void))
        }),
      })
    }),
  )
}

type ImportSlot = { readonly postId: string; readonly found: "none" | "there" | "deleted" }

/** The name of this product among the sources of imports. */
const OWN_SOURCE = "quire"

/** Whether an action brings a post to readers, now or later. */
const isGoingOut = (action: PostAction | undefined): boolean =>
  action?.kind === "publish" || action?.kind === "schedule" || action?.kind === "show"

const decideAction = (who: Who, action: PostAction, slug: string): DecidePost<PostRefusal> => {
  switch (action.kind) {
    case "publish":
      return publishPost({ ...who, slug })
    case "schedule":
      return schedulePost({ ...who, wall: action.wall, zone: action.zone })
    case "unschedule":
      return unschedulePost({ ...who, refusal: null })
    case "hide":
      return hidePost(who)
    case "show":
      return showPost(who)
  }
}

const decodeAnswer = Schema.decodeUnknownSync(Schema.Struct({ postId: Schema.String, revision: Schema.Int }))
