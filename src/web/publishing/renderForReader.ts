import { Effect } from "effect"
import { AttachableMedia, measureText, mediaIdsOf, plainTextOf, type RenderedPost } from "#core/publishing"
import type { Locale } from "#src/i18n/locales.ts"
import { mediaResolver } from "../media/resolveMedia.ts"
import { cardResolver } from "./cardResolver.ts"
import { renderPart } from "./renderPart.ts"

export type PostForReader = {
  readonly preview: string
  readonly gated: string
  /** Ids of Home/Levels: who may read the gated part, and who reads. */
  readonly levelId: number
  readonly readerLevelId: number
  /** The author. */
  readonly personId: string
  readonly locale: Locale
}

/** A post as a reader of a level will see it. The author's own files are shown, whatever part they stand in. */
export const renderForReader = Effect.fn("renderForReader")(function* (post: PostForReader) {
  const { preview, gated, levelId, readerLevelId, personId, locale } = post
  const isLocked = readerLevelId < levelId
  const shown = isLocked ? preview : `${preview}\n\n${gated}`
  const mediaIds = mediaIdsOf(shown)
  const media = mediaIds.length === 0 ? [] : yield* (yield* AttachableMedia).find(personId, mediaIds)
  const resolveMedia = yield* mediaResolver(media, personId)
  const resolveCard = yield* cardResolver(shown)
  const render = (markdown: string, idPrefix: string): RenderedPost =>
    renderPart(markdown, { resolveMedia, resolveCard, idPrefix, locale })
  const first = render(preview, "")
  const second = isLocked || gated.trim() === "" ? null : render(gated, "g")
  return {
    preview: first,
    gated: second,
    isLocked: isLocked && gated.trim() !== "",
    frames: [...new Set([...first.frames, ...(second?.frames ?? [])])],
    missing: [...first.missing, ...(second?.missing ?? [])],
    ...measureText(plainTextOf(shown)),
  }
})
