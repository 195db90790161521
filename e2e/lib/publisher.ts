import { randomBytes } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo, Server } from "node:net"
import { inject } from "vitest"

/** One item of a test feed. By default its address is on the publisher. */
export interface PublishedItem {
  readonly key: string
  readonly title: string
  readonly published: Date
  readonly link?: string
}

/** A publisher on loopback that serves the documents a test adds. */
export interface Publisher {
  /** `host:port`, for ALLOW_PRIVATE_FETCH. */
  readonly host: string
  /** Its address, which all paths are below. */
  readonly base: string
  /** Serves a site at `/{name}/`: a page with a link tag to its feed, and the feed. Returns the page's address. */
  readonly publish: (name: string, items: ReadonlyArray<PublishedItem>) => string
  /** Serves one document at a path and returns its address. */
  readonly serve: (path: string, type: string, body: string | Uint8Array) => string
  readonly close: () => Promise<void>
}

/** Lets a server listen on a port from which the shared product may fetch. Returns `host:port`. */
export async function listenForShared(server: Server): Promise<string> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const port = Number(await (await fetch(inject("sharedProduct"))).text())
    if (await listen(server, port)) return `127.0.0.1:${port}`
  }
  throw new Error("All ports of publishers are in use.")
}

/** Another program may have taken an assigned port. */
const TRIES_MAX = 40

/** A path below which nobody has published, even if the port was used before. */
export const uniquePath = (): string => `/${randomBytes(6).toString("hex")}`

const listen = (server: Server, port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => (error.code === "EADDRINUSE" ? resolve(false) : reject(error))
    server.once("error", fail)
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      server.off("error", fail)
      resolve(true)
    })
  })

/**
 * Starts a publisher whose feeds declare a language. By default it listens on any port, which a product of the file must be
 * allowed to fetch from.
 */
export async function startPublisher({ forShared = false, language = "en" } = {}): Promise<Publisher> {
  const shelf = new Map<string, { readonly type: string; readonly body: string | Uint8Array }>()
  const server = createServer((request, response) => {
    const found = shelf.get(request.url ?? "")
    if (found === undefined) response.writeHead(404).end()
    else response.writeHead(200, { "content-type": found.type }).end(found.body)
  })
  if (forShared) await listenForShared(server)
  else await listen(server, 0)
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const path = uniquePath()
  const base = `http://${host}${path}`

  const serve: Publisher["serve"] = (place, type, body) => {
    shelf.set(path + place, { type, body })
    return base + place
  }
  return {
    host,
    base,
    serve,
    publish: (name, items) => {
      serve(`/${name}/feed.xml`, "application/rss+xml", rss({ name, home: `${base}/${name}/`, language }, items))
      return serve(`/${name}/`, "text/html", page(name))
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const page = (name: string): string =>
  `<!doctype html><title>${name}</title><link rel="alternate" type="application/rss+xml" title="${name}" href="feed.xml"><p>Hello</p>`

interface Channel {
  readonly name: string
  readonly home: string
  readonly language: string
}

const rss = ({ name, home, language }: Channel, items: ReadonlyArray<PublishedItem>): string => {
  const entries = items.map(({ key, title, published, link = home + key }) =>
    [
      `<item><title>${title}</title><link>${link}</link><guid isPermaLink="false">${name}-${key}</guid>`,
      `<pubDate>${published.toUTCString()}</pubDate><description>About ${title}.</description></item>`,
    ].join(""),
  )
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${name}</title><link>${home}</link><description>The feed ${name}</description><language>${language}</language>${entries.join("")}</channel></rss>`
}
