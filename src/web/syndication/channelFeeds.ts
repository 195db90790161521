import { Effect } from "effect"
import { isUuid } from "#core/kernel"
import {
  chaptersOf,
  hasChapters,
  hasTranscript,
  MediaLinks,
  renderPost,
  summaryOf,
  transcriptOf,
} from "#core/publishing"
import { findChannel, type ListedChannel } from "#projections/channels"
import { findOwnMedia, type ListedMedia, newestPosts, type PublishedPost, publishedPost } from "#projections/publishing"
import { LIST_FORMATS, LIST_TYPES, type ListFormat, PODCAST_FEED } from "#src/lib/lists.ts"
import { paths } from "#src/lib/paths.ts"
import { pictureUrl } from "../images/pictureUrl.ts"
import { fileNameOf } from "../media/fileNameOf.ts"
import { answerDocument } from "./answerDocument.ts"
import { type Channel, type Entry, writeChannel } from "./writeListDocument.ts"
import { type Episode, writePodcast } from "./writePodcast.ts"

/** Posts of a feed, and episodes of a podcast: programs show all of them. */
const POSTS_MAX = 50
const EPISODES_MAX = 150
/** Characters of a text that a feed contains as a whole; of longer ones it has the summary. */
const WHOLE_LENGTH_MAX = 20_000

export type ChannelFeedRequest = {
  readonly code: string
  readonly name: string
  readonly headers: Headers
  /** Scheme and host of the site. */
  readonly origin: string
}

/**
 * Answers with a feed of a channel, or with the chapters or the transcript of an episode. All of them contain public parts
 * alone: there is no way from here to the part for a level.
 */
export const answerChannelFeed = Effect.fn("answerChannelFeed")(function* ({
  code,
  name,
  headers,
  origin,
}: ChannelFeedRequest) {
  const channel = yield* findChannel(code)
  if (channel === null) return NOT_FOUND()
  const format = LIST_FORMATS.find((each) => name === `posts.${each}`)
  if (format !== undefined) return yield* answerPosts(channel, format, headers, origin)
  if (name === PODCAST_FEED) return yield* answerPodcast(channel, headers, origin)
  const [, postId = "", part] = /^([0-9a-f-]{36})\.(chapters\.json|transcript\.txt)$/.exec(name) ?? []
  const post = isUuid(postId) ? yield* publishedPost(channel.channelId, postId) : null
  return post === null ? NOT_FOUND() : answerPart(post, part === "chapters.json", headers)
})

const NOT_FOUND = () => new Response("Not found", { status: 404 })

const answerPart = (post: PublishedPost, isChapters: boolean, headers: Headers): Response => {
  const updatedMs = post.revisedAt.getTime()
  if (isChapters) {
    const chapters = chaptersOf(post.preview).map(({ startSeconds, title }) => ({ startTime: startSeconds, title }))
    if (chapters.length === 0) return NOT_FOUND()
    const text = JSON.stringify({ version: "1.2.0", chapters })
    return answerDocument({ text, type: "application/json+chapters", updatedMs }, headers)
  }
  const text = transcriptOf(post.preview)
  return text === null ? NOT_FOUND() : answerDocument({ text: `${text}\n`, type: "text/plain", updatedMs }, headers)
}

const answerPosts = Effect.fnUntraced(function* (
  channel: ListedChannel,
  format: ListFormat,
  headers: Headers,
  origin: string,
) {
  const posts = yield* newestPosts(channel.channelId, POSTS_MAX)
  const entryOf = yield* entryWriter(channel, posts, origin)
  const document: Channel = {
    ...aboutOf(channel, origin),
    selfUrl: origin + paths.channelFeed(channel.code, `posts.${format}`),
    updatedMs: updatedMsOf(posts),
    entries: posts.map(entryOf),
  }
  return answerDocument(
    { text: writeChannel(document, format), type: LIST_TYPES[format], updatedMs: document.updatedMs },
    headers,
  )
})

