import { createHash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { finalUrl } from "./FetchedDocument.ts"
import { userAgentOf } from "./Fetcher.ts"
import { type FaultServer, startFaultServer, startRawServer } from "./testing/faultServer.ts"
import * as faults from "./testing/faults.ts"
import { makeTestFetcher } from "./testing/testFetcher.ts"

const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>Grüße</title></channel></rss>`

let server: FaultServer
let other: FaultServer
let fetcher: ReturnType<typeof makeTestFetcher>

beforeAll(async () => {
  server = await startFaultServer()
  other = await startFaultServer()
  fetcher = makeTestFetcher({ allowPrivate: [server.host, other.host] })
})

afterAll(async () => {
  await fetcher.close()
  await Promise.all([server.close(), other.close()])
})

const at = (path: string): string => `${server.origin}${path}`

describe("a document", () => {
  it("is returned complete, with the metadata of its server", async () => {
    server.serve(
      "/feed.xml",
      faults.page(FEED, {
        "content-type": "application/rss+xml; charset=utf-8",
        etag: 'W/"a-ü-\\"1"',
        "last-modified": "Fri, 20 Nov 2026 12:00:00 GMT",
        "cache-control": "max-age=300",
        link: '<https://hub.example/>; rel="hub", </feed.xml>; rel="self"',
      }),
    )
    expect(await fetcher.fetched(at("/feed.xml#top"))).toEqual({
      status: 200,
      finalUrl: at("/feed.xml"),
      redirects: [],
      etag: 'W/"a-ü-\\"1"',
      lastModified: "Fri, 20 Nov 2026 12:00:00 GMT",
      cacheMaxAgeSeconds: 300,
      contentType: "application/rss+xml; charset=utf-8",
      robotsTag: null,
      links: { hubs: ["https://hub.example/"], self: at("/feed.xml") },
      bytes: Buffer.from(FEED),
      bodyHash: createHash("sha256").update(FEED).digest("hex"),
    })
  })

  it("is requested with our User-Agent and accepted types", async () => {
    server.serve("/polite", FEED)
    await fetcher.fetched(at("/polite"))
    const headers = server.seen.at(-1)?.headers
    expect(headers?.["user-agent"]).toBe("QuireTest/1 (+https://quire.test/)")
    expect(headers?.accept).toMatch(/^application\/rss\+xml, application\/atom\+xml, .*\*\/\*;q=0\.5$/)
    expect(headers?.["accept-encoding"]).toBe("gzip, deflate, br, zstd")
    expect(headers).not.toHaveProperty("if-none-match")
    expect(userAgentOf("0.7.2", "https://quire.example/about")).toBe(
      "Quire/0.7.2 (feed reader; +https://quire.example/about)",
    )
  })

  it("is not downloaded again while it is unchanged", async () => {
    const etag = '"caf\u00e9-1"'
    server.serve("/same", faults.conditional(FEED, etag, "Fri, 20 Nov 2026 12:00:00 GMT"))
    const first = await fetcher.fetched(at("/same"))
    expect(first).toMatchObject({ status: 200, etag })
    const second = await fetcher.fetched({ url: at("/same"), etag: first.etag })
    expect(second).toMatchObject({ status: 304, etag, cacheMaxAgeSeconds: 60, bodyHash: null })
    expect(second.bytes).toHaveLength(0)
    expect(await fetcher.fetched({ url: at("/same"), lastModified: first.lastModified })).toMatchObject({ status: 304 })
    expect(await fetcher.fetched({ url: at("/same"), etag: '"other"' })).toMatchObject({ status: 200 })
  })

  it("is requested without a validator that is not a valid header value", async () => {
    server.serve("/odd", FEED)
    await fetcher.fetched({ url: at("/odd"), etag: "bad\r\nx-injected: 1", lastModified: "日曜日" })
    expect(server.seen.at(-1)?.headers).not.toHaveProperty("if-none-match")
    expect(server.seen.at(-1)?.headers).not.toHaveProperty("if-modified-since")
    expect(server.seen.at(-1)?.headers).not.toHaveProperty("x-injected")
  })

  it("is refused if a server answers 304 to an unconditional request", async () => {
    server.serve("/liar", faults.status(304))
    expect(await fetcher.refused(at("/liar"))).toMatchObject({ _tag: "HttpStatus", status: 304 })
  })
})

describe("redirects", () => {
  beforeAll(() => {
    other.serve("/feed.xml", FEED)
    server.serve("/end", FEED)
  })

  it("are followed and reported, and permanent ones change the address", async () => {
    server.serve("/r1", faults.redirect(301, "/r2"))
    server.serve("/r2", faults.redirect(308, "/r3#part"))
    server.serve("/r3", faults.redirect(302, `${other.origin}/feed.xml`))
    const document = await fetcher.fetched(at("/r1"))
    expect(document.finalUrl).toBe(`${other.origin}/feed.xml`)
    expect(document.redirects).toEqual([
      { from: at("/r1"), to: at("/r2"), status: 301, permanent: true, downgrade: false },
      { from: at("/r2"), to: at("/r3"), status: 308, permanent: true, downgrade: false },
      { from: at("/r3"), to: `${other.origin}/feed.xml`, status: 302, permanent: false, downgrade: false },
    ])
    expect(finalUrl(at("/r1"), document.redirects)).toBe(at("/r3"))
    expect(finalUrl(at("/r1"), [])).toBe(at("/r1"))
  })

  it.each([301, 302, 303, 307, 308])("of status %i are followed", async (code) => {
    server.serve(`/by-${code}`, faults.redirect(code, "end"))
    const { redirects } = await fetcher.fetched(at(`/by-${code}`))
    expect(redirects).toMatchObject([{ status: code, permanent: code === 301 || code === 308 }])
  })

  it("send the validators along", async () => {
    other.serve("/same", faults.conditional(FEED, '"1"', ""))
    server.serve("/moved", faults.redirect(302, `${other.origin}/same`))
    expect(await fetcher.fetched({ url: at("/moved"), etag: '"1"' })).toMatchObject({
      status: 304,
      finalUrl: `${other.origin}/same`,
    })
  })

  it("stop after five", async () => {
    for (let step = 1; step <= 7; step++) server.serve(`/chain-${step}`, faults.redirect(302, `/chain-${step - 1}`))
    server.serve("/chain-0", FEED)
    expect((await fetcher.fetched(at("/chain-5"))).redirects).toHaveLength(5)
    expect(await fetcher.refused(at("/chain-6"))).toMatchObject({ _tag: "TooManyRedirects", loop: false })
  })

  it("must not form a loop", async () => {
    server.serve("/round", faults.redirect(302, "/and-round"))
    server.serve("/and-round", faults.redirect(302, "/round#again"))
    expect(await fetcher.refused(at("/round"))).toMatchObject({
      _tag: "TooManyRedirects",
      loop: true,
      url: at("/round"),
    })
  })

  it.each([
    ["http://127.0.0.1:1/", "port"],
    ["http://169.254.169.254/latest/meta-data/", "private"],
    ["http://[::ffff:127.0.0.1]/", "private"],
    ["http://0x7f.1/", "private"],
    ["file:///etc/passwd", "scheme"],
    ["https://name:word@example.com/", "credentials"],
    ["http://", "unreadable"],
  ])("must not lead to %s", async (to, reason) => {
    server.serve("/trap", faults.redirect(302, to))
    expect(await fetcher.refused(at("/trap"))).toMatchObject({ _tag: "BadAddress", reason })
  })

  it("without a target are reported by their status", async () => {
    server.serve("/nowhere", faults.status(302))
    expect(await fetcher.refused(at("/nowhere"))).toMatchObject({ _tag: "HttpStatus", status: 302 })
  })

  it("may contain their target in unescaped UTF-8", async () => {
    server.serve("/gr%C3%BC%C3%9Fe", FEED)
    server.serve("/utf8", faults.redirect(301, Buffer.from("/grüße").toString("latin1")))
    expect((await fetcher.fetched(at("/utf8"))).finalUrl).toBe(at("/gr%C3%BC%C3%9Fe"))
  })

  it("from https to http are reported and never stored as permanent", async () => {
    const secure = await startFaultServer({ secure: true })
    secure.serve("/down", faults.redirect(301, at("/end")))
    const trusting = makeTestFetcher({
      allowPrivate: [server.host, secure.host],
      certificates: [secure.certificate ?? ""],
    })
    const { redirects } = await trusting.fetched(`${secure.origin}/down`)
    expect(redirects).toMatchObject([{ permanent: true, downgrade: true }])
    expect(finalUrl(`${secure.origin}/down`, redirects)).toBe(`${secure.origin}/down`)
    await trusting.close()
    await secure.close()
  })
})

describe("compression", () => {
  it.each([
    ["gzip", "gzip"],
    ["gzip", "x-gzip"],
    ["br", "br"],
    ["deflate", "deflate"],
    ["deflate-raw", "deflate"],
    ["zstd", "zstd"],
  ] as const)("with %s, labelled %s, is decoded", async (coding, label) => {
    server.serve("/packed", faults.compressed(coding, FEED, label))
    expect(Buffer.from((await fetcher.fetched(at("/packed"))).bytes).toString()).toBe(FEED)
  })

  it("in two layers is decoded", async () => {
    server.serve("/twice", faults.compressed("br", faults.compress("gzip", Buffer.from(FEED)), "gzip, br"))
    expect(Buffer.from((await fetcher.fetched(at("/twice"))).bytes).toString()).toBe(FEED)
  })

  it.each(["gzip", "zstd", "utf-8", "none", "identity"])("that is only declared (%s) is ignored", async (label) => {
    server.serve("/claimed", faults.page(FEED, { "content-encoding": label }))
    expect(Buffer.from((await fetcher.fetched(at("/claimed"))).bytes).toString()).toBe(FEED)
  })

  it("that is truncated returns the beginning", async () => {
    const body = faults.compress("gzip", Buffer.from(FEED.repeat(50)))
    server.serve("/cut-off", faults.page(body.subarray(0, body.length - 8), { "content-encoding": "gzip" }))
    expect(Buffer.from((await fetcher.fetched(at("/cut-off"))).bytes).toString()).toBe(FEED.repeat(50))
  })

  it("that is damaged is refused", async () => {
    const body = Buffer.from(faults.compress("gzip", Buffer.from(FEED.repeat(50))))
    body.fill(0xff, 20, 60)
    server.serve("/damaged", faults.page(body, { "content-encoding": "gzip" }))
    server.serve("/layers", faults.page(FEED, { "content-encoding": "br, br, br, br" }))
    expect(await fetcher.refused(at("/damaged"))).toMatchObject({ _tag: "Unreachable", reason: "broken" })
    expect(await fetcher.refused(at("/layers"))).toMatchObject({ _tag: "Unreachable", reason: "broken" })
  })

  it.each(["gzip", "br", "deflate", "zstd"] as const)("as a %s bomb is refused", async (coding) => {
    server.serve("/bomb", faults.bomb(coding, 12_000_000))
    expect(await fetcher.refused(at("/bomb"))).toMatchObject({ _tag: "TooLarge", bytesMax: 10_000_000 })
  })
})

describe("an endless document", () => {
  it("is refused once it exceeds the maximum size", async () => {
    server.serve("/endless", faults.endless)
    expect(await fetcher.refused(at("/endless"))).toMatchObject({ _tag: "TooLarge", bytesMax: 10_000_000 })
  })

  it("is refused at once if its Content-Length exceeds the maximum", async () => {
    server.serve("/announced", faults.announcing(10_000_001))
    expect(await fetcher.refused(at("/announced"))).toMatchObject({ _tag: "TooLarge" })
  })
})

describe("a slow server", () => {
  const impatient = (timeouts: Record<string, number>) => makeTestFetcher({ allowPrivate: [server.host], timeouts })

  it("times out if it does not start to respond", async () => {
    const own = impatient({ headersMs: 100 })
    server.serve("/silent", faults.noHeaders)
    expect(await own.refused(at("/silent"))).toMatchObject({ _tag: "TimedOut", phase: "headers", url: at("/silent") })
    await own.close()
  })

  it("times out if it stops in the middle", async () => {
    const own = impatient({ bodyIdleMs: 100 })
    server.serve("/stalled", faults.stalledBody)
    expect(await own.refused(at("/stalled"))).toMatchObject({ _tag: "TimedOut", phase: "body" })
    await own.close()
  })

  it("times out in total, and its connection is closed", async () => {
    const own = impatient({ totalMs: 200 })
    const left = new Promise((resolve) => {
      server.serve("/trickle", (request, response) => {
        response.on("close", () => resolve("left"))
        faults.trickle(request, response)
      })
    })
    expect(await own.refused(at("/trickle"))).toMatchObject({ _tag: "TimedOut", phase: "total" })
    expect(await left).toBe("left")
    await own.close()
  })

  it("times out if it never finishes the handshake", async () => {
    const mute = await startRawServer(() => undefined)
    const own = makeTestFetcher({ allowPrivate: [mute.host], timeouts: { connectMs: 100 } })
    expect(await own.refused(`https://${mute.host}/`)).toMatchObject({ _tag: "TimedOut", phase: "connect" })
    await own.close()
    await mute.close()
  })
})

