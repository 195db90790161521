import type { Channel, Entry } from "./Channel.ts"
import { document, element, type Xml } from "./xml.ts"

/** RSS 2.0, with the author in Dublin Core: RSS's own needs a mail address. */
export const writeRss = (channel: Channel): string =>
  document(
    element(
      "rss",
      {
        version: "2.0",
        "xmlns:atom": "http://www.w3.org/2005/Atom",
        "xmlns:dc": "http://purl.org/dc/elements/1.1/",
        "xmlns:media": "http://search.yahoo.com/mrss/",
      },
      element(
        "channel",
        {},
        element("title", {}, channel.title),
        element("link", {}, channel.homeUrl),
        element("description", {}, channel.description),
        element("language", {}, channel.language),
        element("lastBuildDate", {}, dateOf(channel.updatedMs)),
        element("atom:link", { rel: "self", type: "application/rss+xml", href: channel.selfUrl }),
        ...channel.entries.map(itemOf),
      ),
    ),
  )

const itemOf = (entry: Entry): Xml =>
  element(
    "item",
    {},
    element("title", {}, entry.title),
    element("link", {}, entry.url),
    element("guid", { isPermaLink: "false" }, entry.id),
    element("pubDate", {}, dateOf(entry.publishedMs)),
    ...(entry.author === null ? [] : [element("dc:creator", {}, entry.author)]),
    ...(entry.language === null ? [] : [element("dc:language", {}, entry.language)]),
    ...(entry.summary === null ? [] : [element("description", {}, entry.summary)]),
    ...entry.tags.map((tag) => element("category", {}, tag)),
    element("source", { url: entry.source.url }, entry.source.title),
    // RSS allows one; a length of 0 is what it asks for where none is known.
    ...entry.enclosures
      .slice(0, 1)
      .map(({ url, type, lengthBytes }) => element("enclosure", { url, type, length: lengthBytes ?? 0 })),
    ...(entry.imageUrl === null ? [] : [element("media:thumbnail", { url: entry.imageUrl })]),
  )

/** RFC 822, as RSS has it. */
const dateOf = (ms: number): string => new Date(ms).toUTCString()
