import { Effect, Result } from "effect"
import { randomCode } from "#core/accounts"
import { type AggregateRef, dieOnConflict, formatIso, jointWriter, nameUuid, type Receipt, writer } from "#core/kernel"
import { type NoPost, UnfitPost } from "../refusals.ts"
import { slugOf } from "../slugOf.ts"
import type { DecidePost } from "./decideInTurn.ts"
import { type PostEvent, type SlugEvent, SlugReleased, SlugTaken } from "./events.ts"
import { Post, type PostState, type PostVersion, Slug } from "./Post.ts"
import { problemAt, type Who } from "./postRules.ts"

/** Characters that tell the address of a post from that of another one with the same title. */
const SUFFIX_LENGTH = 5
/** Retries with another suffix. */
const SUFFIXES_MAX = 5

/** An address that a post needs. */
type SlugRequest = { readonly slug: string; readonly isChosen: boolean }

/**
 * The address that a post needs once it has this version; null if it keeps its own or has none yet. A published post
 * keeps its address until its author chooses another.
 */
export const slugWishOf = (
  state: PostState,
  { customTitle, title }: PostVersion,
  postId: string,
  isPublishing: boolean,
): SlugRequest | null => {
  const wasPublished = state.publishedAt !== null
  if (wasPublished ? customTitle === state.customTitle : !isPublishing) return null
  if (customTitle !== "") return { slug: customTitle, isChosen: true }
  // A title of symbols has no slug.
  return wasPublished ? null : { slug: slugOf(title) || postId.slice(-SUFFIX_LENGTH), isChosen: false }
}

/** Another post of the channel has the address. */
class SlugInUse {
  readonly _tag = "SlugInUse"
}

/** The claim of an address in a channel. */
const claimOf = (channelId: number, slug: string) => ({ aggregate: Slug, id: nameUuid(`${channelId}\n${slug}`) })

type Facts = { readonly post: ReadonlyArray<PostEvent>; readonly claim: ReadonlyArray<SlugEvent> }

/** Writes events of posts together with the claims of their addresses. */
export const addressedWriter = Effect.gen(function* () {
  const [write, writeJointly] = [yield* writer(Post), yield* jointWriter]

  const tryWrite = <Refusal>(
    { postId, nowMs }: Who,
    channelId: number,
    slug: string,
    decide: (slug: string) => DecidePost<Refusal>,
    answerOf: (facts: ReadonlyArray<PostEvent>) => unknown,
  ) =>
    writeJointly(
      { post: { aggregate: Post, id: postId }, claim: claimOf(channelId, slug) },
      ({ post, claim }): Result.Result<Facts, Refusal | SlugInUse> => {
        if (claim.postId !== null && claim.postId !== postId) return Result.fail(new SlugInUse())
        const taken = claim.postId === postId ? [] : [SlugTaken.make({ postId, takenAt: formatIso(nowMs) })]
        return Result.map(decide(slug)(post), (facts) => ({ post: facts, claim: taken }))
      },
      ({ post = [] }) => answerOf(post),
    ).pipe(Effect.map(({ receipt }) => receipt))

  return {
    /** Decides on a post with the address that it gets, or with an empty one. */
    write: <Refusal>(
      who: Who,
      channelId: number,
      request: SlugRequest | null,
      decide: (slug: string) => DecidePost<Refusal>,
      answerOf: (facts: ReadonlyArray<PostEvent>) => unknown,
    ): Effect.Effect<Receipt, Refusal | UnfitPost> => {
      if (request === null)
        return write(who.postId, decide(""), (_, facts) => answerOf(facts)).pipe(
          Effect.map(({ receipt }) => receipt),
          dieOnConflict,
        ) as Effect.Effect<Receipt, Refusal>
      const tryWith = (slug: string) => tryWrite(who, channelId, slug, decide, answerOf)
      const trySuffixed = Effect.suspend(() => tryWith(`${request.slug}-${randomCode(SUFFIX_LENGTH).toLowerCase()}`))
      const written = request.isChosen
        ? tryWith(request.slug)
        : tryWith(request.slug).pipe(
            Effect.catchIf(isInUse, () => Effect.retry(trySuffixed, { while: isInUse, times: SUFFIXES_MAX })),
          )
      return written.pipe(
        Effect.catchIf(isInUse, () => Effect.fail(slugTaken)),
        dieOnConflict,
      ) as Effect.Effect<Receipt, Refusal | UnfitPost>
    },

    /** Decides to delete a post, and releases its addresses. */
    remove: (
      { postId, nowMs }: Who,
      { channelId, slugs }: PostState,
      decide: DecidePost<NoPost>,
    ): Effect.Effect<Receipt, NoPost> => {
      const names = slugs.map((_, index) => `claim${index}`)
      const claims = Object.fromEntries(slugs.map((slug, index) => [`claim${index}`, claimOf(channelId, slug)]))
      const parts: Record<string, AggregateRef<unknown, PostEvent | SlugEvent>> = {
        ...(claims as unknown as Record<string, AggregateRef<unknown, SlugEvent | PostEvent>>),
        post: { aggregate: Post, id: postId } as unknown as AggregateRef<unknown, PostEvent | SlugEvent>,
      }
      const released = [SlugReleased.make({ postId, releasedAt: formatIso(nowMs) })]
      return writeJointly(parts, (states) =>
        Result.map(decide(states["post"] as PostState), (facts) => ({
          ...Object.fromEntries(names.map((name) => [name, released])),
          post: facts,
        })),
      ).pipe(
        Effect.map(({ receipt }) => receipt),
        dieOnConflict,
      ) as Effect.Effect<Receipt, NoPost>
    },
  }
})

const isInUse = (refused: unknown): refused is SlugInUse => refused instanceof SlugInUse
const slugTaken = new UnfitPost({ problems: [problemAt("customTitle", "slug.taken")] })
