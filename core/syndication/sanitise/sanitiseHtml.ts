import { CONTENT_LENGTH_MAX } from "../parse/limits.ts"
import { HTML_VOID } from "../parse/text/htmlNames.ts"
import { cutHtml } from "./cutHtml.ts"
import { filterHtml, NESTING_MAX } from "./filterHtml.ts"
import { flattenDeep } from "./flattenDeep.ts"

export type SanitiseOptions = {
  /** The absolute address that relative ones refer to; without one they are dropped. */
  readonly baseUrl: string | null
}

export type CleanArticle = {
  /** Safe to put into a page as it is, at most CONTENT_LENGTH_MAX characters. */
  readonly html: string
  /** Pictures large enough to stand for the article, in order. */
  readonly images: ReadonlyArray<string>
  /** Pages of the videos and sounds that it embedded, in order. */
  readonly videos: ReadonlyArray<string>
}

/** A stranger's HTML, safe to show: see `sanitiseArticle`. */
export const sanitiseHtml = (html: string, options: SanitiseOptions): string => sanitiseArticle(html, options).html

/**
 * Makes a stranger's HTML safe and keeps what makes it an article. Only allowed elements and attributes remain, all
 * addresses are absolute http(s) ones (links may be mailto too) without tracking parameters, pixels that count readers
 * are gone, frames of known video hosts have become links, nothing has an id or a style. What comes out comes out
 * unchanged when it is put in again.
 */
export const sanitiseArticle = (html: string, { baseUrl }: SanitiseOptions): CleanArticle => {
  const first = filterHtml(flattenDeep(closeInPlace(cutHtml(html, SOURCE_LENGTH_MAX))), baseUrl)
  let clean = first
  // Without an element that was dropped, its neighbours may nest in another way: filtered until nothing moves.
  for (let round = 1; clean.restructured && round < ROUNDS_MAX; round += 1) clean = filterHtml(clean.html, null)
  let short = clean.html
  // The reserve is for the closing tags of what the cut leaves open.
  if (short.length > CONTENT_LENGTH_MAX)
    short = filterHtml(cutHtml(short, CONTENT_LENGTH_MAX - CLOSING_RESERVE), null).html
  return { html: short.trim(), images: [...new Set(first.images)], videos: [...new Set(first.videos)] }
}

/**
 * Writes `<code/>` as `<code></code>`: XML serializers close elements in place, and HTML would read the rest of the article
 * as their content. If a name has more closing tags than opening ones, its author meant such tags to open.
 */
const closeInPlace = (html: string): string => {
  if (!html.includes("/>")) return html
  const balance = new Map<string, number>()
  for (const [tag, slash, name = ""] of html.matchAll(TAG)) {
    if (slash === "" && tag.endsWith("/>")) continue
    const key = name.toLowerCase()
    balance.set(key, (balance.get(key) ?? 0) + (slash === "/" ? -1 : 1))
  }
  return html.replace(CLOSED_IN_PLACE, (tag, start: string, name: string) => {
    const key = name.toLowerCase()
    return HTML_VOID.has(key) || (balance.get(key) ?? 0) < 0 ? tag : `${start}></${name}>`
  })
}

const ATTRIBUTES = String.raw`\s(?:[^<>"']|"[^"<]{0,5000}"|'[^'<]{0,5000}'){0,5000}`
const TAG = new RegExp(String.raw`<(/?)([a-z][\w:-]{0,30})(?:${ATTRIBUTES})?/?>`, "gi")
/** A slash right behind a value without quotes belongs to the value. */
const CLOSED_IN_PLACE = new RegExp(String.raw`(<([a-z][\w:-]{0,30})(?:${ATTRIBUTES}(?<=["'\s]))?)/>`, "gi")

const SOURCE_LENGTH_MAX = 2 * CONTENT_LENGTH_MAX
const CLOSING_RESERVE = NESTING_MAX * "</blockquote>".length
const ROUNDS_MAX = 5
