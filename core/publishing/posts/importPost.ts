import { Result } from "effect"
import { formatIso, nameUuid } from "#core/kernel"
import { POST_STATUS } from "../limits.ts"
import { type NoPost, UnfitPost } from "../refusals.ts"
import { PostAddressed, PostArchived, type PostEvent, PostImported, type PostMedia } from "./events.ts"
import { EMPTY_VERSION, type PostState, type PostVersion, storedVersion } from "./Post.ts"
import { publishProblems, type Who } from "./postRules.ts"
import { createPost } from "./savePost.ts"

/** Where a post comes from. */
export type PostSource = {
  /** The product or the feed: `ghost`, `substack`, `feed`. */
  readonly source: string
  /** Its identity there: unique among the posts of this source. */
  readonly sourceId: string
  /** Its address there. */
  readonly canonicalUrl: string | null
}

/** How often a post may be brought again after its creator deleted it. */
export const IMPORT_GENERATIONS_MAX = 20

/**
 * The id of an imported post. It follows from the channel and the source, so that an import which is repeated, or continued
 * after a crash, finds what is there. @param generation how often the post was imported and deleted before
 */
export const importedPostId = (channelId: number, { source, sourceId }: PostSource, generation: number): string =>
  nameUuid(`${channelId}\n${source}\n${sourceId}\n${generation}`)

type ImportPost = Who & {
  readonly channelId: number
  readonly version: Partial<PostVersion>
  readonly media: ReadonlyArray<PostMedia>
  readonly from: PostSource
  /** When it was published there, if it shall be published here; null for a draft. */
  readonly publishedAt: string | null
  /** The story in the library that it is a copy of; nothing for a post that the library does not have. */
  readonly storyKey?: string | undefined
}

/** Creates a post that was written elsewhere, as a draft or published with its former date; idempotent. */
export const importPost =
  ({ from, publishedAt, storyKey, ...create }: ImportPost) =>
  (slug: string) =>
  (state: PostState): Result.Result<ReadonlyArray<PostEvent>, UnfitPost | NoPost> => {
    if (state.personId !== null) return Result.succeed([])
    const { postId, personId, channelId, version, media, nowMs } = create
    const problems = publishedAt === null ? [] : publishProblems({ ...EMPTY_VERSION, ...version })
    if (problems.length > 0) return Result.fail(new UnfitPost({ problems }))
    const post = { postId, personId, channelId }
    const now = formatIso(nowMs)
    const stored = storedVersion({ ...EMPTY_VERSION, ...version, media })
    return Result.map(createPost({ ...create, change: version })(state), (created) => [
      ...created,
      PostImported.make({ ...post, ...from, importedAt: now }),
      ...(publishedAt === null
        ? []
        : [
            PostAddressed.make({ ...post, slug, addressedAt: now }),
            PostArchived.make({
              ...{ ...post, ...stored, publishedAt, archivedAt: now },
              ...(storyKey === undefined ? {} : { storyKey }),
            }),
          ]),
    ])
  }

/** What an import finds where a post of a source would be. */
export const importedStateOf = ({ personId, statusId }: PostState): "none" | "there" | "deleted" => {
  if (personId === null) return "none"
  return statusId === POST_STATUS.deleted ? "deleted" : "there"
}
