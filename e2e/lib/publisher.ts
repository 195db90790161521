import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

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
  readonly origin: string
  /** Serves a site at `/{name}/`: a page with a link tag to its feed, and the feed. Returns the page's address. */
  readonly publish: (name: string, items: ReadonlyArray<PublishedItem>) => string
  /** Serves one document at a path and returns its address. */
  readonly serve: (path: string, type: string, body: string | Uint8Array) => string
  readonly close: () => Promise<void>
}

export async function startPublisher(): Promise<Publisher> {
  const shelf = new Map<string, { readonly type: string; readonly body: string | Uint8Array }>()
  const server = createServer((request, response) => {
    const found = shelf.get(request.url ?? "")
    if (found === undefined) response.writeHead(404).end()
    else response.writeHead(200, { "content-type": found.type }).end(found.body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const origin = `http://${host}`

  const serve: Publisher["serve"] = (path, type, body) => {
    shelf.set(path, { type, body })
    return origin + path
  }
  return {
    host,
    origin,
    serve,
    publish: (name, items) => {
      serve(`/${name}/feed.xml`, "application/rss+xml", rss(name, `${origin}/${name}/`, items))
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

const rss = (name: string, home: string, items: ReadonlyArray<PublishedItem>): string => {
  const entries = items.map(({ key, title, published, link = home + key }) =>
    [
      `<item><title>${title}</title><link>${link}</link><guid isPermaLink="false">${name}-${key}</guid>`,
      `<pubDate>${published.toUTCString()}</pubDate><description>About ${title}.</description></item>`,
    ].join(""),
  )
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${name}</title><link>${home}</link><description>The feed ${name}</description><language>en</language>${entries.join("")}</channel></rss>`
}
