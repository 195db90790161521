import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { fileURLToPath } from "node:url"
import sirv from "sirv"
import {
  documentName,
  documentType,
  editionAt,
  writeChapters,
  writeDocument,
  writeSiteList,
  writeTranscript,
} from "./documents.ts"
import { findItem, type Site, sitesOf } from "./items.ts"
import { homePage, indexPage, itemPage } from "./pages.ts"
import { readPicture } from "./pictures.ts"
import { readContent } from "./readContent.ts"

export const feeds = readContent()

/** Properties of a demo site that the product uses. Paths begin with a slash. */
export const demoFeeds = feeds.map((feed) => ({
  slug: feed.slug,
  title: feed.title,
  feedPath: `/${feed.slug}/${documentName(feed)}`,
  pagePath: `/${feed.slug}/`,
  language: feed.language,
}))

/** A running publisher. `url` has no trailing slash. */
export type Publisher = { readonly url: string; readonly port: number; readonly close: () => Promise<void> }

/** Longer request targets are refused. */
const TARGET_LENGTH_MAX = 300
const TEXT_FRESH_SECONDS = 60
const HTML = "text/html; charset=utf-8"
/** Recordings and films, served with range requests. */
const serveMedia = sirv(fileURLToPath(new URL("./media/", import.meta.url)), { etag: true })

/**
 * Serves all demo sites on 127.0.0.1; port 0 uses any free port. `now` determines which items exist. Rejects if the
 * port is taken.
 */
export const startPublisher = async ({ port, now }: { port: number; now: () => Date }): Promise<Publisher> => {
  const sites = sitesOf(feeds)
  let origin = ""

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = request.url ?? "/"
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD")
      return sendPlain(response, 405, "Only GET and HEAD")
    }
    if (target.length > TARGET_LENGTH_MAX) return sendPlain(response, 414, "The address is too long")
    const path = target.split("?", 1)[0] ?? "/"
    if (/^\/media\/[a-z-]+\.(mp3|webm)$/.test(path)) {
      request.url = path.slice("/media".length)
      return serveMedia(request, response, () => sendPlain(response, 404, "Not found"))
    }
    const page = path === "/" || path === "/opml" ? rootPage(path, origin) : await findPage(sites, origin, now(), path)
    if (page === undefined) return sendPlain(response, 404, "Not found")
    if ("location" in page) {
      response.setHeader("Location", page.location)
      return sendPlain(response, 301, "Moved")
    }
    send(request, response, page)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((fault: unknown) => {
      console.error("The demo publisher could not answer", request.url, fault)
      if (response.headersSent) response.destroy()
      else sendPlain(response, 500, "The demo publisher could not answer")
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", () => resolve())
  })
  const bound = (server.address() as AddressInfo).port
  origin = `http://127.0.0.1:${bound}`
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: origin, port: bound, close }
}

type Page = { readonly type: string; readonly body: string | Buffer; readonly changed?: Date }

const rootPage = (path: string, origin: string): Page =>
  path === "/"
    ? { type: HTML, body: indexPage(feeds, origin) }
    : { type: "text/x-opml; charset=utf-8", body: writeSiteList(feeds, origin) }

/** Resolves a path of a site. */
const findPage = async (
  sites: ReadonlyArray<Site>,
  origin: string,
  now: Date,
  path: string,
): Promise<Page | { readonly location: string } | undefined> => {
  const [, slug, rest] = /^\/([a-z0-9-]+)(?:\/(.*))?$/.exec(path) ?? []
  const site = sites.find(({ feed }) => feed.slug === slug)
  if (site === undefined) return undefined
  const { feed } = site
  if (rest === undefined) return { location: `/${feed.slug}/` }
  if (rest === "" || rest === documentName(feed)) {
    const edition = editionAt(site, origin, now)
    return rest === ""
      ? { type: HTML, body: homePage(edition), changed: edition.updated }
      : { type: `${documentType(feed)}; charset=utf-8`, body: writeDocument(edition), changed: edition.updated }
  }
  const [, folder, name = "", extension] = /^([a-z]+)\/([a-z0-9-]+)(?:\.([a-z]+))?$/.exec(rest) ?? []
  if (folder === "pictures") {
    const body = await (extension === (name === "icon" ? "png" : "webp") ? readPicture(feed.slug, name) : undefined)
    return body && { type: `image/${extension}`, body }
  }
  const item = findItem(site, name, now)
  if (item === undefined) return undefined
  const [edition, changed] = [{ feed, origin, items: [item], updated: item.published }, item.published]
  if (folder === "items" && extension === undefined) return { type: HTML, body: itemPage(edition, item), changed }
  if (feed.kind !== "podcast") return undefined
  if (folder === "transcripts" && extension === "vtt")
    return { type: "text/vtt; charset=utf-8", body: writeTranscript(feed, item), changed }
  if (folder === "chapters" && extension === "json")
    return { type: "application/json+chapters", body: writeChapters(feed, item), changed }
  return undefined
}

/** Answers conditional requests with 304 (RFC 9110, 13.2.2: a list of tags takes precedence over a date). */
const send = (request: IncomingMessage, response: ServerResponse, { type, body, changed }: Page): void => {
  const tag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`
  response.setHeader("ETag", tag)
  response.setHeader("Cache-Control", `public, max-age=${TEXT_FRESH_SECONDS}`)
  if (changed !== undefined) response.setHeader("Last-Modified", changed.toUTCString())
  const { "if-none-match": tags, "if-modified-since": since } = request.headers
  const isUnchanged =
    tags === undefined
      ? changed !== undefined && since !== undefined && changed.getTime() <= Date.parse(since)
      : tags.split(",").some((each) => ["*", tag].includes(each.trim().replace(/^W\//, "")))
  if (isUnchanged) {
    response.writeHead(304)
    response.end()
    return
  }
  response.writeHead(200, { "Content-Type": type, "Content-Length": Buffer.byteLength(body) })
  response.end(request.method === "HEAD" ? undefined : body)
}

const sendPlain = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" })
  response.end(`${text}\n`)
}
