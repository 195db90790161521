import { Readable } from "node:stream"
import { Effect } from "effect"
import { ZipFile } from "yazl"
import { EXPORT_FORMAT, EXPORT_MANIFEST } from "#contract/imports"
import { POST_STATUS } from "#contract/publishing"
import { Pictures, StoredFiles } from "#core/media"
import { Posts } from "#core/publishing"
import type { ListedChannel } from "#projections/channels"
import { type ListedMedia, type ListedPost, listMedia, listPosts, MEDIA_PAGE_SIZE_MAX } from "#projections/publishing"
import { run } from "#src/process/runtime.ts"
import { postFile } from "./postFile.ts"

const STATUSES = [POST_STATUS.draft, POST_STATUS.scheduled, POST_STATUS.published, POST_STATUS.hidden] as const
const POSTS_AT_ONCE = 50
/** Characters of the part of a file name that comes from a title. */
const NAME_LENGTH_MAX = 80
const ENDINGS: Readonly<Record<string, string>> = {
  ...{ "image/webp": "webp", "video/mp4": "mp4", "video/webm": "webm", "video/quicktime": "mov", "video/ogg": "ogv" },
  ...{ "audio/mpeg": "mp3", "audio/mp4": "m4a", "audio/aac": "aac", "audio/ogg": "ogg", "audio/webm": "weba" },
}

type Planned = Pick<ListedPost, "postId" | "title" | "slugs" | "customTitle" | "publishedAt" | "cover">

/**
 * An archive of a channel: posts of all states as Markdown with both parts, their files, and a manifest. Contents are read
 * when the archive comes to them, so that an export of any size has one post or one piece of a file in memory.
 */
export const writeExport = Effect.fn("writeExport")(function* (channel: ListedChannel) {
  const { personId, channelId } = channel
  const posts = yield* listAllPosts(channelId)
  const ids = new Set(posts.map(({ postId }) => postId))
  const media = (yield* listAllMedia(personId)).filter(({ postIds }) => postIds.some((postId) => ids.has(postId)))
  const covers = [...new Set(posts.flatMap(({ cover }) => cover ?? []))]
  const paths = new Map(media.map((file) => [file.mediaId, `media/${file.mediaId}.${endingOf(file)}`]))
  const places = {
    mediaPath: (mediaId: string) => (paths.has(mediaId) ? `../${paths.get(mediaId)}` : null),
    coverPath: (key: string) => `../covers/${key}.webp`,
  }
  const zip = new ZipFile()
  const names = namesOf(posts)
  const manifest = {
    ...{ format: EXPORT_FORMAT, version: 1 },
    channel: {
      ...{ code: channel.code, subject: channel.subject, bio: channel.bio },
      ...{ languages: channel.languages, tags: channel.tags },
    },
    posts: posts.map(({ postId }) => ({ id: postId, path: names.get(postId) })),
    files: media.map(({ mediaId, name, type, bytes }) => ({
      id: mediaId,
      path: paths.get(mediaId),
      name,
      type,
      bytes,
    })),
  }
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), EXPORT_MANIFEST)
  const addLazily = (path: string, compress: boolean, open: () => Promise<AsyncIterable<Uint8Array> | null>) =>
    zip.addReadStreamLazy(path, { compress }, (take) => {
      open().then(
        // A file that was deleted in the meantime is empty: names in an archive cannot be taken back.
        (body) => take(null, Readable.from(body ?? [], { objectMode: false })),
        (error: unknown) => take(error, Readable.from([])),
      )
    })
  for (const { postId } of posts)
    addLazily(names.get(postId) ?? `posts/${postId}.md`, true, async () => {
      const post = await run(Effect.option(Posts.use(({ read }) => read(personId, postId))))
      return post._tag === "None" ? null : ([Buffer.from(postFile(post.value, places))].values() as never)
    })
  for (const key of covers)
    addLazily(`covers/${key}.webp`, false, async () => {
      const bytes = await run(Pictures.use(({ load }) => load(key, "header")))
      return bytes === null ? null : ([Buffer.from(bytes)].values() as never)
    })
  for (const { mediaId, bytes } of media)
    addLazily(paths.get(mediaId) ?? mediaId, false, async () => {
      const { readRange } = await run(StoredFiles)
      return readRange(mediaId, { first: 0, last: Number(bytes) - 1 })
    })
  zip.end()
  return zip
})

const endingOf = ({ type }: ListedMedia): string => ENDINGS[type] ?? "bin"

const listAllPosts = Effect.fnUntraced(function* (channelId: number) {
  const all: Array<Planned> = []
  for (let page = 1; ; page++) {
    const listed = yield* listPosts({ channelIds: [channelId], statusIds: STATUSES, pageSize: POSTS_AT_ONCE, page })
    for (const { postId, title, slugs, customTitle, publishedAt, cover } of listed.posts)
      all.push({ postId, title, slugs, customTitle, publishedAt, cover })
    if (!listed.hasMore) return all
  }
})

const listAllMedia = Effect.fnUntraced(function* (personId: string) {
  const all: Array<ListedMedia> = []
  for (;;) {
    const page = yield* listMedia(personId, all.at(-1)?.mediaId)
    all.push(...page)
    if (page.length < MEDIA_PAGE_SIZE_MAX) return all
  }
})

/** Paths of posts: the day and the address, each once. */
const namesOf = (posts: ReadonlyArray<Planned>): ReadonlyMap<string, string> => {
  const taken = new Set<string>()
  return new Map(
    posts.map(({ postId, slugs, customTitle, publishedAt }) => {
      const day = publishedAt === null ? "draft" : publishedAt.toISOString().slice(0, 10)
      const slug = [...(slugs.at(-1) ?? customTitle)].slice(0, NAME_LENGTH_MAX).join("") || postId
      const first = `posts/${day}-${slug}.md`
      const path = taken.has(first) ? `posts/${day}-${slug}-${postId}.md` : first
      taken.add(path)
      return [postId, path] as const
    }),
  )
}
