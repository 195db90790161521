import type FeedParser from "feedparser"
import { ENCLOSURES_MAX, GUID_LENGTH_MAX, ITEMS_MAX } from "../limits.ts"
import type { Enclosure } from "../ParsedFeed.ts"
import { type Person, parsePerson } from "../people.ts"
import { resolveAddress } from "../resolveAddress.ts"
import type { TextConstruct } from "../text/TextConstruct.ts"
import { mediaType } from "./mediaType.ts"
import type { FeedReading, ItemReading } from "./Reading.ts"
import { normaliseTags } from "./tags.ts"

/** Whether a document has an element that feedparser could read as an item. */
export const mayHoldItems = (text: string): boolean => /<(?:[\w-]{1,40}:)?(?:item|entry)[\s/>]/i.test(text)

/**
 * Reads a document with feedparser, which finds items also where the elements around them are damaged. Null if it finds
 * none. Like our own readings the result is neither cleaned nor safe to show. Run it in a reading thread: feedparser does
 * not bound its work.
 */
export const readWithFeedparser = async (text: string, url: string): Promise<FeedReading | null> => {
  const { default: Parser } = await import("feedparser")
  const { meta, items } = await collect(new Parser({ feedurl: url, addmeta: false }), text)
  // Without a type the root is that of another vocabulary, which may have items too.
  if (meta?.["#type"] === undefined || items.length === 0) return null
  const site = addressOf(meta.link, url)
  const base = site ?? url
  return {
    format: meta["#type"],
    version: meta["#version"] ?? null,
    id: null,
    title: textOf(meta.title, base),
    description: textOf(meta.description, base),
    links: [],
    link: site,
    selfUrl: addressOf(meta.xmlurl, url),
    iconUrl: addressOf(meta.image?.url ?? meta.favicon, base),
    language: meta.language ?? null,
    authors: peopleOf(meta.author),
    contributors: [],
    categories: normaliseTags(meta.categories ?? []),
    copyright: null,
    generator: null,
    publishedMs: momentOf(meta.pubdate),
    updatedMs: momentOf(meta.date),
    hubs: [],
    ttlMinutes: null,
    podcast: false,
    isUnlisted: false,
    items: items.map((item) => toItem(item, base)),
    problems: new Set(["malformed-xml"]),
  }
}

type Collected = { readonly meta: FeedParser.Meta | undefined; readonly items: ReadonlyArray<FeedParser.Item> }

/** Its errors do not matter: the items found before one are good. */
const collect = (parser: FeedParser, text: string): Promise<Collected> =>
  new Promise((resolve) => {
    const items: Array<FeedParser.Item> = []
    const finish = () => resolve({ meta: parser.meta, items: items.slice(0, ITEMS_MAX) })
    parser.on("data", (item: FeedParser.Item) => {
      if (SAYS_SOMETHING.some((field) => item[field])) items.push(item)
    })
    parser.on("end", finish)
    parser.on("error", finish)
    try {
      parser.end(text)
    } catch {
      finish()
    }
  })

const SAYS_SOMETHING = ["guid", "link", "title", "description"] as const

const toItem = (item: FeedParser.Item, base: string): ItemReading => {
  const link = addressOf(item.origlink ?? item.link, base)
  return {
    guid: item.guid?.slice(0, GUID_LENGTH_MAX) ?? null,
    title: textOf(item.title, base),
    summary: textOf(item.summary, link ?? base),
    content: textOf(item.description, link ?? base),
    links: [],
    link,
    authors: peopleOf(item.author),
    contributors: [],
    publishedMs: momentOf(item.pubdate),
    updatedMs: momentOf(item.date),
    images: [addressOf(item.image?.url, base)].filter((image) => image !== null),
    tags: normaliseTags(item.categories ?? []),
    language: null,
    enclosures: (item.enclosures ?? []).slice(0, ENCLOSURES_MAX).flatMap((file) => enclosureOf(file, base)),
    durationSeconds: null,
    transcriptUrl: null,
    chaptersUrl: null,
    playerUrl: null,
  }
}

const enclosureOf = ({ url, type, length }: FeedParser.Enclosure, base: string): ReadonlyArray<Enclosure> => {
  const address = addressOf(url, base)
  const bytes = Number(length)
  return address === null
    ? []
    : [{ url: address, type: mediaType(type ?? null, address), lengthBytes: bytes > 0 ? Math.round(bytes) : null }]
}

const addressOf = (written: string | null | undefined, base: string): string | null =>
  written === null || written === undefined || written.trim() === "" ? null : resolveAddress(written, base)

/** feedparser drops the types of Atom texts. */
const textOf = (value: string | null | undefined, base: string): TextConstruct | null =>
  value === null || value === undefined || value.trim() === ""
    ? null
    : { kind: "unsure", value: value.trim(), base, language: null }

const peopleOf = (author: string | null | undefined): ReadonlyArray<Person> => {
  const person = parsePerson(author ?? "")
  return person === null ? [] : [person]
}

const momentOf = (date: Date | null | undefined): number | null => {
  const ms = date?.getTime() ?? Number.NaN
  return Number.isNaN(ms) ? null : ms
}
