import { Readability } from "@mozilla/readability"
import { parseHTML } from "linkedom"
import { decodeText } from "#core/fetch"
import { cutText, flattenDeep, foldSpace, plainText, sanitiseArticle } from "#core/syndication"
import { storable } from "../../storable.ts"
import type { DocumentOfPart, PartOutcome } from "../Part.ts"
import { refusalIn } from "./signals.ts"

/** Elements of a page that is still read: the longest articles have a tenth of it. */
const ELEMENTS_MAX = 30_000
/** Characters that make an article; less is a notice, a login, a list of links. */
const WORDS_LENGTH_MIN = 250
const BYLINE_LENGTH_MAX = 200

/** The article of a page, found as Firefox's reader view finds it and sanitised like what feeds bring. Slow; run it in a thread. */
export const extractArticle = ({ bytes, url, contentType, robotsTag }: DocumentOfPart): PartOutcome<"article"> => {
  if (contentType !== null && !/html|xml|text\/plain/i.test(contentType)) return { refusal: "unreadable" }
  const html = decodeText(bytes, contentType).text
  const refusal = refusalIn(html, robotsTag)
  if (refusal !== null) return { refusal }
  if ((html.match(/<[a-z]/gi)?.length ?? 0) > ELEMENTS_MAX) return { refusal: "unreadable" }
  const found = read(flattenDeep(html))
  if (found === null) return { refusal: "unreadable" }
  const clean = storable(sanitiseArticle(found.content, { baseUrl: URL.parse(found.base, url)?.href ?? url }).html)
  if (plainText(clean).length < WORDS_LENGTH_MIN) return { refusal: "unreadable" }
  const byline = cutText(foldSpace(storable(found.byline)), BYLINE_LENGTH_MAX)
  return { content: { html: clean, byline: byline === "" ? null : byline } }
}

/** linkedom builds no element that a page leaves out, and HTML lets a page leave out all three of these. */
const whole = (html: string): string =>
  /<html[\s>]/i.test(html) && /<body[\s>]/i.test(html)
    ? html
    : `<!doctype html><html><head></head><body>${html.replace(/<!doctype[^>]*>|<\/?(?:html|head|body)\b[^<>]*>/gi, "")}</body></html>`

const read = (html: string) => {
  const { document } = parseHTML(whole(html))
  const base = document.querySelector("base")?.getAttribute("href") ?? ""
  try {
    const article = new Readability(document, { charThreshold: WORDS_LENGTH_MIN }).parse()
    return article?.content ? { content: article.content, byline: article.byline ?? "", base } : null
  } catch {
    // A page that is none.
    return null
  }
}
