import { Effect } from "effect"
import { isUuid } from "#core/kernel"
import {
  chaptersOf,
  hasChapters,
  hasTranscript,
  MediaLinks,
  type PostMedia,
  renderPost,
  summaryOf,
  transcriptOf,
} from "#core/publishing"
import { findChannel, findWithheldChannel, type ListedChannel } from "#projections/channels"
import { findOwnMedia, type ListedMedia, newestPosts, type PublishedPost, publishedPost } from "#projections/publishing"
import { LIST_FORMATS, LIST_TYPES, type ListFormat, PODCAST_FEED } from "#src/lib/lists.ts"
import { paths } from "#src/lib/paths.ts"
import type { Services } from "#src/process/runtime.ts"
import { pictureUrl } from "../images/pictureUrl.ts"
import { fileNameOf } from "../media/fileNameOf.ts"
import { answerDocument, type SentDocument } from "./answerDocument.ts"
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
  if (channel === null) return (yield* findWithheldChannel(code)) === null ? NOT_FOUND() : withheld(origin)
  const format = LIST_FORMATS.find((each) => name === `posts.${each}`)
  if (channel.movedTo !== null && (format !== undefined || name === PODCAST_FEED)) return movedTo(channel.movedTo)
  const view = yield* publicView(channel, origin)
  if (format !== undefined) return answerDocument(yield* postsDocument(channel, format, origin, view), headers)
  if (name === PODCAST_FEED) return answerDocument(yield* podcastDocument(channel, origin, view), headers)
  const [, postId = "", part] = /^([0-9a-f-]{36})\.(chapters\.json|transcript\.txt)$/.exec(name) ?? []
  const post = isUuid(postId) ? yield* publishedPost(channel.channelId, postId) : null
  const document = post === null ? null : partDocument(post, post.preview, part === "chapters.json")
  return document === null ? NOT_FOUND() : answerDocument(document, headers)
})

/** The feed is elsewhere now. Programs store a permanent redirect; caches ask again, because a move can be ended. */
const movedTo = (location: string) =>
  new Response(null, { status: 301, headers: { location, "cache-control": "public, max-age=3600" } })

/** Operators took the channel down (RFC 7725). */
const withheld = (origin: string) =>
  new Response("Unavailable for legal reasons", {
    status: 451,
    headers: { link: `<${origin}/>; rel="blocked-by"`, "cache-control": "private, no-store" },
  })

const NOT_FOUND = () => new Response("Not found", { status: 404 })

/** The chapters or the transcript in a text of a post; null if there are none. */
export const partDocument = (post: PublishedPost, text: string, isChapters: boolean): SentDocument | null => {
  const updatedMs = post.revisedAt.getTime()
  if (!isChapters) {
    const transcript = transcriptOf(text)
    return transcript === null ? null : { text: `${transcript}\n`, type: "text/plain", updatedMs }
  }
  const chapters = chaptersOf(text).map(({ startSeconds, title }) => ({ startTime: startSeconds, title }))
  if (chapters.length === 0) return null
  return { text: JSON.stringify({ version: "1.2.0", chapters }), type: "application/json+chapters", updatedMs }
}

/** How a channel is shown to the readers of a feed. */
export type FeedView = {
  /** The address of a document of the same feed. */
  readonly documentUrl: (name: string) => string
  readonly fileUrl: (file: ListedMedia) => string
  /** What these readers may read of a post. */
  readonly open: (post: PublishedPost) => Effect.Effect<OpenedPost, never, Services>
  /** Whether directories of podcasts must leave it out. */
  readonly isPrivate: boolean
  /** An entry before those of posts, if some of them are cut. */
  readonly ifCut: Entry | null
}

/** A post as the readers of a feed may read it. */
export type OpenedPost = {
  readonly text: string
  readonly media: ReadonlyArray<PostMedia>
  /** Whether there is more that they may not read. */
  readonly isCut: boolean
}

const publicView = (channel: ListedChannel, origin: string): Effect.Effect<FeedView, never, MediaLinks> =>
  Effect.map(MediaLinks, (links) => ({
    documentUrl: (name) => origin + paths.channelFeed(channel.code, name),
    fileUrl: (file) => origin + links.publicPath(file.mediaId, fileNameOf(file)),
    open: ({ preview, media, hasGated }) => Effect.succeed({ text: preview, media, isCut: hasGated }),
    isPrivate: false,
    ifCut: null,
  }))

/** The posts of a channel as a document. */
export const postsDocument = Effect.fn("postsDocument")(function* (
  channel: ListedChannel,
  format: ListFormat,
  origin: string,
  view: FeedView,
) {
  const posts = yield* newestPosts(channel.channelId, POSTS_MAX)
  const opened = yield* openAll(posts, view)
  const entryOf = yield* entryWriter(channel, opened, origin, view)
  const document: Channel = {
    ...aboutOf(channel, origin),
    selfUrl: view.documentUrl(`posts.${format}`),
    updatedMs: updatedMsOf(posts),
    isPrivate: view.isPrivate,
    entries: [
      ...(view.ifCut !== null && opened.some(({ isCut }) => isCut) ? [view.ifCut] : []),
      ...opened.map(entryOf),
    ],
  }
  return { text: writeChannel(document, format), type: LIST_TYPES[format], updatedMs: document.updatedMs }
})

