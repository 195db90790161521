import { insertBlock } from "./edits.ts"
import { applyEdit, selectionOf } from "./toolbar.ts"

type FileText = {
  readonly insertFiles: (files: ReadonlyArray<{ readonly src: string; readonly alt: string }>) => void
  readonly find: (alt: string) => string | null
  readonly replaceFile: (src: string, mediaId: string | null) => void
}

/** Uploads in Markdown: `![name](#address)` stands where the file will be. */
export const uploadsInMarkdown = (
  areas: ReadonlyArray<HTMLTextAreaElement>,
  current: () => HTMLTextAreaElement,
): FileText => ({
  insertFiles: (files) =>
    applyEdit(
      current(),
      insertBlock(selectionOf(current()), files.map(({ src, alt }) => `![${alt}](${src})`).join("\n")),
    ),
  find: (alt) => {
    for (const { value } of areas) {
      const at = value.indexOf(`![${alt}](#`)
      const address = at === -1 ? null : /^#[\da-f-]{36}(?=\))/.exec(value.slice(at + alt.length + 4))
      if (address != null) return address[0]
    }
    return null
  },
  replaceFile: (src, mediaId) => {
    for (const area of areas) {
      const at = area.value.indexOf(`](${src})`)
      if (at === -1) continue
      const from = area.value.lastIndexOf("![", at)
      const [start, text] = mediaId === null ? [from, ""] : [at + 2, `media:${mediaId}`]
      // The writer may have gone on typing: their selection stays.
      area.setRangeText(text, start, at + 2 + src.length + (mediaId === null ? 1 : 0), "preserve")
      area.dispatchEvent(new InputEvent("input", { bubbles: true }))
      return
    }
  },
})
