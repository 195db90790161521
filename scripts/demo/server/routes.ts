import { addressesOf, documentName, documentType, pictureExtension, pictureType } from "../addresses.ts"
import { record } from "../audio.ts"
import type { DemoFeed } from "../DemoFeed.ts"
import { type DemoItem, findItem, type Site } from "../items.ts"
import { coverSvg, emblemSvg, ICON_PIXELS, paint, sceneSvg } from "../pictures.ts"
import { hashOf } from "../random.ts"
import { atomDocument } from "../render/atom.ts"
import { documentAt, type FeedDocument } from "../render/document.ts"
import { homePage, indexPage, itemPage } from "../render/html.ts"
import { jsonFeedDocument } from "../render/jsonFeed.ts"
import { opmlDocument } from "../render/opml.ts"
import { chapters, transcript } from "../render/podcast.ts"
import { rdfDocument } from "../render/rdf.ts"
import { rssDocument } from "../render/rss.ts"
import { film } from "../video.ts"
import type { RenderCache } from "./renderCache.ts"
import type { Reply } from "./reply.ts"

/** What every route may use. `origin` is the publisher's own address, without a slash at its end. */
export type World = {
  readonly sites: ReadonlyArray<Site>
  readonly origin: string
  readonly now: Date
  readonly cache: RenderCache
}

const HTML = "text/html; charset=utf-8"
const NOTHING: Reply = { kind: "nothing" }
/** Goes up when pictures or sounds are made in a new way, so that nobody keeps the old ones. */
const EDITION = 1
/** The look of the publisher itself. */
const OWN_LOOK = { scene: "plots", emblem: "grid", ink: "slateGold", fileType: "png" } as const

/** Finds what a path names. */
export const route = (world: World, path: string): Reply => {
  const feeds = world.sites.map(({ feed }) => feed)
  if (path === "/") return text(HTML, indexPage(feeds, world.origin), world.now)
  if (path === "/opml") return text("text/x-opml; charset=utf-8", opmlDocument(feeds, world.origin), world.now)
  if (path === "/favicon.ico") return icon(world, path, OWN_LOOK)
  const [, slug = "", rest] = /^\/([a-z0-9-]+)(?:\/(.*))?$/.exec(path) ?? []
  const site = world.sites.find(({ feed }) => feed.slug === slug)
  if (site === undefined) return NOTHING
  return rest === undefined ? { kind: "moved", to: `/${slug}/` } : siteRoute(world, site, path, rest)
}

const siteRoute = (world: World, site: Site, path: string, rest: string): Reply => {
  const { feed } = site
  if (rest === "") {
    const document = documentAt(site, world.origin, world.now)
    return text(HTML, homePage(document), document.updated)
  }
  if (rest === documentName(feed)) return feedReply(documentAt(site, world.origin, world.now))
  if (rest === "icon.png" || rest === "favicon.ico") return icon(world, path, feed.look)
  if (rest === "cover.jpg") return media(world, path, "image/jpeg", () => paint(coverSvg(feed.look, feed.slug), "jpeg"))
  const [, folder = "", name = "", extension = ""] = /^([a-z]+)\/([a-z0-9-]+)(?:\.([a-z0-9]+))?$/.exec(rest) ?? []
  const wanted = `${folder}.${extension}`
  const item = findItem(site, name, world.now)
  if (wanted === `pictures.${pictureExtension(feed)}`) {
    if (item !== undefined) return pictureReply(world, feed, item, 0, path)
    const [, key = "", place] = /^(.+)-(\d)$/.exec(name) ?? []
    const figured = findItem(site, key, world.now)
    return figured === undefined ? NOTHING : pictureReply(world, feed, figured, Number(place), path)
  }
  return item === undefined ? NOTHING : itemReply(world, feed, item, wanted, path)
}

const itemReply = (world: World, feed: DemoFeed, item: DemoItem, wanted: string, path: string): Reply => {
  const { sound } = feed
  const { seconds } = item
  const seed = `${feed.slug}/${item.key}`
  const at = addressesOf(feed, world.origin)
  if (wanted === "items.") {
    return text(HTML, itemPage({ feed, items: [item], at, updated: item.published }, item), item.published)
  }
  if (seconds === undefined) return NOTHING
  if (sound === undefined) {
    if (wanted !== "films.webm") return NOTHING
    return media(world, path, "video/webm", () => film(feed.look, seed, seconds), item.published)
  }
  if (wanted === "transcripts.vtt") return text("text/vtt; charset=utf-8", transcript(item), item.published)
  if (wanted === "chapters.json") return text("application/json+chapters", chapters(item), item.published)
  if (wanted !== "audio.wav") return NOTHING
  return media(world, path, "audio/wav", async () => record({ sound, seed, seconds }), item.published)
}

/** Place 0 is the picture that heads an item, others its figures. */
const pictureReply = (world: World, feed: DemoFeed, item: DemoItem, place: number, path: string): Reply => {
  const figures = item.text.match(/^!\[/gm)?.length ?? 0
  if (place === 0 ? !item.pictured : place > figures) return NOTHING
  const seed = `${feed.slug}/${item.key}/${place}`
  return media(
    world,
    path,
    pictureType(feed),
    () => paint(sceneSvg(feed.look, seed), feed.look.fileType),
    item.published,
  )
}

const feedReply = (document: FeedDocument): Reply => {
  const render = { rss: rssDocument, atom: atomDocument, rdf: rdfDocument, json: jsonFeedDocument }
  return text(`${documentType(document.feed)}; charset=utf-8`, render[document.feed.format](document), document.updated)
}

const icon = (world: World, path: string, look: DemoFeed["look"]): Reply =>
  media(world, path, "image/png", () => paint(emblemSvg(look, ICON_PIXELS), "png"))

const text = (type: string, body: string, changed: Date): Reply => ({ kind: "text", type, body, changed })

/** Drawn things change only with the edition, so those that belong to no item carry its date. */
const media = (
  { cache }: World,
  path: string,
  type: string,
  render: () => Promise<Buffer>,
  changed: Date = new Date(Date.UTC(2024, 0, EDITION)),
): Reply => ({
  kind: "media",
  type,
  tag: `${hashOf(path).toString(36)}-${EDITION}`,
  changed,
  render: () => cache.get(path, render),
})
