import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { documentName } from "./addresses.ts"
import type { FeedKind } from "./DemoFeed.ts"
import { feeds } from "./feeds/index.ts"
import { sitesOf } from "./items.ts"
import { makeRenderCache } from "./server/renderCache.ts"
import { sendPlain, sendReply } from "./server/reply.ts"
import { route } from "./server/routes.ts"

/** What the rest of the product needs to know of a demo site. Paths begin with a slash. */
export type DemoFeedEntry = {
  readonly slug: string
  readonly title: string
  readonly feedPath: string
  readonly pagePath: string
  readonly language: string
  readonly kind: FeedKind
}

export const demoFeeds: ReadonlyArray<DemoFeedEntry> = feeds.map((feed) => ({
  slug: feed.slug,
  title: feed.title,
  feedPath: `/${feed.slug}/${documentName(feed)}`,
  pagePath: `/${feed.slug}/`,
  language: feed.language,
  kind: feed.kind,
}))

/** A running publisher. `url` has no slash at its end. */
export type Publisher = { readonly url: string; readonly port: number; readonly close: () => Promise<void> }

/** Longer request targets are refused. */
const TARGET_LENGTH_MAX = 300

/**
 * Serves all demo sites on 127.0.0.1; port 0 takes any free one. `now` decides which items exist. Rejects where the
 * port cannot be had.
 */
export const startPublisher = async ({ port, now }: { port: number; now: () => Date }): Promise<Publisher> => {
  const sites = sitesOf(feeds)
  const cache = makeRenderCache()
  let origin = ""

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = request.url ?? "/"
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD")
      return sendPlain(response, 405, "Only GET and HEAD")
    }
    if (target.length > TARGET_LENGTH_MAX) return sendPlain(response, 414, "Too long an address")
    const path = target.split("?", 1)[0] ?? "/"
    await sendReply(request, response, route({ sites, origin, now: now(), cache }, path))
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
