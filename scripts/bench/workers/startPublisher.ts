import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** How long a request stays open, so that two workers at one feed meet. */
const ANSWER_MS = 40

/** A publisher of many small feeds that counts requests for a feed while another one for it is open. */
export const startPublisher = async () => {
  const open = new Map<string, number>()
  let [requests, overlaps] = [0, 0]
  const server = createServer((request, response) => {
    const { url = "/" } = request
    const before = open.get(url) ?? 0
    requests += 1
    if (before > 0) overlaps += 1
    open.set(url, before + 1)
    response.once("close", () => void open.set(url, (open.get(url) ?? 1) - 1))
    setTimeout(() => response.writeHead(200, { "content-type": "application/rss+xml" }).end(feedOf(url)), ANSWER_MS)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    addressOf: (feed: number) => `http://127.0.0.1:${port}/feed/${feed}`,
    requests: () => requests,
    overlaps: () => overlaps,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const feedOf = (url: string): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed ${url}</title><link>https://site.example${url}</link>` +
  `<item><guid isPermaLink="false">${url}-1</guid><title>First</title><description>Text</description></item></channel></rss>`
