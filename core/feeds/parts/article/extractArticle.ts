import { Readability } from "@mozilla/readability"
import { parseHTML } from "linkedom"
import { decodeText } from "#core/fetch"
import { collapseSpace, cutText, flattenDeep, plainText, sanitiseArticle } from "#core/syndication"
import { toStorable } from "../../toStorable.ts"
import type { PartDocument, PartOutcome } from "../ItemPart.ts"
import { refusalIn } from "./signals.ts"

/** Elements of a page that is read; the longest articles have a tenth of that. */
const ELEMENTS_MAX = 30_000
/** Characters of an article; shorter pages are notices, logins or lists of links. */
const WORDS_LENGTH_MIN = 250
const BYLINE_LENGTH_MAX = 200

/** Extracts the article of a page by the rules of Firefox's reader view and sanitises it. Slow: run it in a thread. */
export const extractArticle = ({ bytes, url, contentType, robotsTag }: PartDocument): PartOutcome<"article"> => {
  if (contentType !== null && !/html|xml|text\/plain/i.test(contentType)) return { refusal: "unreadable" }
  const html = decodeText(bytes, contentType).text
  const refusal = refusalIn(html, robotsTag)
  if (refusal !== null) return { refusal }
  if ((html.match(/<[a-z]/gi)?.length ?? 0) > ELEMENTS_MAX) return { refusal: "unreadable" }
  const found = read(flattenDeep(html))
  if (found === null) return { refusal: "unreadable" }
  const clean = toStorable(sanitiseArticle(found.content, { baseUrl: URL.parse(found.base, url)?.href ?? url }).html)
  if (plainText(clean).length < WORDS_LENGTH_MIN) return { refusal: "unreadable" }
  const byline = cutText(collapseSpace(toStorable(found.byline)), BYLINE_LENGTH_MAX)
  return { content: { html: clean, byline: byline === "" ? null : byline } }
}

/** linkedom does not add these elements if a page omits them, which HTML allows. */
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
    // Readability throws on pages that it cannot read.
    return null
  }
}
