import { inlineAddress } from "../../chapters/inlineChapters.ts"
import { CHAPTERS_MAX } from "../../chapters/readChapters.ts"
import { GUID_LENGTH_MAX } from "../limits.ts"
import { isAbsolute, resolveAddress } from "../resolveAddress.ts"
import { collapseSpace, cutText } from "../text/plainText.ts"
import { attributeOf, childNamed, childrenNamed, childText, textOf, type XmlElement } from "../xml/XmlElement.ts"
import { linksWith, pageOf, readLinks } from "./links.ts"
import { readMedia } from "./media.ts"
import { contributorsIn, peopleIn } from "./people.ts"
import type { ItemReading } from "./Reading.ts"
import { addressIn, dateIn, type ReadingContext } from "./ReadingContext.ts"
import { readTags } from "./tags.ts"
import { bodyIn, textIn } from "./texts.ts"

const TITLE_LENGTH_MAX = 300

/** Address of the chapters: a document (podcast namespace), otherwise those inside the feed (Podlove). */
const chaptersOf = (context: ReadingContext, item: XmlElement): string | null => {
  const document = childNamed(item, "podcast:chapters")
  const address = document === null ? null : addressIn(context, document, attributeOf(document, "url"))
  return address ?? simpleChaptersOf(context, item)
}

const simpleChaptersOf = (context: ReadingContext, item: XmlElement): string | null => {
  const list = childNamed(item, "psc:chapters")
  if (list === null) return null
  const chapters = childrenNamed(list, "psc:chapter")
    .slice(0, CHAPTERS_MAX)
    .flatMap((element) => {
      const startSeconds = playTime(attributeOf(element, "start") ?? "")
      const title = cutText(collapseSpace(attributeOf(element, "title") ?? ""), TITLE_LENGTH_MAX)
      const url = addressIn(context, element, attributeOf(element, "href"))
      return startSeconds === null || title === "" ? [] : [{ startSeconds, title, url }]
    })
  return inlineAddress(chapters)
}

/** Normal play time (RFC 2326, 3.6): `1:02:03.5`, `02:03` or `123.5`, in seconds. */
const playTime = (text: string): number | null => {
  const [, hours = "0", minutes = "0", seconds] =
    /^(?:(?:(\d{1,4}):)?(\d{1,3}):)?(\d{1,6}(?:\.\d{1,3})?)$/.exec(text) ?? []
  return seconds === undefined ? null : Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
}

/** Reads an RSS item, Atom entry or RDF item with one vocabulary, because publishers mix them. */
export const readItem = (feed: ReadingContext, item: XmlElement): ItemReading => {
  const links = readLinks(feed, item)
  const guid = guidOf(item)
  const link = linkOf(feed, item, links, guid)
  // In RSS, relative addresses inside an item refer to its page.
  const context = feed.dialect === "rss" && link !== null ? { ...feed, base: link } : feed
  const media = readMedia(context, item, links)
  const origin = childNamed(item, "source")
  const authors = peopleIn(context, item, ...AUTHORS)
  const title = textIn(context, item, ...TITLES)
  const { summary, content } = bodyIn(context, item)
  return {
    guid,
    title,
    summary,
    content,
    links,
    link,
    authors: authors.length > 0 || origin === null ? authors : peopleIn(context, origin, "author"),
    contributors: contributorsIn(context, item),
    publishedMs: dateIn(context, item, ...PUBLISHED),
    updatedMs: dateIn(context, item, ...UPDATED),
    images: media.images,
    tags: readTags(item),
    language: childText(item, "dc:language", "language") ?? (content ?? summary ?? title)?.language ?? item.language,
    enclosures: media.enclosures,
    durationSeconds: media.durationSeconds,
    transcriptUrl: transcriptOf(context, item),
    chaptersUrl: chaptersOf(context, item),
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
  // An identifier that is not a permalink stays unchanged, whatever it looks like.
  const isAddress = element !== null && attributeOf(element, "ispermalink")?.toLowerCase() !== "false"
  const resolved = isAddress && element.base !== null && !isAbsolute(text) ? resolveAddress(text, element.base) : null
  return (resolved ?? text).slice(0, GUID_LENGTH_MAX)
}

const linkOf = (
  context: ReadingContext,
  item: XmlElement,
  links: ItemReading["links"],
  guid: string | null,
): string | null => {
  const original = childText(item, "feedburner:origlink")
  const page =
    (original === null ? null : resolveAddress(original, null)) ??
    pageOf(context, item, links) ??
    addressIn(context, item, attributeOf(item, "href"))
  if (page !== null) return page
  const noPage = childrenNamed(item, "guid").some(
    (element) => attributeOf(element, "ispermalink")?.toLowerCase() === "false",
  )
  const ofGuid = guid === null || noPage || !isAbsolute(guid) ? null : resolveAddress(guid, null)
  const outside = childrenNamed(item, "content").map((element) =>
    addressIn(context, element, attributeOf(element, "src")),
  )
  return (
    ofGuid ??
    outside.find((address) => address !== null) ??
    linksWith(links, "related")[0] ??
    linksWith(links, "via")[0] ??
    null
  )
}

/** The transcript that shows times, otherwise the most readable one. */
const transcriptOf = (context: ReadingContext, item: XmlElement): string | null => {
  const transcripts = childrenNamed(item, "podcast:transcript").flatMap((element) => {
    const url = addressIn(context, element, attributeOf(element, "url"))
    const rank = TRANSCRIPTS.findIndex((pattern) => pattern.test(attributeOf(element, "type") ?? ""))
    return url === null ? [] : [{ url, rank: rank < 0 ? TRANSCRIPTS.length : rank }]
  })
  return transcripts.toSorted((a, b) => a.rank - b.rank)[0]?.url ?? null
}

const TRANSCRIPTS = [/vtt/i, /srt|subrip/i, /html/i, /json/i, /plain/i]
