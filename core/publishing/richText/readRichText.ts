import { type RenderOptions, renderPost } from "../markdown/renderPost.ts"
import { comparableHtml } from "./comparableHtml.ts"
import { documentOf, NotRich, type RichObstacle } from "./documentOf.ts"
import { markdownOf } from "./markdownOf.ts"
import { RICH_TEXT_BYTES_MAX, type RichNode } from "./RichDocument.ts"

/**
 * Reads a Markdown text for the rich editor, or says why it has to stay Markdown. The document is written back and read
 * again: nothing may be lost, and readers must see the same.
 */
export const readRichText = (
  markdown: string,
): { readonly document: RichNode } | { readonly obstacle: RichObstacle } => {
  if (Buffer.byteLength(markdown) > RICH_TEXT_BYTES_MAX) return { obstacle: "long" }
  try {
    const document = documentOf(markdown)
    const written = markdownOf(document)
    const isSame =
      JSON.stringify(documentOf(written)) === JSON.stringify(document) && rendered(written) === rendered(markdown)
    return isSame ? { document } : { obstacle: "other" }
  } catch (error) {
    if (error instanceof NotRich) return { obstacle: error.obstacle }
    throw error
  }
}

const rendered = (markdown: string): string => comparableHtml(renderPost(markdown, SHOWN).html)

/** Every file is there, so that texts that name different ones differ. */
const SHOWN: RenderOptions = {
  resolveMedia: (mediaId) => ({ kind: "image", url: `/${mediaId}`, width: null, height: null, durationMs: null }),
}
