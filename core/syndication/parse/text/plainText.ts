import { decodeHTMLStrict } from "entities"
import { HTML_NAMES } from "./htmlNames.ts"
import { stripTags } from "./stripTags.ts"

/** The text of HTML: without tags, references decoded once, white space collapsed. */
export const plainText = (html: string): string => collapseSpace(decodeHTMLStrict(stripTags(html)))

/** Collapses white space and removes invisible and control characters. */
export const collapseSpace = (text: string): string => text.replace(INVISIBLE, "").replace(SPACES, " ").trim()

/** Whether a text was meant as HTML: it has tags or a reference. */
export const looksLikeHtml = (text: string): boolean => hasReference(text) || hasTags(text)

/** Whether a text has HTML tags: it closes a known element, or has one that needs no closing. */
export const hasTags = (text: string): boolean => {
  if (!text.includes("<")) return false
  for (const [tag, slash = "", name = ""] of text.matchAll(TAG)) {
    const isClosed = slash !== "" || tag.endsWith("/>")
    if (isClosed ? HTML_NAMES.has(name.toLowerCase()) : UNCLOSED.test(name)) return true
  }
  return false
}

/** Whether decoding references would change the text. */
export const hasReference = (text: string): boolean => REFERENCE.test(text) && decodeHTMLStrict(text) !== text

/** Decodes references once. */
export const decodeReferences = (text: string): string => (text.includes("&") ? decodeHTMLStrict(text) : text)

/** Escapes a text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** Cuts a text to `max` characters with an ellipsis, between words if possible, never inside a character. */
export const cutText = (text: string, max: number): string => {
  if (text.length <= max) return text
  const cut = text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")
  const space = cut.lastIndexOf(" ")
  return `${(space > max * 0.8 ? cut.slice(0, space) : cut).trimEnd()}…`
}

const TAG = /<(\/?)([A-Za-z][A-Za-z0-9]{0,15})(?=[\s/>])[^<>]{0,2000}>/g
const UNCLOSED = /^(?:br|hr|img|p)$/i
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i
// Single spaces are skipped: replacing them took a tenth of the time of reading a feed.
const SPACES = /\s{2,}|[^\S ]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const INVISIBLE = /[\u0000-\u0008\u000e-\u001f\u007f\u200b\u2060\ufeff\u00ad]/g
