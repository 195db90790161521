import { HUBS_MAX, ITEMS_MAX, TTL_MINUTES_MAX } from "../limits.ts"
import type { ParseProblem } from "../ParsedFeed.ts"
import { resolveAddress } from "../resolveAddress.ts"
import { atomVersionOf, isCoreAddress } from "../xml/namespaces.ts"
import type { XmlDocument } from "../xml/readXml.ts"
import { attributeOf, childNamed, childrenNamed, childText, type XmlElement } from "../xml/XmlElement.ts"
import { linksWith, pageOf, readLinks } from "./links.ts"
import { pictureIn, readMedia } from "./media.ts"
import { contributorsIn, peopleIn } from "./people.ts"
import type { FeedReading, ItemReading } from "./Reading.ts"
import { momentOf, readItem } from "./readItem.ts"
import { addressIn, dateIn, numberOf, type Source } from "./Source.ts"
import { readTags } from "./tags.ts"
import { textIn } from "./texts.ts"

/** Local names that the root of a feed may have: RSS, Atom, RDF, and CDF's channel without anything around it. */
export const FEED_ROOTS: ReadonlySet<string> = new Set(["rss", "feed", "rdf", "channel"])

/**
 * Reads RSS 0.9x to 2.0, RSS 1.0 and 0.90 in RDF, Atom 0.3 and 1.0, and CDF out of one tree.
 * Null where the tree is of another vocabulary that happens to share the root's name.
 */
export const readXmlFeed = (document: XmlDocument, root: XmlElement, documentUrl: string): FeedReading | null => {
  const format = root.local === "rdf" ? "rdf" : root.local === "feed" ? "atom" : "rss"
  const channel = childNamed(root, "channel") ?? root
  const problems = new Set<ParseProblem>(document.problems)
  const language =
    childText(channel, "language") ?? root.language ?? channel.language ?? childText(channel, "dc:language")
  const outer: Source = {
    dialect: format === "atom" ? "atom" : "rss",
    base: baseOf(root, documentUrl),
    language,
    problems,
  }

  const links = readLinks(outer, channel)
  const link = pageOf(outer, channel, links) ?? addressIn(outer, channel, attributeOf(channel, "href"))
  // An RSS feed may be served far from its site; then relative addresses in it mean the site.
  const source: Source = { ...outer, base: outer.dialect === "rss" ? (link ?? outer.base) : outer.base }
  const elements = itemsOf(source, root, channel)
  if (!isFeed(document, root, channel, elements)) return null

  const items = elements.map((element) => readItem(source, element))
  const authors = peopleIn(
    channel,
    "author",
    "managingeditor",
    "dc:creator",
    "dc:author",
    "itunes:author",
    "googleplay:author",
    "itunes:owner",
    "webmaster",
    "dc:publisher",
  )
  return {
    format,
    version: versionOf(document, root, format),
    id: childText(channel, "id") ?? attributeOf(channel, "rdf:about"),
    title: textIn(source, channel, "title", "dc:title", "media:title", "itunes:title"),
    description: textIn(
      source,
      channel,
      "description",
      "subtitle",
      "tagline",
      "abstract",
      "itunes:summary",
      "itunes:subtitle",
      "googleplay:description",
      "dc:description",
      "info",
    ),
    links,
    link,
    selfUrl: linksWith(links, "self")[0] ?? null,
    iconUrl: iconOf(source, root, channel),
    language,
    authors,
    contributors: contributorsIn(channel),
    categories: readTags(channel),
    copyright: textIn(source, channel, "rights", "copyright", "dc:rights", "dcterms:rights"),
    generator: childText(channel, "generator"),
    publishedMs: dateIn(source, channel, "pubdate", "published", "issued", "dc:date", "dcterms:issued"),
    updatedMs: dateIn(
      source,
      channel,
      "lastbuilddate",
      "updated",
      "modified",
      "dcterms:modified",
      "pubdate",
      "dc:date",
      "lastmod",
    ),
    hubs: [...new Set(linksWith(links, "hub"))].slice(0, HUBS_MAX),
    ttlMinutes: ttlOf(channel),
    podcast: hasPodcastFields(channel) && items.some(hasSound),
    // Atom says that an entry without an author is by the feed's.
    items: format === "atom" ? items.map((item) => (item.authors.length > 0 ? item : { ...item, authors })) : items,
    problems,
  }
}

