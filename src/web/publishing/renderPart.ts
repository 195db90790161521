import { type RenderedPost, type RenderOptions, renderPost } from "#core/publishing"
import type { Locale } from "#src/i18n/locales.ts"
import { imageUrl } from "../images/imageUrl.ts"

/** Twice the width of the text column, rounded up to a width of the proxy. */
const PICTURE_WIDTH = 1_280

type Part = Pick<RenderOptions, "resolveMedia" | "resolveCard"> & {
  /** Begins the ids of this part. */
  readonly idPrefix: string
  readonly locale: Locale
}

/** Renders a part of a post for a page of ours. Pictures of other sites come through the proxy. */
export const renderPart = (markdown: string, options: Part): RenderedPost =>
  renderPost(markdown, { ...options, resolvePicture: (address) => imageUrl(address, PICTURE_WIDTH) })
