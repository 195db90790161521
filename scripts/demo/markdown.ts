import { decodeHTML } from "entities"
import { Marked } from "marked"

/**
 * Converts Markdown to HTML. `figureUrl` returns the address of the text's n-th figure, counted from 1:
 * `![caption](figure)`.
 */
export const toHtml = (text: string, figureUrl: (place: number) => string): string => {
  let figures = 0
  const marked = new Marked({
    renderer: {
      image: ({ text: caption }) => {
        figures += 1
        return `<img src="${figureUrl(figures)}" alt="${escapeHtml(caption)}" loading="lazy">`
      },
    },
  })
  return marked.parse(text, { async: false }).trim()
}

/**
 * Returns the sentences of a text on one line for summaries and transcripts, without tables, code, figures and
 * headings.
 */
export const toPlain = (text: string): string => {
  const marked = new Marked()
  const notified = marked
    .lexer(text)
    .filter(({ type, raw }) => ["paragraph", "blockquote", "list"].includes(type) && !raw.startsWith("!["))
  const html = marked.parser(notified)
  return decodeHTML(html.replace(/<[^>]*>/g, ""))
    .replace(/\s+/g, " ")
    .trim()
}

/** Escapes a text for element content and double-quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
