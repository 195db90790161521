import { type JsonFeed, parseJsonFeed } from "feedsmith"
import { parseDate } from "../dates/parseDate.ts"
import { AUTHORS_MAX, DURATION_SECONDS_MAX, ENCLOSURES_MAX, GUID_LENGTH_MAX, HUBS_MAX, ITEMS_MAX } from "../limits.ts"
import type { ParseProblem } from "../ParsedFeed.ts"
import { type Person, parsePerson } from "../people.ts"
import { isAbsolute, resolveAddress } from "../resolveAddress.ts"
import type { TextConstruct } from "../text/TextConstruct.ts"
import { mediaType } from "./mediaType.ts"
import type { FeedReading, ItemReading, Link } from "./Reading.ts"
import { normaliseTags } from "./tags.ts"

/**
 * Reads JSON Feed 1.0 and 1.1 with feedsmith, which accepts the spellings of publishers. A missing version is added;
 * dates, addresses and texts follow the same rules as in XML. Null if the value is not a JSON Feed.
 */
export const readJsonFeed = (value: unknown, documentUrl: string): FeedReading | null => {
  if (!isObject(value) || !isFeed(value)) return null
  const feed = parse({
    ...value,
    version: "https://jsonfeed.org/version/1.1",
    items: listOf(value["items"]).filter(isObject),
  })
  const problems = new Set<ParseProblem>()
  const address = (text: string | undefined): string | null => {
    if (text === undefined || text.trim() === "") return null
    if (!isAbsolute(text)) problems.add("relative-address")
    return resolveAddress(text, documentUrl)
  }
  const dates = (language: string | undefined) => (text: string | undefined) => {
    if (text === undefined || text.trim() === "") return null
    const moment = parseDate(text, language ?? null)
    if (moment === null) problems.add("unreadable-date")
    return moment
  }
  const people = (authors: ReadonlyArray<Author> | undefined): ReadonlyArray<Person> =>
    (authors ?? []).slice(0, AUTHORS_MAX).flatMap(({ name, url }) => {
      const person = parsePerson(name ?? "")
      const page = address(url)
      if (person === null) return page === null ? [] : [{ name: null, email: null, url: page }]
      return [{ ...person, url: page ?? person.url }]
    })
  const authors = people(feed.authors)
  const all = feed.items ?? []
  if (all.length > ITEMS_MAX) problems.add("too-many-items")
  const home = address(feed.home_page_url)
  const moment = dates(feed.language)
  const newest = all
    .map((item, at) => ({
      item,
      at,
      ms: all.length > ITEMS_MAX ? (moment(item.date_published ?? item.date_modified) ?? 0) : 0,
    }))
    .toSorted((a, b) => b.ms - a.ms || a.at - b.at)
    .slice(0, ITEMS_MAX)
    .toSorted((a, b) => a.at - b.at)

  const readItem = (item: (typeof all)[number]): ItemReading => {
    const link = address(item.url) ?? address(item.external_url)
    const attachments = (item.attachments ?? []).flatMap(({ url, mime_type, size_in_bytes, duration_in_seconds }) => {
      const found = address(url)
      return found === null
        ? []
        : [
            {
              url: found,
              type: mediaType(mime_type ?? null, found),
              lengthBytes: size_in_bytes ?? null,
              seconds: duration_in_seconds ?? null,
            },
          ]
    })
    const own = people(item.authors)
    const words = item.content_text
    return {
      guid: item.id?.slice(0, GUID_LENGTH_MAX) ?? null,
      title: text("words", item.title, link),
      summary: text("words", item.summary, link),
      content: text("html", item.content_html, link ?? documentUrl) ?? text("words", words, link),
      links: link === null ? [] : [alternate(link)],
      link: link ?? (item.id !== undefined && isAbsolute(item.id) ? resolveAddress(item.id, null) : null),
      authors: own.length > 0 ? own : authors,
      contributors: [],
      publishedMs: moment(item.date_published),
      updatedMs: moment(item.date_modified),
      images: [address(item.image), address(item.banner_image)].filter((image) => image !== null),
      tags: normaliseTags(item.tags ?? []),
      language: item.language ?? null,
      enclosures: attachments
        .slice(0, ENCLOSURES_MAX)
        .map(({ url, type, lengthBytes }) => ({ url, type, lengthBytes: whole(lengthBytes) })),
      durationSeconds: attachments.map(({ seconds }) => duration(seconds)).find((seconds) => seconds !== null) ?? null,
      transcriptUrl: null,
      chaptersUrl: null,
      playerUrl: null,
    }
  }

  const items = newest.map(({ item }) => readItem(item))
  const version = typeof value["version"] === "string" ? value["version"] : null
  return {
    format: "json",
    version: version?.replace(/^.*\//, "").replace(/^1$/, "1.0") ?? null,
    id: null,
    title: text("words", feed.title, home),
    description: text("words", feed.description, home),
    links: home === null ? [] : [alternate(home)],
    link: home,
    selfUrl: address(feed.feed_url),
    iconUrl: address(feed.icon) ?? address(feed.favicon),
    language: feed.language ?? null,
    authors,
    contributors: [],
    categories: [],
    copyright: null,
    generator: null,
    publishedMs: null,
    updatedMs: null,
    hubs: (feed.hubs ?? []).flatMap(({ url }) => address(url) ?? []).slice(0, HUBS_MAX),
    ttlMinutes: null,
    podcast: items.some(({ enclosures }) => enclosures.some(({ type }) => type?.startsWith("audio/") ?? false)),
    isUnlisted: false,
    items,
    problems,
  }
}

type Author = { readonly name?: string | undefined; readonly url?: string | undefined }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** Identified by its version; without one, by items beside a version, title or address. */
const isFeed = (value: Record<string, unknown>): boolean =>
  (typeof value["version"] === "string" && value["version"].includes("jsonfeed.org")) ||
  (Array.isArray(value["items"]) &&
    ["version", "title", "home_page_url", "feed_url"].some((key) => typeof value[key] === "string"))

/** feedsmith throws if nothing is left: that is a feed without items. */
const parse = (value: Record<string, unknown>): JsonFeed.Feed<string> => {
  try {
    return parseJsonFeed(value)
  } catch {
    return {}
  }
}

const text = (kind: TextConstruct["kind"], value: string | undefined, base: string | null): TextConstruct | null =>
  value === undefined || value.trim() === "" ? null : { kind, value: value.trim(), base, language: null }

const alternate = (href: string): Link => ({
  href,
  rel: "alternate",
  type: null,
  hreflang: null,
  title: null,
  lengthBytes: null,
})

const whole = (value: number | null): number | null =>
  value === null || !Number.isFinite(value) || value < 0 ? null : Math.round(value)
const duration = (seconds: number | null): number | null =>
  seconds === null || !(seconds > 0 && seconds <= DURATION_SECONDS_MAX) ? null : Math.round(seconds)
