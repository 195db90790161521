import { GUID_LENGTH_MAX } from "../limits.ts"
import { isAbsolute, resolveAddress } from "../resolveAddress.ts"
import { attributeOf, childNamed, childrenNamed, childText, textOf, type XmlElement } from "../xml/XmlElement.ts"
import { chaptersOf } from "./chapters.ts"
import { linksWith, pageOf, readLinks } from "./links.ts"
import { readMedia } from "./media.ts"
import { contributorsIn, peopleIn } from "./people.ts"
import type { ItemReading } from "./Reading.ts"
import { addressIn, dateIn, type Source } from "./Source.ts"
import { readTags } from "./tags.ts"
import { bodyIn, textIn } from "./texts.ts"

/** Reads an RSS item, an Atom entry or an RDF item: one vocabulary, as publishers mix them. */
export const readItem = (feed: Source, item: XmlElement): ItemReading => {
  const links = readLinks(feed, item)
  const guid = guidOf(item)
  const link = linkOf(feed, item, links, guid)
  // In RSS a relative address inside an item was written for the item's own page.
  const source = feed.dialect === "rss" && link !== null ? { ...feed, base: link } : feed
  const media = readMedia(source, item, links)
  const origin = childNamed(item, "source")
  const authors = peopleIn(source, item, ...AUTHORS)
  const title = textIn(source, item, ...TITLES)
  const { summary, content } = bodyIn(source, item)
  return {
    guid,
    title,
    summary,
    content,
    links,
    link,
    authors: authors.length > 0 || origin === null ? authors : peopleIn(source, origin, "author"),
    contributors: contributorsIn(source, item),
    publishedMs: dateIn(source, item, ...PUBLISHED),
    updatedMs: dateIn(source, item, ...UPDATED),
    images: media.images,
    tags: readTags(item),
    language: childText(item, "dc:language", "language") ?? (content ?? summary ?? title)?.language ?? item.language,
    enclosures: media.enclosures,
    durationSeconds: media.durationSeconds,
    transcriptUrl: transcriptOf(source, item),
    chaptersUrl: chaptersOf(source, item),
    playerUrl: media.playerUrl,
  }
}

const AUTHORS = ["author", "dc:creator", "dc:author", "itunes:author", "googleplay:author"]
const TITLES = ["title", "dc:title", "media:title", "itunes:title"]
const PUBLISHED = ["pubdate", "published", "issued", "dcterms:issued", "created", "dcterms:created", "dc:date", "date"]
const UPDATED = ["updated", "modified", "dcterms:modified", "dc:date"]

const guidOf = (item: XmlElement): string | null => {
  const element = childNamed(item, "guid") ?? childNamed(item, "id") ?? childNamed(item, "dc:identifier")
  const text = textOf(element) ?? attributeOf(item, "rdf:about")
  if (text === null) return null
  // An identifier that is no permalink is the publisher's own, whatever it looks like.
  const isAddress = element !== null && attributeOf(element, "ispermalink")?.toLowerCase() !== "false"
  const resolved = isAddress && element.base !== null && !isAbsolute(text) ? resolveAddress(text, element.base) : null
  return (resolved ?? text).slice(0, GUID_LENGTH_MAX)
}

const linkOf = (source: Source, item: XmlElement, links: ItemReading["links"], guid: string | null): string | null => {
  const original = childText(item, "feedburner:origlink")
  const page =
    (original === null ? null : resolveAddress(original, null)) ??
    pageOf(source, item, links) ??
    addressIn(source, item, attributeOf(item, "href"))
  if (page !== null) return page
  const noPage = childrenNamed(item, "guid").some(
    (element) => attributeOf(element, "ispermalink")?.toLowerCase() === "false",
  )
  const ofGuid = guid === null || noPage || !isAbsolute(guid) ? null : resolveAddress(guid, null)
  const outside = childrenNamed(item, "content").map((element) =>
    addressIn(source, element, attributeOf(element, "src")),
  )
  return (
    ofGuid ??
    outside.find((address) => address !== null) ??
    linksWith(links, "related")[0] ??
    linksWith(links, "via")[0] ??
    null
  )
}

/** Of several transcripts the one that can be shown with its times, then one that reads well. */
const transcriptOf = (source: Source, item: XmlElement): string | null => {
  const transcripts = childrenNamed(item, "podcast:transcript").flatMap((element) => {
    const url = addressIn(source, element, attributeOf(element, "url"))
    const rank = TRANSCRIPTS.findIndex((pattern) => pattern.test(attributeOf(element, "type") ?? ""))
    return url === null ? [] : [{ url, rank: rank < 0 ? TRANSCRIPTS.length : rank }]
  })
  return transcripts.toSorted((a, b) => a.rank - b.rank)[0]?.url ?? null
}

const TRANSCRIPTS = [/vtt/i, /srt|subrip/i, /html/i, /json/i, /plain/i]
