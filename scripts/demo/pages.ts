import { addressesOf, documentType, type Edition, itemHtml } from "./documents.ts"
import type { DemoItem } from "./items.ts"
import { escapeHtml } from "./markdown.ts"
import { PICTURE } from "./pictures.ts"
import type { DemoFeed } from "./readContent.ts"

const STYLE = `body{margin:0 auto;max-width:42rem;padding:1.5rem;font:1.05rem/1.6 Georgia,serif;color:#222;background:#faf8f3}
img,video{max-width:100%;height:auto}ol{list-style:none;padding:0}.when,footer{color:#666;font-size:.9rem}a{color:#a33}`

/** A site's front page: its description, and every item of its document. */
export const homePage = (edition: Edition): string => {
  const { feed, origin, items } = edition
  const at = addressesOf(feed, origin)
  const listed = items.map(
    (item) =>
      `<li>${picture(edition, item)}<h2><a href="${at.page(item.key)}">${escapeHtml(item.title)}</a></h2>` +
      `<p class="when">${when(feed, item)}</p><p>${escapeHtml(item.summary)}</p></li>`,
  )
  return page(edition, feed.title, `<p>${escapeHtml(feed.about)}</p><ol>${listed.join("\n")}</ol>`)
}

/** An item's page, with a player if it has a recording or a film. */
export const itemPage = (edition: Edition, item: DemoItem): string => {
  const { feed } = edition
  const head = `<h1>${escapeHtml(item.title)}</h1><p class="when">${when(feed, item)} · ${escapeHtml(feed.author)}</p>`
  return page(edition, item.title, `<article>${head}${player(edition, item)}${itemHtml(edition, item)}</article>`)
}

/** The list of all sites at the publisher's root. */
export const indexPage = (feeds: ReadonlyArray<DemoFeed>, origin: string): string => {
  const listed = feeds.map(
    (feed) =>
      `<li lang="${feed.language}"><a href="${addressesOf(feed, origin).home}">${escapeHtml(feed.title)}</a> ${escapeHtml(feed.tagline)}</li>`,
  )
  const intro = `<h1>Demo publisher</h1><p>Small invented sites that fill the demo library. <a href="${origin}/opml">All feeds as OPML</a></p>`
  return html("en", "Demo publisher", "", `${intro}<ul>${listed.join("")}</ul>`)
}

const page = ({ feed, origin }: Edition, title: string, content: string): string => {
  const at = addressesOf(feed, origin)
  const name = escapeHtml(title === feed.title ? title : `${title} · ${feed.title}`)
  const link = `<link rel="alternate" type="${documentType(feed)}" title="${escapeHtml(feed.title)}" href="${at.document}">`
  const head =
    `<meta name="description" content="${escapeHtml(feed.tagline)}"><link rel="icon" type="image/png" href="${at.icon}">` +
    `<meta property="og:image" content="${at.cover}">${feed.foundBy === "link" ? link : ""}`
  return html(
    feed.language,
    name,
    head,
    `<header><a href="${at.home}">${escapeHtml(feed.title)}</a><p>${escapeHtml(feed.tagline)}</p></header><main>${content}</main>` +
      `<footer lang="en"><a href="${at.document}">Feed</a> · A demonstration site: its places and people are invented.</footer>`,
  )
}

const html = (language: string, title: string, head: string, body: string): string =>
  `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>` +
  `<meta name="viewport" content="width=device-width">${head}<style>${STYLE}</style></head><body>${body}</body></html>\n`

const player = ({ feed, origin }: Edition, item: DemoItem): string => {
  const at = addressesOf(feed, origin)
  if (feed.kind === "video")
    return `<video controls muted loop preload="none" poster="${at.picture(item.key)}" src="${at.media(item.key)}"></video>`
  if (feed.kind !== "podcast") return ""
  return `<audio controls preload="none" src="${at.media(item.key)}"></audio><p><a href="${at.transcript(item.key)}">Transcript</a></p>`
}

const picture = ({ feed, origin }: Edition, { key, pictured }: DemoItem): string =>
  pictured
    ? `<img src="${addressesOf(feed, origin).picture(key)}" alt="" width="${PICTURE.width}" height="${PICTURE.height}" loading="lazy">`
    : ""

const when = ({ language, timeZone }: DemoFeed, { published }: DemoItem): string => {
  const local = published.toLocaleString(language, { timeZone, dateStyle: "long", timeStyle: "short" })
  return `<time datetime="${published.toISOString()}">${escapeHtml(local)}</time>`
}