describe("an error response", () => {
  it.each([
    [400, "unexpected"],
    [401, "forbidden"],
    [403, "forbidden"],
    [404, "missing"],
    [410, "gone"],
    [204, "unexpected"],
    [500, "failed"],
  ])("of status %i is refused as %s", async (code, meaning) => {
    server.serve("/status", faults.status(code))
    const refusal = await fetcher.refused(at("/status"))
    expect(refusal).toMatchObject({ _tag: "HttpStatus", status: code, retryAfterSeconds: null })
    expect(refusal.messageKey).toBe(`fetch.httpStatus.${meaning}`)
  })

  it.each([429, 503])("of status %i reports how long to wait", async (code) => {
    server.serve("/busy", faults.status(code, { "retry-after": "120" }))
    expect(await fetcher.refused(at("/busy"))).toMatchObject({ status: code, retryAfterSeconds: 120 })
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString()
    server.serve("/busy", faults.status(code, { "retry-after": inAnHour }))
    const refusal = await fetcher.refused(at("/busy"))
    expect(refusal).toHaveProperty(
      "retryAfterSeconds",
      expect.toSatisfy((wait: number) => wait > 3590 && wait <= 3600),
    )
    expect(refusal.messageKey).toBe("fetch.httpStatus.busy")
  })
})

