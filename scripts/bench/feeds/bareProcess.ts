import process from "node:process"
import { Agent } from "undici"
import { addressOf, lookUpLoopback, serveRounds } from "./serveRounds.ts"

/**
 * The baseline: an undici loop fetches the same feeds with validators and the product's concurrency, and discards the
 * responses. `node bareProcess.ts PORT FEEDS AT_ONCE`
 */
const [port = 0, feeds = 0, atOnce = 0] = process.argv.slice(2).map(Number)
const agent = new Agent({ connect: { lookup: lookUpLoopback }, connections: 2, pipelining: 1 })
const etags = new Map<number, string>()

const fetchOne = async (feed: number): Promise<boolean> => {
  const url = new URL(addressOf(1, feed, port))
  const etag = etags.get(feed)
  const { statusCode, headers, body } = await agent.request({
    origin: url.origin,
    path: url.pathname,
    method: "GET",
    headers: { accept: "application/rss+xml", "accept-encoding": "gzip", ...(etag && { "if-none-match": etag }) },
  })
  await body.arrayBuffer()
  if (statusCode === 200) etags.set(feed, String(headers["etag"]))
  return statusCode === 200
}

serveRounds(async () => {
  const order = Array.from({ length: feeds }, (_, feed) => feed).sort(() => Math.random() - 0.5)
  let changed = 0
  const lane = async () => {
    for (let feed = order.pop(); feed !== undefined; feed = order.pop()) if (await fetchOne(feed)) changed += 1
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return { looked: feeds, changed }
})
