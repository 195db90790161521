import { toPlain } from "./markdown.ts"
import { hashOf } from "./random.ts"
import type { Article, DemoFeed } from "./readContent.ts"
import { type Occurrence, occurrences, type Rhythm, stockOccurrence, streamOccurrence } from "./schedule.ts"
import { streamNote } from "./stream.ts"

/** One item, as all formats and pages present it. */
export type DemoItem = {
  /** Names the item in addresses; part of its GUID. */
  readonly key: string
  /** A tag URI (RFC 4151), independent of the publisher's address. */
  readonly guid: string
  readonly size: "article" | "note" | "short"
  readonly title: string
  readonly published: Date
  readonly tags: ReadonlyArray<string>
  /** Plain text. */
  readonly summary: string
  /** The full text, in Markdown. */
  readonly text: string
  /** Whether the item starts with a picture. */
  readonly pictured: boolean
}

/** A site with its place in the common schedule. */
export type Site = { readonly feed: DemoFeed; readonly rhythm: Rhythm }

/** Assigns each site its rank among the sites of its pace. */
export const sitesOf = (feeds: ReadonlyArray<DemoFeed>): ReadonlyArray<Site> =>
  feeds.map((feed, index) => ({
    feed,
    rhythm: {
      slug: feed.slug,
      pace: feed.pace,
      place: feeds.slice(0, index).filter(({ pace }) => pace === feed.pace).length,
      stock: feed.articles.length + feed.notes.length,
    },
  }))

/** Items that a site lists at a given time, newest first. */
export const itemsAt = (site: Site, now: Date): ReadonlyArray<DemoItem> =>
  occurrences(site.rhythm, now).map((occurrence) => itemOf(site, occurrence))

/**
 * Returns an item by its key, even if the site no longer lists it; undefined if it never existed or is not published
 * yet.
 */
export const findItem = (site: Site, key: string, now: Date): DemoItem | undefined => {
  const occurrence = /^s-\d{1,9}$/.test(key)
    ? streamOccurrence(site.rhythm, Number(key.slice(2)), now)
    : stockOccurrence(site.rhythm, stockKeys(site.feed).indexOf(key), now)
  return occurrence === undefined ? undefined : itemOf(site, occurrence)
}

const itemOf = ({ feed }: Site, occurrence: Occurrence): DemoItem => {
  if (occurrence.from === "stream") return shortItem(feed, occurrence.slot, occurrence.at)
  const key = stockKeys(feed)[occurrence.index] ?? ""
  const article = feed.articles.find((candidate) => candidate.key === key)
  return article === undefined ? noteItem(feed, key, occurrence.at) : articleItem(feed, article, occurrence.at)
}

const articleItem = (feed: DemoFeed, article: Article, published: Date): DemoItem => ({
  ...identity(feed, article.key),
  size: "article",
  title: article.title,
  published,
  tags: article.tags,
  summary: toPlain(article.text.split("\n\n", 1)[0] ?? ""),
  text: article.text,
  pictured: true,
})

const noteItem = (feed: DemoFeed, key: string, published: Date): DemoItem => {
  const note = feed.notes[Number(key.slice(5)) - 1]
  return {
    ...identity(feed, key),
    size: "note",
    title: note?.title ?? "",
    published,
    tags: tagsFor(feed, key),
    summary: toPlain(note?.text ?? ""),
    text: note?.text ?? "",
    pictured: feed.kind === "video" || hashOf(`${feed.slug} ${key} picture`) % 2 === 0,
  }
}

const shortItem = (feed: DemoFeed, slot: number, published: Date): DemoItem => {
  const key = `s-${slot}`
  const { title, text } = streamNote(feed, slot, published)
  return {
    ...identity(feed, key),
    size: "short",
    title,
    published,
    tags: tagsFor(feed, key),
    summary: text,
    text,
    pictured: feed.kind === "video" || hashOf(`${feed.slug} ${key} picture`) % 3 === 0,
  }
}

const identity = (feed: DemoFeed, key: string) => ({ key, guid: `tag:${feed.slug}.example,2024:${key}` })

const tagsFor = (feed: DemoFeed, key: string): ReadonlyArray<string> => {
  const tag = feed.categories[hashOf(`${feed.slug} ${key} tag`) % feed.categories.length]
  return tag === undefined ? [] : [tag]
}

/** The written pieces in order of publication: the articles evenly among the notes. */
const stockKeys = (feed: DemoFeed): ReadonlyArray<string> => {
  const between = feed.notes.length / Math.max(feed.articles.length, 1)
  const placed = [
    ...feed.articles.map(({ key }, index) => ({ key, place: index * between })),
    ...feed.notes.map((_, index) => ({ key: `note-${String(index + 1).padStart(2, "0")}`, place: index + 0.5 })),
  ]
  return placed.sort((one, other) => one.place - other.place).map(({ key }) => key)
}