describe("a server is unreachable", () => {
  it("because it closes the connection", async () => {
    server.serve("/cut", faults.cut)
    server.serve("/cut-body", faults.cutBody)
    expect(await fetcher.refused(at("/cut"))).toMatchObject({ _tag: "Unreachable", reason: "reset" })
    expect(await fetcher.refused(at("/cut-body"))).toMatchObject({ _tag: "Unreachable", reason: "reset" })
  })

  it("because nothing listens on its port", async () => {
    const missing = await startFaultServer()
    await missing.close()
    const own = makeTestFetcher({ allowPrivate: [missing.host] })
    expect(await own.refused(missing.origin)).toMatchObject({
      _tag: "Unreachable",
      reason: "refused",
      detail: "the server takes no connection",
      messageKey: "fetch.unreachable.refused",
    })
    await own.close()
  })

  it("because it does not speak HTTP", async () => {
    const babble = await startRawServer((socket) => socket.end("220 mail.example ESMTP\r\n"))
    const own = makeTestFetcher({ allowPrivate: [babble.host] })
    expect(await own.refused(`http://${babble.host}/`)).toMatchObject({ _tag: "Unreachable", reason: "broken" })
    await own.close()
    await babble.close()
  })

  it("because it does not speak TLS", async () => {
    const babble = await startRawServer((socket) => socket.on("data", () => socket.end("220 mail.example ESMTP\r\n")))
    const own = makeTestFetcher({ allowPrivate: [babble.host] })
    expect(await own.refused(`https://${babble.host}/`)).toMatchObject({ _tag: "Unreachable", reason: "tls" })
    expect(await fetcher.refused(`https://${server.host}/`)).toMatchObject({ _tag: "Unreachable", reason: "tls" })
    await own.close()
    await babble.close()
  })

  it("because its certificate is not trusted, or belongs to another name", async () => {
    const secure = await startFaultServer({ secure: true })
    secure.serve("/", FEED)
    const wary = makeTestFetcher({ allowPrivate: [secure.host] })
    expect(await wary.refused(secure.origin)).toMatchObject({
      _tag: "Unreachable",
      reason: "tls",
      detail: "the certificate is signed by nobody but itself",
    })
    const misled = makeTestFetcher({
      allowPrivate: [`other.example:${secure.port}`],
      certificates: [secure.certificate ?? ""],
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    })
    expect(await misled.refused(`https://other.example:${secure.port}/`)).toMatchObject({
      reason: "tls",
      detail: "the certificate belongs to another name",
    })
    await Promise.all([wary.close(), misled.close(), secure.close()])
  })
})
