import { asksNotToBeListed } from "../../privateFeeds.ts"
import { HUBS_MAX, ITEMS_MAX, TTL_MINUTES_MAX } from "../limits.ts"
import type { ParseProblem } from "../ParsedFeed.ts"
import { leadingHost, resolveAddress } from "../resolveAddress.ts"
import type { XmlDocument } from "../xml/readXml.ts"
import { attributeOf, childNamed, childrenNamed, childText, textOf, type XmlElement } from "../xml/XmlElement.ts"
import { isFeed, versionOf } from "./kinds.ts"
import { linksWith, pageOf, readLinks } from "./links.ts"
import { pictureIn, readMedia } from "./media.ts"
import { contributorsIn, peopleIn } from "./people.ts"
import type { FeedReading, ItemReading } from "./Reading.ts"
import { addressIn, dateIn, numberOf, type ReadingContext } from "./ReadingContext.ts"
import { readItem } from "./readItem.ts"
import { readTags } from "./tags.ts"
import { textIn } from "./texts.ts"

/** Minutes between fetches: RSS's ttl, otherwise the syndication module's period and frequency. */
const ttlOf = (channel: XmlElement): number | null => {
  const minutes = numberOf(childText(channel, "ttl")) ?? updatePeriod(channel)
  return minutes === null || minutes <= 0 ? null : Math.min(Math.max(1, Math.round(minutes)), TTL_MINUTES_MAX)
}

const updatePeriod = (channel: XmlElement): number | null => {
  const minutes = PERIODS.get(childText(channel, "sy:updateperiod")?.toLowerCase() ?? "")
  const times = numberOf(childText(channel, "sy:updatefrequency")) ?? 1
  return minutes === undefined ? null : minutes / Math.max(1, times)
}

const PERIODS = new Map([
  ["hourly", 60],
  ["daily", 1_440],
  ["weekly", 10_080],
  ["monthly", 43_200],
  ["yearly", 525_600],
])

/**
 * The newest ITEMS_MAX items, inside the channel or, as in RSS 1.0, beside it, in document order. Undated items count
 * as newest first.
 */
const newestItems = (context: ReadingContext, root: XmlElement, channel: XmlElement): ReadonlyArray<XmlElement> => {
  const holders = channel === root ? [root] : [...childrenNamed(root, "channel"), root]
  const all = holders.flatMap((holder) => childrenNamed(holder, "item", "entry"))
  if (all.length <= ITEMS_MAX) return all
  context.problems.add("too-many-items")
  const known = new Set(
    all
      .map((element) => ({ element, moment: dateIn(context, element, ...DATES) ?? 0 }))
      .toSorted((a, b) => b.moment - a.moment)
      .slice(0, ITEMS_MAX)
      .map(({ element }) => element),
  )
  return all.filter((element) => known.has(element))
}

const DATES = ["pubdate", "published", "issued", "dc:date", "dcterms:issued", "updated", "modified"]

/**
 * Reads RSS 0.9x to 2.0, RSS 1.0 and 0.90 in RDF, and Atom 0.3 and 1.0 from one tree. Null if the tree is another
 * vocabulary with the same root name.
 */
export const readXmlFeed = (document: XmlDocument, root: XmlElement, documentUrl: string): FeedReading | null => {
  const format = root.local === "rdf" ? "rdf" : root.local === "feed" ? "atom" : "rss"
  const channel = childNamed(root, "channel") ?? root
  const outer: ReadingContext = {
    dialect: format === "atom" ? "atom" : "rss",
    base: (format === "rss" ? siteWithoutScheme(channel) : null) ?? resolveAddress(documentUrl, null),
    language: childText(channel, "language") ?? channel.language ?? childText(channel, "dc:language"),
    problems: new Set<ParseProblem>(document.problems),
  }
  const links = readLinks(outer, channel)
  const link = pageOf(outer, channel, links) ?? addressIn(outer, channel, attributeOf(channel, "href"))
  // An RSS feed may be served by another host than its site; relative addresses refer to the site.
  const context: ReadingContext = outer.dialect === "rss" && link !== null ? { ...outer, base: link } : outer
  const elements = newestItems(context, root, channel)
  if (!isFeed(document, root, channel, elements)) return null

  const authors = peopleIn(context, channel, ...AUTHORS)
  const items = elements.map((element) => readItem(context, element))
  return {
    format,
    version: versionOf(document, root, format),
    id: childText(channel, "id") ?? attributeOf(channel, "rdf:about"),
    title: textIn(context, channel, "title", "dc:title", "media:title", "itunes:title"),
    description: textIn(context, channel, ...DESCRIPTIONS),
    links,
    link,
    selfUrl: linksWith(links, "self")[0] ?? null,
    iconUrl: iconOf(context, root, channel),
    language: context.language,
    authors,
    contributors: contributorsIn(context, channel),
    categories: readTags(channel),
    copyright: textIn(context, channel, "rights", "copyright", "dc:rights", "dcterms:rights"),
    generator: childText(channel, "generator"),
    publishedMs: dateIn(context, channel, ...PUBLISHED),
    updatedMs: dateIn(context, channel, ...UPDATED),
    hubs: [...new Set(linksWith(links, "hub"))].slice(0, HUBS_MAX),
    ttlMinutes: ttlOf(channel),
    podcast: hasPodcastFields(channel) && items.some(hasSound),
    isUnlisted: asksNotToBeListed(channel),
    // In Atom, an entry without an author has those of the feed.
    items: format === "atom" ? items.map((item) => (item.authors.length > 0 ? item : { ...item, authors })) : items,
    problems: context.problems,
  }
}

const DESCRIPTIONS = [
  ...["description", "subtitle", "tagline", "itunes:summary", "itunes:subtitle"],
  ...["googleplay:description", "dc:description", "info"],
]
const AUTHORS = [
  ...["author", "managingeditor", "dc:creator", "dc:author", "itunes:author", "googleplay:author"],
  ...["itunes:owner", "webmaster", "dc:publisher"],
]
const PUBLISHED = ["pubdate", "published", "issued", "dc:date", "dcterms:issued", "created", "dcterms:created"]
const UPDATED = ["lastbuilddate", "updated", "modified", "dcterms:modified", "pubdate", "dc:date"]

/** The site of a feed that writes no scheme before it (`example.org`), if links of its items name the same host. */
const siteWithoutScheme = (channel: XmlElement): string | null => {
  const host = leadingHost(childText(channel, "link") ?? "")
  const links = host === null ? [] : childrenNamed(channel, "item").map((item) => childText(item, "link") ?? "")
  return links.some((link) => leadingHost(link.replace(/^https?:\/\//i, "")) === host) ? `http://${host}/` : null
}

/** A small icon, otherwise the logo or cover. RDF has it beside the channel. */
const iconOf = (context: ReadingContext, root: XmlElement, channel: XmlElement): string | null => {
  const icons = ["icon", "webfeeds:icon", "logo", "webfeeds:logo"]
    .flatMap((name) => childrenNamed(channel, name))
    .map((element) => addressIn(context, element, textOf(element)))
  const covers = pictureIn(context, channel).toReversed()
  const others = root === channel ? [] : pictureIn(context, root)
  return (
    [...icons, ...covers, ...others, ...readMedia(context, channel, []).images].find((icon) => icon !== null) ?? null
  )
}

const hasPodcastFields = (channel: XmlElement): boolean =>
  channel.children.some((child) => typeof child !== "string" && /^(?:itunes|podcast|googleplay):/.test(child.name))

const hasSound = (item: ItemReading): boolean => item.enclosures.some(({ type }) => type?.startsWith("audio/") ?? false)
