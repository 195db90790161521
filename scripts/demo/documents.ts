import { statSync } from "node:fs"
import { generateAtomFeed, generateJsonFeed, generateOpml, generateRssFeed } from "feedsmith"
import { type DemoItem, itemsAt, type Site } from "./items.ts"
import { toHtml, toPlain } from "./markdown.ts"
import { PICTURE, pictureOf } from "./pictures.ts"
import type { DemoFeed } from "./readContent.ts"

/** Transcript characters per second of speech; fewer in languages where a character is a syllable. */
const READING_SPEED = 15
const READING_SPEED_CJK = 6
const CHAPTER_NAME_LENGTH_MAX = 60
const FILM = { width: 640, height: 426 } as const

/** What a site publishes at a moment, and where. `origin` has no trailing slash. */
export type Edition = {
  readonly feed: DemoFeed
  readonly origin: string
  readonly items: ReadonlyArray<DemoItem>
  /** Time of the newest item. */
  readonly updated: Date
}

export const editionAt = (site: Site, origin: string, now: Date): Edition => {
  const items = itemsAt(site, now)
  return { feed: site.feed, origin, items, updated: items[0]?.published ?? now }
}

/** The file name of a site's document, by its format. */
export const documentName = ({ format }: DemoFeed): string =>
  ({ rss: "feed.xml", atom: "atom.xml", json: "feed.json" })[format]

export const documentType = ({ format }: DemoFeed): string =>
  ({ rss: "application/rss+xml", atom: "application/atom+xml", json: "application/feed+json" })[format]

/** Addresses of a site's pages and files. */
export const addressesOf = (feed: DemoFeed, origin: string) => {
  const home = `${origin}/${feed.slug}/`
  return {
    home,
    document: `${home}${documentName(feed)}`,
    icon: `${home}pictures/icon.png`,
    cover: `${home}pictures/cover.webp`,
    page: (key: string) => `${home}items/${key}`,
    /** The picture at the top of an item, or its n-th figure. */
    picture: (key: string, figure = 0) => `${home}pictures/${pictureOf(`${key} ${figure}`)}`,
    /** All items of a site share one recording or film, under an address per item. */
    media: (key: string) => `${origin}/media/${mediaFile(feed)}?item=${key}`,
    transcript: (key: string) => `${home}transcripts/${key}.vtt`,
    chapters: (key: string) => `${home}chapters/${key}.json`,
  }
}

const mediaFile = ({ slug, kind }: DemoFeed): string => `${slug}.${kind === "video" ? "webm" : "mp3"}`
const mediaBytes = (feed: DemoFeed): number => statSync(new URL(`./media/${mediaFile(feed)}`, import.meta.url)).size

/** An item's full text as HTML, with its picture at the top. */
export const itemHtml = ({ feed, origin }: Edition, item: DemoItem): string => {
  const at = addressesOf(feed, origin)
  const size = `width="${PICTURE.width}" height="${PICTURE.height}"`
  const head =
    item.pictured && feed.seconds === undefined ? `<p><img src="${at.picture(item.key)}" alt="" ${size}></p>\n` : ""
  return head + toHtml(item.text, (place) => at.picture(item.key, place))
}

/** Returns the site's document in its format. */
export const writeDocument = (edition: Edition): string =>
  ({ rss: writeRss, atom: writeAtom, json: writeJson })[edition.feed.format](edition)

/** RSS 2.0, with Media RSS for films and the iTunes and Podcasting 2.0 namespaces for podcasts. */
const writeRss = (edition: Edition): string => {
  const { feed, origin, items, updated } = edition
  const at = addressesOf(feed, origin)
  return generateRssFeed({
    title: feed.title,
    link: at.home,
    description: feed.tagline,
    language: feed.language.toLowerCase(),
    lastBuildDate: updated,
    ttl: feed.pace === "quick" ? 15 : 60,
    atom: { links: [{ rel: "self", type: "application/rss+xml", href: at.document }] },
    image: { url: at.icon, title: feed.title, link: at.home },
    categories: feed.categories.map((name) => ({ name })),
    ...(feed.kind === "podcast"
      ? {
          itunes: {
            author: feed.author,
            summary: feed.about,
            type: "episodic",
            explicit: false,
            image: at.cover,
            categories: [{ text: "Arts" }],
          },
          podcast: { medium: "podcast" },
        }
      : {}),
    items: items.map((item) => ({
      title: item.title,
      link: at.page(item.key),
      guid: { value: item.guid, isPermaLink: false },
      pubDate: item.published,
      dc: { creators: [feed.author] },
      categories: item.tags.map((name) => ({ name })),
      description: item.summary,
      ...(feed.carries === "whole" ? { content: { encoded: itemHtml(edition, item) } } : {}),
      ...mediaOf(edition, item),
    })),
  })
}

const mediaOf = ({ feed, origin }: Edition, { key, title, summary, pictured, size }: DemoItem) => {
  const at = addressesOf(feed, origin)
  const thumbnails = pictured ? [{ url: at.picture(key), ...PICTURE }] : []
  if (feed.seconds === undefined) return feed.carries === "whole" ? {} : { media: { thumbnails } }
  if (feed.kind === "podcast")
    return {
      enclosures: [{ url: at.media(key), type: "audio/mpeg", length: mediaBytes(feed) }],
      itunes: {
        duration: feed.seconds,
        explicit: false,
        episodeType: size === "article" ? "full" : "bonus",
        ...(pictured ? { image: at.picture(key) } : {}),
      },
      podcast: {
        transcripts: [{ url: at.transcript(key), type: "text/vtt" }],
        chapters: { url: at.chapters(key), type: "application/json+chapters" },
      },
    }
  const film = { url: at.media(key), type: "video/webm", medium: "video", duration: feed.seconds, ...FILM }
  return {
    media: {
      groups: [{ contents: [film], title: { value: title }, description: { value: summary }, thumbnails }],
    },
  }
}

