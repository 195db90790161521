import { pictureType } from "../addresses.ts"
import type { DemoItem } from "../items.ts"
import { PICTURE } from "../pictures.ts"
import { FILM } from "../video.ts"
import { type FeedDocument, itemHtml } from "./document.ts"
import { element, escapeMarkup, textElement } from "./markup.ts"

/** Atom 1.0 (RFC 4287), with Media RSS for films. */
export const atomDocument = (document: FeedDocument): string => {
  const { feed, at, items, updated } = document
  const root = {
    xmlns: "http://www.w3.org/2005/Atom",
    "xmlns:media": "http://search.yahoo.com/mrss/",
    "xml:lang": feed.language,
  }
  const head = [
    textElement("id", `tag:${feed.slug}.example,2024:feed`),
    textElement("title", feed.title),
    textElement("subtitle", feed.tagline),
    textElement("updated", updated.toISOString()),
    element("link", { rel: "self", type: "application/atom+xml", href: at.document }),
    element("link", { rel: "alternate", type: "text/html", href: at.home }),
    textElement("icon", at.icon),
    textElement("logo", at.cover),
    element("author", {}, textElement("name", feed.author), textElement("uri", at.home)),
    ...feed.categories.map((category) => element("category", { term: category })),
  ]
  const entries = items.map((item) => entry(document, item))
  return `<?xml version="1.0" encoding="utf-8"?>\n${element("feed", root, ...head, ...entries)}\n`
}

const entry = (document: FeedDocument, item: DemoItem): string => {
  const { feed, at } = document
  return element(
    "entry",
    {},
    textElement("id", item.guid),
    element("title", { type: "text" }, escapeMarkup(item.title)),
    element("link", { rel: "alternate", type: "text/html", href: at.page(item.key) }),
    textElement("published", item.published.toISOString()),
    textElement("updated", item.published.toISOString()),
    ...item.tags.map((tag) => element("category", { term: tag })),
    element("summary", { type: "text" }, escapeMarkup(item.summary)),
    feed.carries === "whole" ? element("content", { type: "html" }, escapeMarkup(itemHtml(document, item))) : undefined,
    feed.kind === "video" ? film(document, item) : undefined,
  )
}

const film = ({ feed, at }: FeedDocument, { key, title, summary, seconds = 0 }: DemoItem): string =>
  [
    element("link", { rel: "enclosure", type: "video/webm", href: at.film(key) }),
    element(
      "media:group",
      {},
      textElement("media:title", title),
      element("media:content", {
        url: at.film(key),
        type: "video/webm",
        medium: "video",
        duration: seconds,
        width: FILM.width,
        height: FILM.height,
      }),
      element("media:thumbnail", { url: at.picture(key), width: PICTURE.width, height: PICTURE.height }),
      element("media:description", { type: "plain" }, escapeMarkup(summary)),
      element("media:credit", { role: "author" }, escapeMarkup(feed.author)),
    ),
    element("link", { rel: "related", type: pictureType(feed), href: at.picture(key) }),
  ].join("")