/** The posts with sound or film that these readers may have, as a podcast. */
export const podcastDocument = Effect.fn("podcastDocument")(function* (
  channel: ListedChannel,
  origin: string,
  view: FeedView,
) {
  const newest = yield* newestPosts(channel.channelId, EPISODES_MAX)
  const opened = (yield* openAll(newest, view)).filter(({ media }) => media.some(({ kind }) => kind !== "image"))
  const entryOf = yield* entryWriter(channel, opened, origin, view)
  const episodes = opened.flatMap((one): ReadonlyArray<Episode> => {
    const { post, text, media } = one
    const entry = entryOf(one)
    const [enclosure] = entry.enclosures
    if (enclosure === undefined) return []
    const partUrl = (part: string) => view.documentUrl(`${post.postId}.${part}`)
    return [
      {
        ...{ entry, enclosure, durationMs: media.find(({ kind }) => kind !== "image")?.durationMs ?? null },
        chaptersUrl: hasChapters(text) ? partUrl("chapters.json") : null,
        transcriptUrl: hasTranscript(text) ? partUrl("transcript.txt") : null,
      },
    ]
  })
  const icon = pictureUrl(channel.icon, "header")
  const updatedMs = updatedMsOf(opened.map(({ post }) => post))
  const text = writePodcast({
    ...aboutOf(channel, origin),
    ...{ author: channel.displayName ?? channel.userCode, imageUrl: icon === null ? null : origin + icon },
    selfUrl: view.documentUrl(PODCAST_FEED),
    ...{ updatedMs, episodes, isPrivate: view.isPrivate },
  })
  return { text, type: LIST_TYPES.rss, updatedMs }
})

type Opened = OpenedPost & { readonly post: PublishedPost }

const openAll = (posts: ReadonlyArray<PublishedPost>, view: FeedView) =>
  Effect.forEach(posts, (post) => Effect.map(view.open(post), (opened): Opened => ({ post, ...opened })))

const aboutOf = ({ subject, bio, code, languages }: ListedChannel, origin: string) => ({
  title: subject,
  description: bio === "" ? subject : bio,
  homeUrl: origin + paths.user(code),
  language: languages[0] ?? "en",
})

const updatedMsOf = (posts: ReadonlyArray<PublishedPost>): number =>
  Math.max(0, ...posts.map(({ revisedAt, publishedAt }) => Math.max(revisedAt.getTime(), publishedAt?.getTime() ?? 0)))

/** Makes entries of posts, with absolute addresses and their files as enclosures. */
const entryWriter = Effect.fnUntraced(function* (
  channel: ListedChannel,
  opened: ReadonlyArray<Opened>,
  origin: string,
  view: FeedView,
) {
  const ids = [...new Set(opened.flatMap(({ media }) => media.map(({ mediaId }) => mediaId)))]
  const files = new Map((yield* findOwnMedia(channel.personId, ids)).map((file) => [file.mediaId, file]))

  const htmlOf = (text: string, language: string | null, own: ReadonlyArray<ListedMedia>) =>
    renderPost(text, {
      resolveMedia: (mediaId) => {
        const file = own.find((each) => each.mediaId === mediaId)
        return file === undefined ? null : { ...file, url: view.fileUrl(file) }
      },
      ...(language === null ? {} : { locale: language }),
    }).html

  return ({ post, text, media, isCut }: Opened): Entry => {
    const slug = post.slugs.at(-1)
    const url = slug === undefined ? origin + paths.user(channel.code) : origin + paths.post(channel.code, slug)
    const own = media.flatMap(({ mediaId }) => files.get(mediaId) ?? [])
    const html = text.length > WHOLE_LENGTH_MAX ? null : htmlOf(text, post.language, own)
    const cover = pictureUrl(post.cover, "header")
    return {
      id: `urn:uuid:${post.postId}`,
      url,
      title: post.title,
      summary: summaryOf(post.preview),
      ...(html === null ? {} : { html: isCut ? `${html}<p><a href="${url}">${url}</a></p>` : html }),
      author: channel.displayName ?? channel.userCode,
      publishedMs: (post.publishedAt ?? post.revisedAt).getTime(),
      language: post.language,
      tags: post.tags,
      imageUrl: cover === null ? null : origin + cover,
      enclosures: own
        .filter(({ kind }) => kind !== "image")
        .map((file) => ({ url: view.fileUrl(file), type: file.type, lengthBytes: file.bytes })),
      source: { title: channel.subject, url: origin + paths.channelFeed(channel.code, "posts.rss") },
    }
  }
})