const answerPodcast = Effect.fnUntraced(function* (channel: ListedChannel, headers: Headers, origin: string) {
  const newest = yield* newestPosts(channel.channelId, EPISODES_MAX)
  const posts = newest.filter(({ media }) => media.some(({ kind }) => kind !== "image"))
  const entryOf = yield* entryWriter(channel, posts, origin)
  const partUrl = (postId: string, part: string) => origin + paths.channelFeed(channel.code, `${postId}.${part}`)
  const episodes = posts.flatMap((post): ReadonlyArray<Episode> => {
    const entry = entryOf(post)
    const [enclosure] = entry.enclosures
    if (enclosure === undefined) return []
    const durationMs = post.media.find(({ kind }) => kind !== "image")?.durationMs ?? null
    return [
      {
        ...{ entry, enclosure, durationMs },
        chaptersUrl: hasChapters(post.preview) ? partUrl(post.postId, "chapters.json") : null,
        transcriptUrl: hasTranscript(post.preview) ? partUrl(post.postId, "transcript.txt") : null,
      },
    ]
  })
  const icon = pictureUrl(channel.icon, "header")
  const updatedMs = updatedMsOf(posts)
  const text = writePodcast({
    ...aboutOf(channel, origin),
    ...{ author: channel.displayName ?? channel.userCode, imageUrl: icon === null ? null : origin + icon },
    selfUrl: origin + paths.channelFeed(channel.code, PODCAST_FEED),
    ...{ updatedMs, episodes },
  })
  return answerDocument({ text, type: LIST_TYPES.rss, updatedMs }, headers)
})

const aboutOf = ({ subject, bio, code, languages }: ListedChannel, origin: string) => ({
  title: subject,
  description: bio === "" ? subject : bio,
  homeUrl: origin + paths.user(code),
  language: languages[0] ?? "en",
})

const updatedMsOf = (posts: ReadonlyArray<PublishedPost>): number =>
  Math.max(0, ...posts.map(({ revisedAt, publishedAt }) => Math.max(revisedAt.getTime(), publishedAt?.getTime() ?? 0)))

/** Makes entries of posts, with absolute addresses and their public files as enclosures. */
const entryWriter = Effect.fnUntraced(function* (
  channel: ListedChannel,
  posts: ReadonlyArray<PublishedPost>,
  origin: string,
) {
  const links = yield* MediaLinks
  const ids = [...new Set(posts.flatMap(({ media }) => media.map(({ mediaId }) => mediaId)))]
  const files = new Map((yield* findOwnMedia(channel.personId, ids)).map((file) => [file.mediaId, file]))
  const urlOf = (file: ListedMedia) => origin + links.publicPath(file.mediaId, fileNameOf(file))

  const htmlOf = (post: PublishedPost, own: ReadonlyArray<ListedMedia>) =>
    renderPost(post.preview, {
      resolveMedia: (mediaId) => {
        const file = own.find((each) => each.mediaId === mediaId)
        return file === undefined ? null : { ...file, url: urlOf(file) }
      },
      ...(post.language === null ? {} : { locale: post.language }),
    }).html

  return (post: PublishedPost): Entry => {
    const slug = post.slugs.at(-1)
    const url = slug === undefined ? origin + paths.user(channel.code) : origin + paths.post(channel.code, slug)
    const own = post.media.flatMap(({ mediaId }) => files.get(mediaId) ?? [])
    const html = post.preview.length > WHOLE_LENGTH_MAX ? null : htmlOf(post, own)
    const cover = pictureUrl(post.cover, "header")
    return {
      id: `urn:uuid:${post.postId}`,
      url,
      title: post.title,
      summary: summaryOf(post.preview),
      ...(html === null ? {} : { html: post.hasGated ? `${html}<p><a href="${url}">${url}</a></p>` : html }),
      author: channel.displayName ?? channel.userCode,
      publishedMs: (post.publishedAt ?? post.revisedAt).getTime(),
      language: post.language,
      tags: post.tags,
      imageUrl: cover === null ? null : origin + cover,
      enclosures: own
        .filter(({ kind }) => kind !== "image")
        .map((file) => ({ url: urlOf(file), type: file.type, lengthBytes: file.bytes })),
      source: { title: channel.subject, url: origin + paths.channelFeed(channel.code, "posts.rss") },
    }
  }
})
