import { addressesOf, documentType } from "../addresses.ts"
import type { DemoFeed } from "../DemoFeed.ts"
import type { DemoItem } from "../items.ts"
import { inks } from "../pictures/inks.ts"
import { PICTURE } from "../pictures.ts"
import { onOneLine } from "../prose.ts"
import { type FeedDocument, itemBody } from "./document.ts"
import { type Labels, labelsFor } from "./labels.ts"
import { element, escapeMarkup, textElement } from "./markup.ts"
import { pageStyle } from "./pageStyle.ts"

/** A site's front page: what it is, and every item that its document lists. */
export const homePage = (document: FeedDocument): string => {
  const { feed, at, items } = document
  const words = wordsOf(feed)
  const listed = items.map((item) =>
    element(
      "li",
      {},
      item.pictured ? picture(document, item, "") : undefined,
      element("h2", {}, element("a", { href: at.page(item.key) }, escapeMarkup(item.title))),
      element("p", { class: "when" }, when(feed, item)),
      textElement("p", item.summary),
    ),
  )
  return page(document, feed.title, [
    element("p", { class: "about" }, escapeMarkup(onOneLine(feed.about))),
    textElement("h1", words.newest),
    element("ol", { class: "items" }, ...listed),
  ])
}

/** One item's page, with its player where it has a recording or a film. */
export const itemPage = (document: FeedDocument, item: DemoItem): string => {
  const words = wordsOf(document.feed)
  return page(document, item.title, [
    element(
      "article",
      {},
      textElement("h1", item.title),
      element("p", { class: "when" }, when(document.feed, item), ` · ${escapeMarkup(document.feed.author)}`),
      player(document, item),
      itemBody(document, item),
    ),
    element("p", {}, element("a", { href: document.at.home }, escapeMarkup(words.back))),
  ])
}

/** The list of all sites at the publisher's root. */
export const indexPage = (feeds: ReadonlyArray<DemoFeed>, origin: string): string => {
  const listed = feeds.map((feed) =>
    element(
      "li",
      { lang: feed.language },
      element("img", { src: addressesOf(feed, origin).icon, alt: "", width: 32, height: 32 }),
      element("a", { href: addressesOf(feed, origin).home }, escapeMarkup(feed.title)),
      ` ${escapeMarkup(feed.tagline)}`,
    ),
  )
  return (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Demo publisher</title>' +
    `<meta name="viewport" content="width=device-width"><style>${pageStyle(inks.slateGold)}</style></head><body><main>` +
    "<h1>Demo publisher</h1><p>Small made-up sites that fill a first visit. " +
    `<a href="${origin}/opml">All feeds as OPML</a></p><ul class="sites">${listed.join("")}</ul></main></body></html>\n`
  )
}

const page = ({ feed, at }: FeedDocument, title: string, content: ReadonlyArray<string>): string => {
  const words = wordsOf(feed)
  const found =
    feed.foundBy === "link"
      ? `<link rel="alternate" type="${documentType(feed)}" title="${escapeMarkup(feed.title)}" href="${at.document}">`
      : ""
  const name = title === feed.title ? title : `${title} · ${feed.title}`
  return (
    `<!doctype html>\n<html lang="${feed.language}"><head><meta charset="utf-8"><title>${escapeMarkup(name)}</title>` +
    `<meta name="viewport" content="width=device-width"><meta name="description" content="${escapeMarkup(feed.tagline)}">` +
    `<link rel="icon" type="image/png" href="${at.icon}"><meta property="og:image" content="${at.cover}">${found}` +
    `<style>${pageStyle(inks[feed.look.ink])}</style></head><body><header><a href="${at.home}">` +
    `<img src="${at.icon}" alt="" width="40" height="40">${escapeMarkup(feed.title)}</a>` +
    `<p>${escapeMarkup(feed.tagline)}</p></header><main>${content.join("\n")}</main><footer>` +
    `<p><a href="${at.document}">${escapeMarkup(words.subscribe)}</a></p><p>${escapeMarkup(words.fiction)}</p>` +
    "</footer></body></html>\n"
  )
}

const player = (document: FeedDocument, item: DemoItem): string => {
  const { feed, at } = document
  const words = wordsOf(feed)
  if (feed.kind === "video") {
    const [poster, source] = [at.picture(item.key), at.film(item.key)]
    return `<video controls muted loop preload="none" poster="${poster}" src="${source}"></video>`
  }
  const drawn = item.pictured ? picture(document, item, "") : ""
  if (feed.kind !== "podcast") return drawn
  return (
    `${drawn}<audio controls preload="none" src="${at.audio(item.key)}"></audio>` +
    `<p class="when"><a href="${at.transcript(item.key)}">${escapeMarkup(words.transcript)}</a> ` +
    `<a href="${at.chapters(item.key)}">${escapeMarkup(words.chapters)}</a></p>`
  )
}

const picture = ({ at }: FeedDocument, { key }: DemoItem, alt: string): string =>
  `<img class="drawn" src="${at.picture(key)}" alt="${alt}" ` +
  `width="${PICTURE.width}" height="${PICTURE.height}" loading="lazy">`

const when = ({ language, timeZone }: DemoFeed, { published }: DemoItem): string => {
  const local = published.toLocaleString(language, { timeZone, dateStyle: "long", timeStyle: "short" })
  return `<time datetime="${published.toISOString()}">${escapeMarkup(local)}</time>`
}

const wordsOf = (feed: DemoFeed): Labels => {
  const words = labelsFor(feed.language)
  if (words === undefined) throw new Error(`No page labels for ${feed.language}`)
  return words
}
