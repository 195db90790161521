import { generateAtomFeed, generateJsonFeed, generateRssFeed } from "feedsmith"
import type { ListFormat } from "#src/lib/lists.ts"

/** A list for other programs. Addresses are absolute; times are milliseconds since 1970. */
export type Channel = {
  readonly title: string
  readonly description: string
  /** The page with the same list. */
  readonly homeUrl: string
  readonly selfUrl: string
  /** The language of the title and the description; items have their own. */
  readonly language: string
  /** Whether directories must leave it out, because it was made for one reader. */
  readonly isPrivate?: boolean
  /** Arrival of the newest entry. */
  readonly updatedMs: number
  readonly entries: ReadonlyArray<Entry>
}

export type Entry = {
  /** A permanent name, not an address. */
  readonly id: string
  readonly url: string
  readonly title: string
  readonly summary: string | null
  /** The whole text, if it is known: safe HTML with absolute addresses. */
  readonly html?: string
  readonly author: string | null
  readonly publishedMs: number
  readonly language: string | null
  readonly tags: ReadonlyArray<string>
  readonly imageUrl: string | null
  readonly enclosures: ReadonlyArray<{
    readonly url: string
    readonly type: string
    readonly lengthBytes: number | null
  }>
  /** The feed that published it. */
  readonly source: { readonly title: string; readonly url: string }
}

/** Writes a list as a document, deterministically. */
export const writeChannel = (channel: Channel, format: ListFormat): string => WRITERS[format](channel)

/** RSS 2.0, with the author in Dublin Core: RSS's own author needs a mail address. */
const writeRss = (channel: Channel): string =>
  validXml(
    generateRssFeed({
      title: channel.title,
      link: channel.homeUrl,
      description: channel.description,
      language: channel.language,
      lastBuildDate: new Date(channel.updatedMs),
      atom: { links: [{ rel: "self", type: "application/rss+xml", href: channel.selfUrl }] },
      ...(channel.isPrivate === true ? { itunes: { block: true } } : {}),
      items: channel.entries.map((entry) => ({
        title: entry.title,
        link: entry.url,
        guid: { value: entry.id, isPermaLink: false },
        pubDate: new Date(entry.publishedMs),
        dc: {
          ...(entry.author === null ? {} : { creators: [entry.author] }),
          ...(entry.language === null ? {} : { languages: [entry.language] }),
        },
        ...(entry.summary === null ? {} : { description: entry.summary }),
        ...(entry.html === undefined ? {} : { content: { encoded: entry.html } }),
        categories: entry.tags.map((name) => ({ name })),
        source: entry.source,
        // RSS allows one; 0 is its length where none is known.
        enclosures: entry.enclosures
          .slice(0, 1)
          .map(({ url, type, lengthBytes }) => ({ url, type, length: lengthBytes ?? 0 })),
        ...(entry.imageUrl === null ? {} : { media: { thumbnails: [{ url: entry.imageUrl }] } }),
      })),
    }),
  )

/** Atom 1.0 (RFC 4287). */
const writeAtom = (channel: Channel): string =>
  validXml(
    generateAtomFeed({
      xml: { lang: channel.language },
      id: channel.selfUrl,
      title: { value: channel.title },
      subtitle: { value: channel.description },
      updated: new Date(channel.updatedMs),
      links: [
        { rel: "alternate", type: "text/html", href: channel.homeUrl },
        { rel: "self", type: "application/atom+xml", href: channel.selfUrl },
      ],
      entries: channel.entries.map((entry) => ({
        ...(entry.language === null ? {} : { xml: { lang: entry.language } }),
        id: entry.id,
        title: { value: entry.title },
        links: [
          { rel: "alternate", href: entry.url },
          ...entry.enclosures.map(({ url, type, lengthBytes }) => ({
            rel: "enclosure",
            href: url,
            type,
            ...(lengthBytes === null ? {} : { length: lengthBytes }),
          })),
        ],
        published: new Date(entry.publishedMs),
        updated: new Date(entry.publishedMs),
        // Every entry needs an author; an entry without one names its feed.
        authors: [{ name: entry.author ?? entry.source.title }],
        ...(entry.summary === null ? {} : { summary: { value: entry.summary } }),
        ...(entry.html === undefined ? {} : { content: { value: entry.html, type: "html" } }),
        categories: entry.tags.map((term) => ({ term })),
        source: {
          id: entry.source.url,
          title: { value: entry.source.title },
          links: [{ rel: "self", href: entry.source.url }],
        },
      })),
    }),
  )

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
const writeJsonFeed = (channel: Channel): string => {
  const feed = generateJsonFeed({
    title: channel.title,
    description: channel.description,
    home_page_url: channel.homeUrl,
    feed_url: channel.selfUrl,
    language: channel.language,
    items: channel.entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      title: entry.title,
      // Every item needs a text; of items of other sites, the first lines are all that is stored.
      ...(entry.html === undefined ? { content_text: entry.summary ?? "" } : { content_html: entry.html }),
      ...(entry.summary === null ? {} : { summary: entry.summary }),
      ...(entry.imageUrl === null ? {} : { image: entry.imageUrl }),
      date_published: new Date(entry.publishedMs),
      authors: [{ name: entry.author ?? entry.source.title, url: entry.source.url }],
      ...(entry.language === null ? {} : { language: entry.language }),
      ...(entry.tags.length === 0 ? {} : { tags: [...entry.tags] }),
      ...(entry.enclosures.length === 0
        ? {}
        : {
            attachments: entry.enclosures.map(({ url, type, lengthBytes }) => ({
              url,
              mime_type: type,
              ...(lengthBytes === null ? {} : { size_in_bytes: lengthBytes }),
            })),
          }),
    })),
  })
  // The generator leaves an empty list out, though the format requires it.
  return `${JSON.stringify({ items: [], ...(feed as object) })}\n`
}

const WRITERS = { rss: writeRss, atom: writeAtom, json: writeJsonFeed }

/** Removes characters that XML 1.0 forbids even as references; the generator passes them through. */
export const validXml = (xml: string): string => xml.replace(FORBIDDEN, "")

const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