/** Atom 1.0 (RFC 4287), with an enclosure for films. */
const writeAtom = (edition: Edition): string => {
  const { feed, origin, items, updated } = edition
  const at = addressesOf(feed, origin)
  return generateAtomFeed({
    id: `tag:${feed.slug}.example,2024:feed`,
    title: { value: feed.title },
    subtitle: { value: feed.tagline },
    updated,
    links: [
      { rel: "self", type: "application/atom+xml", href: at.document },
      { rel: "alternate", type: "text/html", href: at.home },
    ],
    icon: at.icon,
    logo: at.cover,
    authors: [{ name: feed.author, uri: at.home }],
    categories: feed.categories.map((term) => ({ term })),
    entries: items.map((item) => ({
      id: item.guid,
      title: { value: item.title },
      links: [
        { rel: "alternate", type: "text/html", href: at.page(item.key) },
        ...(feed.kind === "video" ? [{ rel: "enclosure", type: "video/webm", href: at.media(item.key) }] : []),
      ],
      published: item.published,
      updated: item.published,
      categories: item.tags.map((term) => ({ term })),
      summary: { value: item.summary },
      ...(feed.carries === "whole" ? { content: { value: itemHtml(edition, item), type: "html" } } : {}),
      ...mediaOf(edition, item),
    })),
  })
}

/** JSON Feed 1.1. */
const writeJson = (edition: Edition): string => {
  const { feed, origin, items } = edition
  const at = addressesOf(feed, origin)
  return JSON.stringify(
    generateJsonFeed({
      title: feed.title,
      home_page_url: at.home,
      feed_url: at.document,
      description: feed.tagline,
      icon: at.cover,
      favicon: at.icon,
      language: feed.language,
      authors: [{ name: feed.author, url: at.home, avatar: at.icon }],
      items: items.map((item) => ({
        id: item.guid,
        url: at.page(item.key),
        title: item.title,
        summary: item.summary,
        content_html: itemHtml(edition, item),
        ...(item.pictured ? { image: at.picture(item.key) } : {}),
        date_published: item.published,
        tags: [...item.tags],
        language: feed.language,
      })),
    }),
  )
}

/** All sites as an OPML 2.0 subscription list, with one group per kind. */
export const writeSiteList = (feeds: ReadonlyArray<DemoFeed>, origin: string): string =>
  generateOpml({
    head: { title: "Demo publisher" },
    body: {
      outlines: [...new Set(feeds.map(({ kind }) => kind))].map((kind) => ({
        text: kind,
        outlines: feeds
          .filter((feed) => feed.kind === kind)
          .map((feed) => {
            const { document, home } = addressesOf(feed, origin)
            return { type: "rss", text: feed.title, title: feed.title, xmlUrl: document, htmlUrl: home }
          }),
      })),
    },
  })

/** WebVTT: as many sentences of the item as fit into its recording, each shown as long as it takes to read. */
export const writeTranscript = (feed: DemoFeed, item: DemoItem): string => {
  const cues = cuesOf(feed, item).map(({ from, to, sentence }) => `${vttTime(from)} --> ${vttTime(to)}\n${sentence}`)
  return `WEBVTT\n\n${cues.join("\n\n")}\n`
}

/** A chapters file of the podcast namespace: the beginning and two later points. */
export const writeChapters = (feed: DemoFeed, item: DemoItem): string => {
  const cues = cuesOf(feed, item)
  const places = [...new Set([0, Math.floor(cues.length / 3), Math.floor((cues.length * 2) / 3)])]
  const chapters = places.flatMap((place) => {
    const cue = cues[place]
    if (cue === undefined) return []
    return [{ startTime: cue.from, title: place === 0 ? item.title : cue.sentence.slice(0, CHAPTER_NAME_LENGTH_MAX) }]
  })
  return JSON.stringify({ version: "1.2.0", title: item.title, chapters })
}

type Cue = { readonly from: number; readonly to: number; readonly sentence: string }

const cuesOf = ({ seconds = 0 }: DemoFeed, item: DemoItem): ReadonlyArray<Cue> => {
  const text = toPlain(item.text)
  const speed = /[\p{Script=Han}\p{Script=Hiragana}]/u.test(text) ? READING_SPEED_CJK : READING_SPEED
  const cues: Array<Cue> = []
  for (const sentence of text.match(/[^.!?。！？]+[.!?。！？]+[”»」“]?\s*/gu) ?? [text]) {
    const from = cues.at(-1)?.to ?? 0
    const to = Math.min(seconds, Math.round((from + sentence.length / speed) * 10) / 10)
    if (to - from < 0.5) break
    cues.push({ from, to, sentence: sentence.trim() })
  }
  return cues
}

const vttTime = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60)
  return `${String(minutes).padStart(2, "0")}:${(seconds - minutes * 60).toFixed(3).padStart(6, "0")}`
}
