import { Readability } from "@mozilla/readability"
import { Parser } from "htmlparser2"
import { parseHTML } from "linkedom"
import { decodeText } from "#core/fetch"
import { collapseSpace, cutText, flattenDeep, plainText, sanitiseArticle } from "#core/syndication"
import { toStorable } from "../../toStorable.ts"
import type { PartDocument, PartOutcome, PartRefusal } from "../ItemPart.ts"

/** Names by which a page addresses all robots, or us. */
const ROBOTS_NAMES = new Set(["robots", "quire"])
/** Directives that reserve the text of a page: no copies, no excerpts, no machine use. */
const RESERVING = new Set(["noai", "nosnippet", "noarchive", "none"])
const SCRIPT_LENGTH_MAX = 200_000
const PAYWALLED_TIERS = new Set(["locked", "metered", "premium", "subscriber", "subscribers"])

/**
 * Why the article of a page must not be taken, or null: robots directives (`noai`, `nosnippet`, `noarchive`), a text
 * and data mining reservation (TDMRep), or paywall marks (schema.org `isAccessibleForFree`, `article:content_tier`).
 * @param robotsTag the X-Robots-Tag header, or null
 */
export const refusalIn = (html: string, robotsTag: string | null): PartRefusal | null => {
  if (robotsTag !== null && isReserving(robotsTag)) return "reserved"
  let refusal: PartRefusal | null = null
  let script: string | undefined
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === "meta") refusal ??= refusalOfMeta(attributes)
      if (name === "script" && attributes["type"]?.toLowerCase().includes("ld+json")) script = ""
    },
    ontext: (text) => {
      if (script !== undefined && script.length < SCRIPT_LENGTH_MAX) script += text
    },
    onclosetag: (name) => {
      if (name !== "script" || script === undefined) return
      if (NOT_FREE.test(script)) refusal ??= "paywall"
      script = undefined
    },
  })
  parser.end(html)
  return refusal
}

/** JSON-LD is often not valid JSON; the value may be false, "False" or "http://schema.org/False". */
const NOT_FREE = /"isAccessibleForFree"\s*:\s*(?:false|"(?:https?:\/\/schema\.org\/)?false")/i

const refusalOfMeta = (attributes: Readonly<Record<string, string>>): PartRefusal | null => {
  const name = (attributes["name"] ?? attributes["property"] ?? attributes["http-equiv"] ?? "").toLowerCase()
  const content = (attributes["content"] ?? "").trim().toLowerCase()
  if (ROBOTS_NAMES.has(name) && isReserving(content)) return "reserved"
  if (name === "tdm-reservation" && content === "1") return "reserved"
  if (name === "article:content_tier" && PAYWALLED_TIERS.has(content)) return "paywall"
  return null
}

/** Directives are separated by commas; a name and a colon before one address another robot. */
const isReserving = (directives: string): boolean =>
  directives.split(",").some((directive) => {
    const [value = "", name = "*"] = directive
      .trim()
      .toLowerCase()
      .split(/\s*:\s*/)
      .reverse()
    return (name === "*" || ROBOTS_NAMES.has(name)) && RESERVING.has(value)
  })

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
