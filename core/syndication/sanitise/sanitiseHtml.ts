import { CONTENT_LENGTH_MAX } from "../parse/limits.ts"
import { closeInPlace } from "../parse/text/closeInPlace.ts"
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
  const first = filterHtml(flattenDeep(closeInPlace(showCheckBoxes(cutHtml(html, SOURCE_LENGTH_MAX)))), baseUrl)
  let clean = first
  // Without an element that was dropped, its neighbours may nest in another way: filtered until nothing moves.
  for (let round = 1; clean.restructured && round < ROUNDS_MAX; round += 1) clean = filterHtml(clean.html, null)
  let short = clean.html
  // The reserve is for the closing tags of what the cut leaves open.
  if (short.length > CONTENT_LENGTH_MAX)
    short = filterHtml(cutHtml(short, CONTENT_LENGTH_MAX - CLOSING_RESERVE), null).html
  return { html: short.trim(), images: [...new Set(first.images)], videos: [...new Set(first.videos)] }
}

/** Forms are dropped, but a task list needs to show what is done. */
const showCheckBoxes = (html: string): string =>
  html.replace(INPUT, (tag) => (!CHECK_BOX.test(tag) ? tag : CHECKED.test(tag) ? "☑" : "☐"))

const INPUT = /<input\s[^<>]*>/gi
const CHECK_BOX = /\stype\s*=\s*["']?checkbox/i
const CHECKED = /\schecked[\s=/>]/i

const SOURCE_LENGTH_MAX = 2 * CONTENT_LENGTH_MAX
const CLOSING_RESERVE = NESTING_MAX * "</blockquote>".length
const ROUNDS_MAX = 5
