import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { randomFrom } from "../../demo/random.ts"
import { documentOf } from "./documents.ts"
import { type FaultName, faultAnswers, faultNames } from "./faultAnswers.ts"

export type PublisherOptions = {
  readonly feeds: number
  /** 0: any free port. */
  readonly port: number
  /** Median latency in milliseconds, between half and twice of it depending on the feed. */
  readonly latencyMs: number
  /** Share of faulty feeds, each with one of the faults. */
  readonly faults: number
  /**
   * Independent sets of feeds with their own versions, so that contenders of a bench do not see each other's updates.
   */
  readonly sets?: number
}

/** Many feeds of one loopback server: those of set `s` have the path `/s/feed/N`. */
export const startPublisher = async (options: PublisherOptions) => {
  const { feeds, latencyMs, faults, sets = 1 } = options
  const versions = Array.from({ length: sets }, () => new Uint32Array(feeds))
  const startedMs = Date.now()
  const random = randomFrom(`${startedMs}`)
  const faultOf = Array.from({ length: feeds }, (_, feed): FaultName | null => {
    if (faults === 0) return null
    const every = Math.max(1, Math.round(1 / faults))
    return feed % every === every - 1 ? (faultNames[Math.floor(feed / every) % faultNames.length] ?? null) : null
  })
  let requests = 0

  const server = createServer((request, response) => {
    requests += 1
    const [, set = "", kind = "", number = ""] = (request.url ?? "").split("/")
    const feed = Number.parseInt(number, 10)
    const version = versions[Number(set)]?.[feed]
    if (kind === "turn") return turn(Number(set), Number(number), response)
    if (kind === "opml") return list(Number(set), request.headers.host ?? "", response)
    if (kind !== "feed" || version === undefined) return void response.writeHead(404).end()
    const fault = faultOf[feed] ?? null
    const answer = () =>
      fault === null
        ? serve(feed, version, request.headers["if-none-match"], response)
        : faultAnswers[fault]({ request, response, document: () => documentOf(feed, version, startedMs) })
    if (latencyMs === 0) answer()
    else setTimeout(answer, latencyMs * 2 ** (((feed * 7919) % 1000) / 500 - 1))
  })

  const serve = (feed: number, version: number, shown: string | undefined, response: ServerResponse) => {
    const etag = `"${feed}-${version}"`
    if (shown === etag) response.writeHead(304, { etag }).end()
    else {
      const body = Buffer.from(documentOf(feed, version, startedMs + version * 60_000))
      response
        .writeHead(200, { etag, "content-type": "application/rss+xml; charset=utf-8", "content-length": body.length })
        .end(body)
    }
  }

  /** Adds new items to this share of a set's feeds. */
  const turn = (set: number, share: number, response: ServerResponse) => {
    let changed = 0
    const ofSet = versions[set] ?? new Uint32Array()
    for (let feed = 0; feed < ofSet.length; feed += 1) {
      if (random.next() >= share) continue
      ofSet[feed] = (ofSet[feed] ?? 0) + 1
      changed += 1
    }
    response.end(String(changed))
  }

  const list = (set: number, host: string, response: ServerResponse) => {
    const outlines = Array.from(
      { length: feeds },
      (_, feed) => `<outline type="rss" text="Feed number ${feed}" xmlUrl="http://${host}/${set}/feed/${feed}"/>`,
    )
    response.end(`<opml version="2.0"><head><title>Many</title></head><body>${outlines.join("\n")}</body></opml>`)
  }

  await new Promise<void>((resolve, reject) =>
    server.once("error", reject).listen(options.port, "127.0.0.1", () => resolve()),
  )
  const { port } = server.address() as AddressInfo
  return {
    port,
    requests: () => requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
