import type { Channel, Entry } from "./Channel.ts"
import { document, element, type Xml } from "./xml.ts"

/** Atom 1.0 (RFC 4287). */
export const writeAtom = (channel: Channel): string =>
  document(
    element(
      "feed",
      { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": channel.language },
      element("id", {}, channel.selfUrl),
      element("title", {}, channel.title),
      element("subtitle", {}, channel.description),
      element("updated", {}, dateOf(channel.updatedMs)),
      element("link", { rel: "alternate", type: "text/html", href: channel.homeUrl }),
      element("link", { rel: "self", type: "application/atom+xml", href: channel.selfUrl }),
      ...channel.entries.map(entryOf),
    ),
  )

const entryOf = (entry: Entry): Xml =>
  element(
    "entry",
    entry.language === null ? {} : { "xml:lang": entry.language },
    element("id", {}, entry.id),
    element("title", {}, entry.title),
    element("link", { rel: "alternate", href: entry.url }),
    element("published", {}, dateOf(entry.publishedMs)),
    element("updated", {}, dateOf(entry.publishedMs)),
    // Every entry needs an author; its feed speaks for one that names nobody.
    element("author", {}, element("name", {}, entry.author ?? entry.source.title)),
    ...(entry.summary === null ? [] : [element("summary", {}, entry.summary)]),
    ...entry.tags.map((tag) => element("category", { term: tag })),
    ...entry.enclosures.map(({ url, type, lengthBytes }) =>
      element("link", { rel: "enclosure", href: url, type, length: lengthBytes }),
    ),
    element(
      "source",
      {},
      element("id", {}, entry.source.url),
      element("title", {}, entry.source.title),
      element("link", { rel: "self", href: entry.source.url }),
    ),
  )

const dateOf = (ms: number): string => new Date(ms).toISOString()
