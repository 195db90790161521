import { recordingBytes } from "../audio.ts"
import type { DemoItem } from "../items.ts"
import { PICTURE } from "../pictures.ts"
import { onOneLine } from "../prose.ts"
import { FILM } from "../video.ts"
import { clockTime, type FeedDocument, itemHtml } from "./document.ts"
import { cdata, element, escapeMarkup, textElement } from "./markup.ts"

const NAMESPACES = {
  "xmlns:atom": "http://www.w3.org/2005/Atom",
  "xmlns:content": "http://purl.org/rss/1.0/modules/content/",
  "xmlns:dc": "http://purl.org/dc/elements/1.1/",
  "xmlns:media": "http://search.yahoo.com/mrss/",
}
const PODCAST_NAMESPACES = {
  "xmlns:itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
  "xmlns:podcast": "https://podcastindex.org/namespace/1.0",
}

/** RSS 2.0, with Media RSS for films and the iTunes and Podcasting 2.0 namespaces for podcasts. */
export const rssDocument = (document: FeedDocument): string => {
  const { feed, at, items, updated } = document
  const podcast = feed.kind === "podcast"
  const channel = element(
    "channel",
    {},
    textElement("title", feed.title),
    textElement("link", at.home),
    textElement("description", feed.tagline),
    textElement("language", feed.language.toLowerCase()),
    textElement("lastBuildDate", updated.toUTCString()),
    textElement("ttl", feed.pace === "quick" ? "15" : "60"),
    element("atom:link", { rel: "self", type: "application/rss+xml", href: at.document }),
    element("image", {}, textElement("url", at.icon), textElement("title", feed.title), textElement("link", at.home)),
    ...feed.categories.map((category) => textElement("category", category)),
    podcast ? podcastChannel(document) : undefined,
    ...items.map((item) => rssItem(document, item)),
  )
  const root = { version: "2.0", ...NAMESPACES, ...(podcast ? PODCAST_NAMESPACES : {}) }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("rss", root, channel)}\n`
}

const podcastChannel = ({ feed, at }: FeedDocument): string =>
  [
    textElement("itunes:author", feed.author),
    textElement("itunes:summary", onOneLine(feed.about)),
    textElement("itunes:type", "episodic"),
    textElement("itunes:explicit", "false"),
    element("itunes:image", { href: at.cover }),
    element("itunes:category", { text: "Arts" }),
    textElement("podcast:locked", "no"),
    textElement("podcast:medium", "podcast"),
  ].join("")

const rssItem = (document: FeedDocument, item: DemoItem): string => {
  const { feed, at } = document
  const whole = feed.carries === "whole"
  return element(
    "item",
    {},
    textElement("title", item.title),
    textElement("link", at.page(item.key)),
    element("guid", { isPermaLink: "false" }, item.guid),
    textElement("pubDate", item.published.toUTCString()),
    textElement("dc:creator", feed.author),
    ...item.tags.map((tag) => textElement("category", tag)),
    textElement("description", item.summary),
    whole ? element("content:encoded", {}, cdata(itemHtml(document, item))) : undefined,
    feed.kind === "podcast" ? episode(document, item) : undefined,
    feed.kind === "video" ? filmGroup(document, item) : undefined,
    !whole && item.pictured
      ? element("media:thumbnail", { url: at.picture(item.key), width: PICTURE.width, height: PICTURE.height })
      : undefined,
  )
}

const episode = ({ at }: FeedDocument, { key, seconds = 0, pictured, size }: DemoItem): string =>
  [
    element("enclosure", { url: at.audio(key), type: "audio/wav", length: recordingBytes(seconds) }),
    textElement("itunes:duration", clockTime(seconds)),
    textElement("itunes:explicit", "false"),
    textElement("itunes:episodeType", size === "article" ? "full" : "bonus"),
    pictured ? element("itunes:image", { href: at.picture(key) }) : "",
    element("podcast:transcript", { url: at.transcript(key), type: "text/vtt" }),
    element("podcast:chapters", { url: at.chapters(key), type: "application/json+chapters" }),
  ].join("")

const filmGroup = ({ at }: FeedDocument, { key, title, summary, seconds = 0 }: DemoItem): string =>
  element(
    "media:group",
    {},
    element("media:content", {
      url: at.film(key),
      type: "video/webm",
      medium: "video",
      duration: seconds,
      width: FILM.width,
      height: FILM.height,
      isDefault: "true",
    }),
    element("media:title", { type: "plain" }, escapeMarkup(title)),
    element("media:description", { type: "plain" }, escapeMarkup(summary)),
    element("media:thumbnail", { url: at.picture(key), width: PICTURE.width, height: PICTURE.height }),
    element("media:player", { url: at.page(key) }),
  )
