import { CONTENT_LENGTH_MAX } from "../parse/limits.ts"
import { closeInPlace } from "../parse/text/closeInPlace.ts"
import { filterHtml, NESTING_MAX } from "./filterHtml.ts"
import { flattenDeep } from "./flattenDeep.ts"

/** Cuts HTML to `max` characters between tags, words and references. Open elements are closed by the next parser. */
const cutHtml = (html: string, max: number): string => {
  if (html.length <= max) return html
  const cut = html.slice(0, max).replace(/[\ud800-\udbff]$/, "")
  const open = cut.lastIndexOf("<")
  if (open > cut.lastIndexOf(">")) return cut.slice(0, open)
  const space = cut.search(/\s\S{0,200}$/)
  return space > cut.lastIndexOf(">") && space >= 0 ? cut.slice(0, space) : cut.replace(/&[^\s;&<>]{0,40}$/, "")
}

export type SanitiseOptions = {
  /** Absolute base of relative addresses; without one they are dropped. */
  readonly baseUrl: string | null
}

export type CleanArticle = {
  /** Safe to insert into a page, at most CONTENT_LENGTH_MAX characters. */
  readonly html: string
  /** Pictures large enough to represent the article, in order. */
  readonly images: ReadonlyArray<string>
  /** Pages of embedded videos and sounds, in order. */
  readonly videos: ReadonlyArray<string>
}

/** Foreign HTML, safe to show: see `sanitiseArticle`. */
export const sanitiseHtml = (html: string, options: SanitiseOptions): string => sanitiseArticle(html, options).html

/**
 * Makes foreign HTML safe. Only allowed elements and attributes remain; addresses are absolute http(s) ones (links may also
 * be mailto and tel) without tracking parameters; tracking pixels are removed; frames become links; there are no ids and
 * styles. Idempotent.
 */
export const sanitiseArticle = (html: string, { baseUrl }: SanitiseOptions): CleanArticle => {
  const first = filterHtml(flattenDeep(closeInPlace(showCheckBoxes(cutHtml(html, SOURCE_LENGTH_MAX)))), baseUrl)
  let clean = first
  // Dropping an element may change how its neighbours nest: filtered until nothing changes.
  for (let round = 1; clean.restructured && round < ROUNDS_MAX; round += 1) clean = filterHtml(clean.html, null)
  let short = clean.html
  // Reserve for the closing tags of elements that the cut leaves open.
  if (short.length > CONTENT_LENGTH_MAX)
    short = filterHtml(cutHtml(short, CONTENT_LENGTH_MAX - CLOSING_RESERVE), null).html
  return { html: short.trim(), images: [...new Set(first.images)], videos: [...new Set(first.videos)] }
}

/** Forms are removed, but task lists show what is done. */
const showCheckBoxes = (html: string): string =>
  html.replace(INPUT, (tag) => (!CHECK_BOX.test(tag) ? tag : CHECKED.test(tag) ? "☑" : "☐"))

const INPUT = /<input\s[^<>]*>/gi
const CHECK_BOX = /\stype\s*=\s*["']?checkbox/i
const CHECKED = /\schecked[\s=/>]/i

const SOURCE_LENGTH_MAX = 2 * CONTENT_LENGTH_MAX
const CLOSING_RESERVE = NESTING_MAX * "</blockquote>".length
const ROUNDS_MAX = 5
