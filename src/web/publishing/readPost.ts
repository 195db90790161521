import { Effect } from "effect"
import { POST_LEVEL, POST_STATUS } from "#contract/publishing"
import { measureText, type PostMedia, plainTextOf } from "#core/publishing"
import { type ListedPost, readGated } from "#projections/publishing"
import type { Locale } from "#src/i18n/index.ts"
import { mediaResolver } from "../media/resolveMedia.ts"
import { cardResolver } from "./cardResolver.ts"
import { renderPart } from "./renderPart.ts"

/** A post as a person may read it. @param viewerId null for a guest */
export const readPost = Effect.fn("readPost")(function* (post: ListedPost, viewerId: string | null, locale: Locale) {
  const render = Effect.fnUntraced(function* (
    { markdown, media }: { readonly markdown: string; readonly media: ReadonlyArray<PostMedia> },
    idPrefix: string,
    isPublic: boolean,
  ) {
    const resolveMedia = yield* mediaResolver(media, isPublic ? null : viewerId)
    const resolveCard = yield* cardResolver(markdown)
    return renderPart(markdown, { idPrefix, locale, resolveMedia, resolveCard })
  })
  const gated = yield* readGated({ personId: viewerId }, post)
  const isPublished = post.statusId === POST_STATUS.published
  const isOpen = post.levelId === POST_LEVEL.everyone
  const preview = yield* render({ markdown: post.preview, media: post.media }, "", isPublished)
  const rest = gated && (yield* render(gated, "g", isPublished && isOpen))
  const text = gated === null ? post.preview : `${post.preview}\n\n${gated.markdown}`
  return {
    preview: preview.html,
    gated: rest?.html ?? null,
    isLocked: post.hasGated && gated === null && !isOpen,
    frames: [...new Set([...preview.frames, ...(rest?.frames ?? [])])],
    minutes: measureText(plainTextOf(text)).minutes,
  }
})
