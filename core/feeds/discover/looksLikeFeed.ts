import { Parser } from "htmlparser2"
import { decodeText } from "#core/fetch"

export type FeedFormat = "rss" | "atom" | "rdf" | "json"

const HEAD_CHARS_MAX = 65_536
const TITLE_CHARS_MAX = 200

/**
 * The format of a feed by its first element or JSON Feed version, or null. Content types are ignored, because servers
 * get them wrong; text before the first element is tolerated.
 */
export const looksLikeFeed = (document: string | Uint8Array, contentType: string | null = null): FeedFormat | null => {
  const text = typeof document === "string" ? document : decodeText(document, contentType).text
  if (/^\s*\{/.test(text)) return JSON_FEED.test(text) ? "json" : null
  const head = text.slice(0, HEAD_CHARS_MAX)
  const root = ROOT.exec(head) ?? LATE_ROOT.exec(head)
  if (root === null || HTML_BEFORE.test(head.slice(0, root.index))) return null
  const [, name = "", attributes = ""] = root
  if (name.toLowerCase() === "rss") return "rss"
  if (name.toLowerCase() === "rdf") return RSS_1.test(head) ? "rdf" : null
  return /atom/i.test(attributes) || !/\sxmlns\s*=/.test(attributes) ? "atom" : null
}

/** The title of a feed, or null. Reads only the beginning of the document. */
export const titleOfFeed = (text: string, format: FeedFormat): string | null => {
  const title = format === "json" ? titleOfJson(text) : titleOfXml(text.slice(0, HEAD_CHARS_MAX))
  return title.replace(/\s+/g, " ").trim().slice(0, TITLE_CHARS_MAX) || null
}

const titleOfJson = (text: string): string => {
  try {
    const { title } = JSON.parse(text)
    return typeof title === "string" ? title : ""
  } catch {
    return ""
  }
}

const titleOfXml = (head: string): string => {
  let title = ""
  let inside = false
  const parser = new Parser(
    {
      onopentagname: (name) => {
        inside = TITLE.test(name)
        if (ITEM.test(name)) parser.pause()
      },
      ontext: (text) => {
        if (inside) title += text
      },
      onclosetag: (name) => {
        if (TITLE.test(name)) parser.pause()
        inside = false
      },
    },
    { xmlMode: true },
  )
  parser.write(head)
  return title
}

const TITLE = /^(?:atom:)?title$/i
const ITEM = /^(?:\w+:)?(?:item|entry)$/i
const NAME = "<(?:[\\w-]+:)?(rss|feed|rdf)(?=[\\s>/])([^>]*)"
// A byte order mark, XML declaration, style sheets, comments and document type may precede the first element.
const ROOT = new RegExp(
  `^[\\s\\uFEFF]*(?:<\\?[^>]*>\\s*|<!--(?:(?!-->)[^])*-->\\s*|<!doctype[^>[]*(?:\\[[^\\]]*\\]\\s*)?>\\s*)*${NAME}`,
  "i",
)
const LATE_ROOT = new RegExp(NAME, "i")
const HTML_BEFORE = /<(?:!doctype\s+html|html|head|body|svg|urlset|opml)\b/i
const RSS_1 = /purl\.org\/(?:rss\/1\.0|net\/rss1\.1)|netscape\.com\/rdf\/simple|<(?:\w+:)?channel\b/i
const JSON_FEED = /"version"\s*:\s*"https?:\\?\/\\?\/(?:www\.)?jsonfeed\.org\\?\/version\\?\/1/
