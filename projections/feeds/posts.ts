import { mediaAddress, pictureAddress } from "#core/media"
import {
  channelFeedId,
  mediaIdsOf,
  type PostEvent,
  pictureAddressesOf,
  postItemId,
  publicMarkdown,
  renderPost,
  summaryOf,
} from "#core/publishing"
import { type Change, patch, put, remove } from "#projections/runner"
import { item, itemBody } from "./tables.ts"

type Version = Omit<Extract<PostEvent, { readonly _tag: "publishing.PostPublished.v1" }>, "_tag" | "publishedAt">
type Shown = Version & { readonly storyKey?: string }
type Named = { readonly postId: string; readonly channelId: number }

/** A published post as an item of its channel's feed, with what everyone may read. Deleted ones have no text. */
export const shownPost = (version: Shown, publishedAt: string, position: number): ReadonlyArray<Change> => {
  const text = publicMarkdown(version)
  if (text === null) return []
  const itemId = postItemId(version.channelId, version.postId)
  return [
    put(item, {
      item_id: itemId,
      feed_id: channelFeedId(version.channelId),
      sort_at: version.storyKey === undefined ? publishedAt : after(publishedAt),
      position,
      // Its page is found by the item, so that a new address of the post changes nothing here.
      link: null,
      link_key: version.storyKey ?? itemId,
      ...itemColumns(version, text),
      ...{ author: null, video_url: null, enclosures: [], duration_seconds: null },
      ...{ transcript_url: null, chapters_url: null, published_at: publishedAt, updated_at: null },
      ...{ first_seen_at: publishedAt, is_withheld: false },
    }),
    put(itemBody, { item_id: itemId, content_html: htmlOf(version, text) }),
  ]
}

/**
 * A copy comes after the item that readers know. Of a story, lists show the first item, so its marks and notes stay what they
 * were.
 */
const after = (at: string): string => new Date(Date.parse(at) + 1).toISOString()

/** The item of a post with a new version. Drafts and hidden posts have none. */
export const revisedPost = (version: Version, at: string): ReadonlyArray<Change> => {
  const text = publicMarkdown(version)
  if (text === null) return []
  const itemId = postItemId(version.channelId, version.postId)
  return [
    patch(item, [itemId], (row) => ({ ...row, ...itemColumns(version, text), updated_at: at })),
    patch(itemBody, [itemId], (row) => ({ ...row, content_html: htmlOf(version, text) })),
  ]
}

export const removedPost = ({ channelId, postId }: Named): ReadonlyArray<Change> => {
  const itemId = postItemId(channelId, postId)
  return [remove(item, [itemId]), remove(itemBody, [itemId])]
}

const itemColumns = (version: Version, text: string) => ({
  title: version.title ?? "",
  summary: summaryOf(text),
  language: version.language,
  tags: version.tags ?? [],
  level_id: version.levelId,
  image_url: pictureOf(version, text),
})

/** The cover of a post, or else the first image that everyone may see: an uploaded one before one of another site. */
const pictureOf = ({ cover, media }: Version, text: string): string | null => {
  if (cover !== null) return pictureAddress("header", cover)
  const images = new Set((media ?? []).filter(({ kind }) => kind === "image").map(({ mediaId }) => mediaId))
  const first = mediaIdsOf(text).find((mediaId) => images.has(mediaId))
  return first === undefined ? (pictureAddressesOf(text)[0] ?? null) : mediaAddress(first)
}

/** Files are named by their ids: who shows the item decides whether they can be loaded. */
const htmlOf = ({ media, language }: Version, text: string): string => {
  const files = new Map(
    (media ?? []).map((file) => [file.mediaId, { ...file, url: `/media/${file.mediaId}/${file.kind}` }]),
  )
  return renderPost(text, {
    resolveMedia: (mediaId) => files.get(mediaId) ?? null,
    ...(language === null ? {} : { locale: language }),
  }).html
}