const baseOf = (root: XmlElement, documentUrl: string): string | null => {
  const own = attributeOf(root, "base")
  return (own === null ? null : resolveAddress(own, documentUrl)) ?? resolveAddress(documentUrl, null)
}

/** Items inside the channel and, as RSS 1.0 has them, beside it; the newest of them where there are too many. */
const itemsOf = (source: Source, root: XmlElement, channel: XmlElement): ReadonlyArray<XmlElement> => {
  const holders = channel === root ? [root] : [...childrenNamed(root, "channel"), root]
  const all = holders.flatMap((holder) => childrenNamed(holder, "item", "entry"))
  if (all.length <= ITEMS_MAX) return all
  source.problems.add("too-many-items")
  const newest = all
    .map((element, at) => ({ at, moment: momentOf(source, element) ?? Number.NEGATIVE_INFINITY }))
    .toSorted((a, b) => (a.moment === b.moment ? a.at - b.at : b.moment - a.moment))
    .slice(0, ITEMS_MAX)
  const kept = new Set(newest.map(({ at }) => at))
  return all.filter((_, at) => kept.has(at))
}

const isFeed = (
  document: XmlDocument,
  root: XmlElement,
  channel: XmlElement,
  items: ReadonlyArray<XmlElement>,
): boolean => {
  if (items.length > 0) return true
  if (document.html) return false
  if (root.local === "rss") return true
  if (channel !== root || (root.local === "feed" && addressOf(document, "feed") !== null)) return true
  if (root.local === "rdf" && [...document.namespaces.values()].some(isCoreAddress)) return true
  return childrenNamed(channel, "title", "link", "description", "id", "updated").length > 0
}

const addressOf = (document: XmlDocument, local: string): string | null => {
  const prefix = document.first?.endsWith(`:${local}`) ? document.first.slice(0, -local.length - 1) : ""
  const address = document.namespaces.get(prefix)
  return address === undefined || address === "" ? null : address
}

const versionOf = (document: XmlDocument, root: XmlElement, format: "rss" | "atom" | "rdf"): string | null => {
  const declared = attributeOf(root, "version")
  if (format === "atom") return atomVersionOf(addressOf(document, "feed") ?? "") ?? declared
  if (format === "rss") return declared
  const addresses = [...document.namespaces.values()].map((address) => address.toLowerCase())
  if (addresses.some((address) => address.includes("netscape.com/rdf/simple/0.9"))) return "0.90"
  return addresses.some((address) => address.includes("rss1.1")) ? "1.1" : "1.0"
}

const iconOf = (source: Source, root: XmlElement, channel: XmlElement): string | null => {
  const named = ["icon", "webfeeds:icon", "logo", "webfeeds:logo"].flatMap((name) => childrenNamed(channel, name))
  const icons = named.map((element) => addressIn(source, element, textInside(element)))
  const media = readMedia(source, channel, []).images
  const pictures = [
    ...pictureIn(source, channel).toReversed(),
    ...(root === channel ? [] : pictureIn(source, root)),
    ...media,
  ]
  return [...icons, ...pictures].find((address) => address !== null) ?? null
}

const textInside = (element: XmlElement): string | null => {
  const text = element.children
    .filter((child) => typeof child === "string")
    .join("")
    .trim()
  return text === "" ? null : text
}

const ttlOf = (channel: XmlElement): number | null => {
  const ttl = numberOf(childText(channel, "ttl")) ?? updatePeriod(channel)
  return ttl === null || ttl <= 0 ? null : Math.min(Math.round(ttl), TTL_MINUTES_MAX)
}

const updatePeriod = (channel: XmlElement): number | null => {
  const minutes = PERIODS.get(childText(channel, "sy:updateperiod")?.toLowerCase() ?? "")
  const times = numberOf(childText(channel, "sy:updatefrequency")) ?? 1
  return minutes === undefined ? null : Math.max(1, minutes / Math.max(1, times))
}

const PERIODS = new Map([
  ["hourly", 60],
  ["daily", 1_440],
  ["weekly", 10_080],
  ["monthly", 43_200],
  ["yearly", 525_600],
])

const hasPodcastFields = (channel: XmlElement): boolean =>
  channel.children.some((child) => typeof child !== "string" && /^(?:itunes|podcast|googleplay):/.test(child.name))

const hasSound = (item: ItemReading): boolean => item.enclosures.some(({ type }) => type?.startsWith("audio/") ?? false)
