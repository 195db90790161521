import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { POST_LEVEL, POST_REVISIONS_MAX, POST_STATUS, POST_VERSIONS_BYTES_MAX } from "../limits.ts"
import { NoPost, PostChanged, TooManyRevisions, UnfitPost } from "../refusals.ts"
import { PostCreated, type PostEvent, type PostMedia, PostRevised, TranslationLinked } from "./events.ts"
import { dropElapsed } from "./openLevel.ts"
import { bytesOf, EMPTY_VERSION, type PostState, type PostVersion, storedVersion } from "./Post.ts"
import { isOwn, isTooLong, problemAt, publishProblems, type Who } from "./postRules.ts"

type CreatePost = Who & {
  readonly channelId: number
  readonly change: Partial<PostVersion>
  readonly media: ReadonlyArray<PostMedia>
}

/** Creates a draft. */
export const createPost =
  ({ postId, personId, nowMs, channelId, change, media }: CreatePost) =>
  (state: PostState): Result.Result<ReadonlyArray<PostEvent>, UnfitPost | NoPost> => {
    if (state.personId !== null) return Result.fail(new NoPost({}))
    const version = { ...EMPTY_VERSION, ...change, media }
    if (isGatedForEveryone(version)) return Result.fail(gatedForEveryone)
    const stored = storedVersion(version)
    return Result.succeed([PostCreated.make({ postId, personId, channelId, ...stored, createdAt: formatIso(nowMs) })])
  }

/** Names the original of a post that was just created. */
export const linkTranslation =
  ({ postId, personId, nowMs, originalId }: Who & { readonly originalId: string }) =>
  (state: PostState): Result.Result<ReadonlyArray<PostEvent>, NoPost> =>
    isOwn(state, personId) && originalId !== postId
      ? Result.succeed([
          TranslationLinked.make({
            ...{ postId, personId, channelId: state.channelId },
            ...{ originalId, linkedAt: formatIso(nowMs) },
          }),
        ])
      : Result.fail(new NoPost({}))

type RevisePost = Who & {
  /** Omitted fields stay. */
  readonly change: Partial<PostVersion>
  /** Files of the changed texts. */
  readonly media: ReadonlyArray<PostMedia>
  /** The version that the change was made on; a newer one is not overwritten. */
  readonly baseRevision?: number
}

/** Saves a new version of one's own post, unless nothing changed. */
export const revisePost =
  ({ postId, personId, nowMs, change, media, baseRevision }: RevisePost) =>
  (state: PostState): Result.Result<ReadonlyArray<PostEvent>, NoPost | PostChanged | TooManyRevisions | UnfitPost> => {
    if (!isOwn(state, personId)) return Result.fail(new NoPost({}))
    if (baseRevision !== undefined && baseRevision !== state.revision)
      return Result.fail(new PostChanged({ revision: state.revision }))
    const former = storedVersion(state)
    const version = { ...state, ...change, media }
    const next = storedVersion({ ...version, opening: dropElapsed(state, version, nowMs) })
    if (JSON.stringify(next) === JSON.stringify(former)) return Result.succeed([])
    // Readers of a published post have seen the text already when its level is lowered; nobody has seen a draft.
    const wasRead = state.publishedAt !== null && state.gated !== ""
    if (!wasRead && isGatedForEveryone(version)) return Result.fail(gatedForEveryone)
    const problems = [
      ...(isTooLong(version) ? [problemAt("preview", "text.long")] : []),
      ...(state.statusId === POST_STATUS.draft ? [] : publishProblems(version)),
    ]
    if (problems.length > 0) return Result.fail(new UnfitPost({ problems }))
    const bytes = state.versionsBytes + bytesOf(next)
    if (state.revision >= POST_REVISIONS_MAX || bytes > POST_VERSIONS_BYTES_MAX)
      return Result.fail(new TooManyRevisions({}))
    const { channelId } = state
    const revised = { postId, personId, channelId, ...next, revision: state.revision + 1, revisedAt: formatIso(nowMs) }
    return Result.succeed([PostRevised.make(revised)])
  }

const isGatedForEveryone = ({ gated, levelId }: PostVersion): boolean => gated !== "" && levelId === POST_LEVEL.everyone

const gatedForEveryone = new UnfitPost({ problems: [problemAt("levelId", "level.gatedPublic")] })
