import { Effect } from "effect"
import { currentTimeIso, isUuid } from "#core/kernel"
import { Notices } from "#core/notifications"
import { type FeedReader, MediaAccess, MemberFeeds } from "#core/publishing"
import { findChannelById, type ListedChannel } from "#projections/channels"
import { noticeWith } from "#projections/notifications"
import { findOwnMedia, type ListedMedia, publishedPost, readGated } from "#projections/publishing"
import { MEMBER_FEED, MEMBER_FEED_FILES, takeToken } from "#src/api/limits.ts"
import { LOCALES, translator } from "#src/i18n/index.ts"
import { LIST_FORMATS, PODCAST_FEED } from "#src/lib/lists.ts"
import { paths } from "#src/lib/paths.ts"
import { answerFile, type FileAnswer, type FileRequest } from "../media/fileAnswer.ts"
import { fileNameOf } from "../media/fileNameOf.ts"
import { answerDocument } from "./answerDocument.ts"
import { type FeedView, partDocument, podcastDocument, postsDocument } from "./channelFeeds.ts"
import type { Entry } from "./writeListDocument.ts"

type Named = { readonly token: string; readonly name: string }

export type MemberFeedRequest = Named & {
  readonly headers: Headers
  readonly origin: string
  /** The address of the client, of which the network is noted. */
  readonly address: string
}

/** Tells the owner of a private feed that others may have its address, and where to renew it. */
const warnOwner = Effect.fnUntraced(function* ({ feedId, personId }: FeedReader, { code, subject }: ListedChannel) {
  yield* Effect.logWarning("a private feed is used from many networks", { feedId })
  const now = yield* currentTimeIso
  const notice = noticeWith("privateFeedShared", now, { name: subject, channelCode: code })
  yield* (yield* Notices).give(personId, `private feed ${feedId} ${now}`, notice)
})

/**
 * Answers with a private feed of a channel: what its reader may read now. Without a level it has the public parts, and
 * still the status 200, because apps give up on feeds that fail. Tokens that were revoked are not found.
 */
export const answerMemberFeed = Effect.fn("answerMemberFeed")(function* (request: MemberFeedRequest) {
  const { token, name, headers, origin, address } = request
  const feeds = yield* MemberFeeds
  const reader = yield* feeds.find(token)
  const channel = reader === null ? null : yield* findChannelById(reader.channelId)
  if (reader === null || channel === null) return NOT_FOUND()
  const seconds = yield* takeToken(MEMBER_FEED, reader.feedId)
  if (seconds > 0)
    return new Response("Too many requests\n", { status: 429, headers: { ...OWN, "retry-after": String(seconds) } })
  if (yield* feeds.noteUse(reader.feedId, address)) yield* warnOwner(reader, channel)
  const view = viewOf(channel, reader, token, origin)
  const format = LIST_FORMATS.find((each) => name === `posts.${each}`)
  if (format !== undefined) return own(answerDocument(yield* postsDocument(channel, format, origin, view), headers))
  if (name === PODCAST_FEED) return own(answerDocument(yield* podcastDocument(channel, origin, view), headers))
  const [, postId = "", part] = PART.exec(name) ?? []
  const post = isUuid(postId) ? yield* publishedPost(channel.channelId, postId) : null
  if (post === null) return NOT_FOUND()
  const { text } = yield* view.open(post)
  const document = partDocument(post, text, part === "chapters.json")
  return document === null ? NOT_FOUND() : own(answerDocument(document, headers))
})

const PART = /^([0-9a-f-]{36})\.(chapters\.json|transcript\.txt)$/

/** Nothing of a private feed is stored by others, or found by search engines. */
const OWN = { "cache-control": "private, no-store", "x-robots-tag": "noindex", "referrer-policy": "no-referrer" }

const NOT_FOUND = () => new Response("Not found\n", { status: 404, headers: OWN })

const own = (response: Response): Response => {
  for (const [name, value] of Object.entries(OWN)) response.headers.set(name, value)
  response.headers.delete("access-control-allow-origin")
  return response
}

const viewOf = (channel: ListedChannel, { personId, feedId }: FeedReader, token: string, origin: string): FeedView => {
  const urlOf = (name: string) => origin + paths.memberFeed(token, name)
  return {
    documentUrl: urlOf,
    // As long as the token lives: apps load a file again if its address changes.
    fileUrl: (file) => urlOf(nameOfFile(file)),
    open: Effect.fnUntraced(function* (post) {
      const gated = post.hasGated ? yield* readGated({ personId }, post) : null
      const { preview, media } = post
      if (gated === null) return { text: preview, media, isCut: post.hasGated }
      const text = [preview, gated.markdown].filter((part) => part !== "").join("\n\n")
      return { text, media: [...media, ...gated.media], isCut: false }
    }),
    isPrivate: true,
    ifCut: previewEntry(channel, feedId, origin),
  }
}

/** Says that a feed has public parts alone, so that nobody waits for more. Always the same entry. */
const previewEntry = (channel: ListedChannel, feedId: string, origin: string): Entry => {
  const locale = LOCALES.find((each) => channel.languages.includes(each)) ?? "en"
  const t = translator(locale)
  const url = origin + paths.user(channel.code)
  return {
    ...{ id: `urn:uuid:${feedId}`, url, title: t("memberFeeds.previews"), summary: t("memberFeeds.previewsText") },
    ...{ author: channel.subject, publishedMs: channel.openedAt.getTime(), language: locale, tags: [], imageUrl: null },
    ...{ enclosures: [], source: { title: channel.subject, url } },
  }
}

/** The name of a file in private feeds: its id, and an ending by which programs know what it is. */
const nameOfFile = (file: ListedMedia): string => `${file.mediaId}.${fileNameOf(file).split(".").at(-1) ?? "bin"}`

/**
 * Decides the response to a request for a file of a private feed; null if there is none, or none for its reader. The level
 * is checked again at each request.
 */
export const deliverMemberFile = Effect.fn("deliverMemberFile")(function* (
  { token, mediaId }: { readonly token: string; readonly mediaId: string },
  request: FileRequest,
) {
  const reader = yield* MemberFeeds.use(({ find }) => find(token))
  const channel = reader === null ? null : yield* findChannelById(reader.channelId)
  if (reader === null || channel === null) return null
  if ((yield* takeToken(MEMBER_FEED_FILES, reader.feedId)) > 0) return null
  // A token is for one channel, whatever else its reader may read.
  const [known] = yield* findOwnMedia(channel.personId, [mediaId])
  const grant = known === undefined ? null : yield* MediaAccess.use(({ find }) => find(mediaId, reader.personId))
  if (grant === null || grant.access === "nobody") return null
  const { bytes, type, digest } = grant.file
  const answer: FileAnswer = answerFile(request, {
    length: bytes,
    type,
    etag: `"${digest}"`,
    name: fileNameOf(grant.file),
  })
  return { ...answer, headers: { ...answer.headers, ...OWN, "cross-origin-resource-policy": "cross-origin" } }
})
