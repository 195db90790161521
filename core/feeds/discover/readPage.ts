import { Parser } from "htmlparser2"

/** What a page says about its feeds. Addresses are absolute http(s). */
export type Page = {
  readonly title: string | null
  readonly generator: string
  readonly canonicalUrl: string | null
  /** Declared by link tags, in document order. */
  readonly feeds: ReadonlyArray<PageLink>
  /** Links in the text that look like feeds. */
  readonly anchors: ReadonlyArray<PageLink>
  /** Values of meta tags that may name a channel, by lower-case name. */
  readonly meta: ReadonlyMap<string, string>
}

export type PageLink = { readonly url: string; readonly title: string | null }

const PAGE_CHARS_MAX = 3_000_000
const LINKS_MAX = 50
const TITLE_CHARS_MAX = 200

/** Reads a page as leniently as browsers do. Relative addresses refer to its base tag, otherwise to its own address. */
export const readPage = (html: string, pageUrl: string): Page => {
  const links: Array<Attributes> = []
  const anchors: Array<Attributes> = []
  const meta = new Map<string, string>()
  let base: string | undefined
  let title: string | null = null
  let inTitle = false

  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === "base") base ??= attributes["href"]
      if (name === "title" && title === null) {
        title = ""
        inTitle = true
      }
      if (name === "meta") noteMeta(meta, attributes)
      if (name === "link" && links.length < LINKS_MAX && isOfInterest(attributes)) links.push(attributes)
      if (name === "a" && anchors.length < LINKS_MAX && isFeedLike(attributes)) anchors.push(attributes)
      if (attributes["id"] === "mastodon") meta.set("generator", "Mastodon")
    },
    ontext: (text) => {
      if (inTitle && title !== null && title.length < TITLE_CHARS_MAX) title += text
    },
    onclosetag: (name) => {
      if (name === "title") inTitle = false
    },
  })
  parser.end(html.slice(0, PAGE_CHARS_MAX))

  const baseUrl = absolute(base, pageUrl) ?? pageUrl
  const toLink = ({ href, title: text }: Attributes): ReadonlyArray<PageLink> => {
    const url = absolute(href, baseUrl)
    return url === null ? [] : [{ url, title: clean(text ?? null) }]
  }
  return {
    title: clean(title),
    generator: meta.get("generator") ?? meta.get("og:platform") ?? meta.get("application-name") ?? "",
    canonicalUrl: absolute(links.find(hasRel("canonical"))?.["href"], baseUrl),
    feeds: links.filter(isFeed).flatMap(toLink),
    anchors: anchors.flatMap(toLink),
    meta,
  }
}

type Attributes = Readonly<Record<string, string>>

const noteMeta = (meta: Map<string, string>, attributes: Attributes): void => {
  const name = (attributes["name"] ?? attributes["property"] ?? attributes["itemprop"])?.toLowerCase()
  const content = attributes["content"]?.trim()
  if (name !== undefined && content && META_NAMES.has(name) && !meta.has(name)) meta.set(name, content)
}

const META_NAMES = new Set(["generator", "application-name", "og:platform", "identifier", "channelid"])

const hasRel = (rel: string) => (attributes: Attributes) => relsOf(attributes).includes(rel)

const relsOf = (attributes: Attributes) => (attributes["rel"] ?? "").toLowerCase().split(/\s+/)

const isOfInterest = (attributes: Attributes): boolean => hasRel("canonical")(attributes) || isFeed(attributes)

const isFeed = (attributes: Attributes): boolean => {
  const rels = relsOf(attributes)
  if (rels.includes("stylesheet") || !(rels.includes("alternate") || rels.includes("feed"))) return false
  const type = typeOf(attributes)
  if (FEED_TYPES.has(type)) return true
  // Other documents use these two types too, so the address must look like a feed.
  return (
    (type === "application/json" || (type === "" && rels.includes("feed"))) && FEED_LIKE.test(attributes["href"] ?? "")
  )
}

const isFeedLike = (attributes: Attributes): boolean =>
  FEED_TYPES.has(typeOf(attributes)) || FEED_LIKE.test(attributes["href"] ?? "")

const typeOf = (attributes: Attributes): string => (attributes["type"] ?? "").toLowerCase().replace(/;.*$/s, "").trim()

const FEED_TYPES = new Set([
  "application/rss+xml",
  "application/atom+xml",
  "application/feed+json",
  "application/rdf+xml",
  "application/x-rss+xml",
  "application/rss",
  "application/xml",
  "text/xml",
  "text/rss+xml",
  "text/atom+xml",
  "text/rss",
])

const FEED_LIKE =
  /(?:^|\/)(?:feeds?|rss2?|atom|rdf)(?:\/?(?:[?#]|$)|\/(?:rss2?|atom|posts|main|all|default)\b|\.(?:xml|json|rdf|php|rss|atom))|\.(?:rss2?|atom|rdf)(?:[?#]|$)|(?:^|\/)(?:index|posts|blog|news|podcast|videos)\.xml(?:[?#]|$)|[?&](?:format|feed|alt|type)=(?:rss2?|atom|rdf|feed)\b|^https?:\/\/feeds?\./i

const absolute = (href: string | undefined, base: string): string | null => {
  if (href === undefined) return null
  const url = URL.parse(href.trim().replace(/^feed:(?:\/\/)?(?=https?:)/i, ""), base)
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") ? url.href : null
}

const clean = (text: string | null): string | null =>
  text === null ? null : text.replace(/\s+/g, " ").trim().slice(0, TITLE_CHARS_MAX) || null
