import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { imageUrl } from "#src/web/images/imageUrl.ts"
import { type TestDatabase, testDatabase } from "#testing"
import { type FaultServer, startFaultServer } from "../../core/fetch/testing/faultServer.ts"
import * as faults from "../../core/fetch/testing/faults.ts"
import { OPEN_MAX, OPEN_PER_SOURCE_MAX } from "./home/media.handlers.ts"
import { type ApiKit, makeApiKit } from "./testing/apiKit.ts"

const BYTES = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 251))
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="teal"/></svg>`

let server: FaultServer
let db: TestDatabase
let kit: ApiKit
let itemId: string
/** Ends the responses that do not end on their own. */
const endless: Array<() => void> = []
let feedId: string

const at = (path: string): string => `${server.origin}${path}`

beforeAll(async () => {
  server = await startFaultServer()
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url, allowPrivate: [server.host] })
  const sound = (path: string, type: string) => `<enclosure url="${at(path)}" type="${type}" length="1000"/>`
  server.serve(
    "/show.xml",
    faults.page(
      `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Show</title><link>${at("/")}</link><item><title>One</title><guid>one</guid><link>${at("/one")}</link>${sound("/one.mp3", "audio/mpeg")}<media:content url="${at("/two.mp3")}" type="audio/mpeg"/><media:content url="${at("/endless.mp3")}" type="audio/mpeg"/><media:content url="${at("/huge.mp4")}" type="video/mp4"/><media:content url="${at("/film.mp4")}" type="video/mp4"/><media:thumbnail url="${at("/one.svg")}"/></item></channel></rss>`,
    ),
  )
  const { body } = await kit.post("/api/Feed/CreateLocalFeed", { url: at("/show.xml") })
  feedId = (body.data["feed"] as { feedId: string }).feedId
  const preview = await kit.post("/api/Feed/PreviewFeed", { feedId })
  itemId = (preview.body.data["items"] as ReadonlyArray<{ id: string }>)[0]?.id ?? ""
  server.serve("/one.mp3", ({ headers }, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? []
    if (first === undefined || last === undefined)
      return void response.writeHead(200, { "content-type": "audio/mpeg", "content-length": 1_000 }).end(BYTES)
    const part = BYTES.subarray(Number(first), Number(last) + 1)
    if (part.length === 0) return void response.writeHead(416).end()
    const range = `bytes ${first}-${Number(first) + part.length - 1}/1000`
    response.writeHead(206, { "content-type": "text/html", "content-range": range }).end(part)
  })
  server.serve("/film.mp4", ({ headers }, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? []
    const type = { "content-type": "video/mp4" }
    if (first === undefined) return void response.writeHead(200, { ...type, "content-length": 1_000 }).end(BYTES)
    const part = BYTES.subarray(Number(first), Number(last) + 1)
    const range = `bytes ${first}-${Number(first) + part.length - 1}/1000`
    response.writeHead(206, { ...type, "content-range": range }).end(part)
  })
  server.serve("/endless.mp3", (_, response) => {
    const writing = setInterval(() => response.write("x"), 20)
    response.writeHead(200, { "content-type": "audio/mpeg" })
    endless.push(() => {
      clearInterval(writing)
      response.end()
    })
  })
  server.serve("/two.mp3", faults.status(451))
  server.serve("/huge.mp4", (_, response) => void response.writeHead(200, { "content-length": 2 ** 40 }).write("x"))
  server.serve(
    "/one.svg",
    (_, response) => void response.writeHead(200, { "content-type": "image/svg+xml" }).end(PICTURE),
  )
})
afterAll(async () => {
  await kit.close()
  await db.drop()
  await server.close()
})

const load = (call: string, payload: object, headers: Record<string, string> = {}) =>
  kit.post(`/api/Home/${call}`, payload, { headers })

describe("[S7-032] POST /api/Home/LoadAudio", () => {
  it("sends an item's audio, whole or the requested range", async () => {
    const whole = await load("LoadAudio", { itemId })
    expect(whole.status).toBe(200)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "audio/mpeg",
      "content-length": "1000",
      "cache-control": "no-store",
    })
    expect(whole.bytes).toEqual(BYTES)
    const part = await load("LoadAudio", { itemId, url: at("/one.mp3") }, { range: "bytes=990-" })
    expect(part.status).toBe(206)
    expect(Object.fromEntries(part.headers)).toMatchObject({
      // A response that the publisher labels as HTML is not relayed as HTML.
      "content-type": "audio/mpeg",
      "content-range": "bytes 990-999/1000",
    })
    expect(part.bytes).toEqual(BYTES.subarray(990))
    expect(server.seen.at(-1)?.headers.range).toBe(`bytes=990-${990 + 16 * 1024 * 1024 - 1}`)
  })

  it("refuses an invalid range, audio that the item does not have, and unavailable audio", async () => {
    expect(await load("LoadAudio", { itemId }, { range: "bytes=5000-" })).toMatchObject({
      status: 416,
      body: { message: "The requested range is outside the file" },
    })
    const other = await load("LoadAudio", { itemId, url: "http://169.254.169.254/latest" })
    expect(other).toMatchObject({ status: 404, body: { status: false, message: "This item has no such audio file" } })
    expect(await load("LoadAudio", { itemId: "unknown" })).toMatchObject({ status: 404 })
  })

  it("releases its slot when the file was sent or refused", async () => {
    for (let times = 0; times < OPEN_MAX; times++) {
      await load("LoadAudio", { itemId, url: at(times % 2 === 0 ? "/one.mp3" : "/two.mp3") })
    }
    expect(await load("LoadAudio", { itemId })).toMatchObject({ status: 200 })
  })

  it("relays at most 8 files at once per source, so that slow clients cannot take every slot", async () => {
    const loadFrom = (address: string, path: string) =>
      kit.post("/api/Home/LoadAudio", { itemId, url: at(path) }, { address })
    const loads = Array.from({ length: OPEN_PER_SOURCE_MAX + 1 }, () => loadFrom("198.51.100.7", "/endless.mp3"))
    // Only a refused one ends; all others have a slot until the publisher ends them.
    expect((await Promise.race(loads)).status).toBe(502)
    // It waits for a connection to the publisher, but holds a slot.
    const other = loadFrom("198.51.100.8", "/one.mp3")
    const ending = setInterval(() => {
      for (const end of endless.splice(0)) end()
    }, 20)
    await Promise.all(loads)
    expect(await other).toMatchObject({ status: 200 })
    clearInterval(ending)
    expect(await loadFrom("198.51.100.7", "/one.mp3")).toMatchObject({ status: 200 })
  })

  it("[S8-015] says that an unavailable link may be blocked for legal reasons", async () => {
    expect(await load("LoadAudio", { itemId, url: at("/two.mp3") })).toMatchObject({
      status: 502,
      body: { message: "Unfortunately this link is not available, perhaps for legal reasons." },
    })
  })
})

it("POST /api/Home/LoadVideo sends an item's video, whole or the requested range [S7-033]", async () => {
  const video = { itemId, url: at("/film.mp4") }
  const whole = await load("LoadVideo", video)
  expect([whole.status, whole.headers.get("content-type"), whole.bytes]).toEqual([200, "video/mp4", BYTES])
  const part = await load("LoadVideo", video, { range: "bytes=100-199" })
  expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 100-199/1000"])
  expect(part.bytes).toEqual(BYTES.subarray(100, 200))
})

it("POST /api/Home/LoadVideo sends no whole file of more than 512 MB [S7-033]", async () => {
  expect(await load("LoadVideo", { itemId, url: at("/huge.mp4") })).toMatchObject({
    status: 409,
    body: { status: false },
  })
  expect(await load("LoadAudio", { itemId, url: at("/huge.mp4") })).toMatchObject({ status: 404 })
})

describe("[S7-031] POST /api/Home/LoadImage", () => {
  it("sends an item's picture re-encoded, and ranges of it", async () => {
    const whole = await load("LoadImage", { itemId, width: 320 }, { accept: "image/webp" })
    expect(whole.status).toBe(200)
    expect(whole.headers.get("content-type")).toBe("image/webp")
    expect(whole.bytes.subarray(0, 4).toString()).toBe("RIFF")
    const part = await load("LoadImage", { itemId, width: 320 }, { accept: "image/webp", range: "bytes=0-3" })
    expect(part).toMatchObject({ status: 206, text: "RIFF" })
    expect(part.headers.get("content-range")).toBe(`bytes 0-3/${whole.bytes.length}`)
    const jpeg = await load("LoadImage", { itemId })
    expect(jpeg.headers.get("content-type")).toBe("image/jpeg")
  })

  it("accepts only addresses returned by another call", async () => {
    const url = imageUrl(at("/one.svg"), 640)
    expect(await load("LoadImage", { url })).toMatchObject({ status: 200 })
    for (const foreign of [
      at("/one.svg"),
      `${url}x`,
      "/img?u=http://169.254.169.254/&w=64&s=x",
      "//evil.example/img",
    ]) {
      expect(await load("LoadImage", { url: foreign })).toMatchObject({ status: 404, body: { status: false } })
    }
    expect(await load("LoadImage", { feedId })).toMatchObject({ status: 404 })
    expect(await load("LoadImage", {})).toMatchObject({ status: 404 })
  })
})

describe("POST /api/Message/LoadLinkPreview", () => {
  const requested: Array<string> = []
  const page = (path: string, type: string, head: string, headers: Record<string, string> = {}) =>
    server.serve(path, (_, response) => {
      requested.push(path)
      response
        .writeHead(200, { "content-type": type, ...headers })
        .end(`<html><head>${head}</head><body></body></html>`)
    })
  const preview = async (url: string, token: string) =>
    (await kit.post("/api/Message/LoadLinkPreview", { url }, { token })).body.data["preview"]

  it("returns the metadata of a page, with its picture through our own proxy, and requests its host once", async () => {
    const { token } = await kit.people.make()
    const head = [
      '<meta property="og:title" content="Zwei Brücken">',
      '<meta property="og:description" content="<b>Stein</b>">',
      '<meta property="og:image" content="/one.svg">',
    ]
    page("/story", "text/html; charset=utf-8", head.join(""))
    server.serve("/moved", (_, response) => void response.writeHead(302, { location: "/story" }).end())
    const first = await preview(at("/moved"), token)
    expect(first).toEqual({
      url: at("/story"),
      title: "Zwei Brücken",
      description: "<b>Stein</b>",
      siteName: null,
      imageUrl: imageUrl(at("/one.svg"), 320),
    })
    expect(await preview(at("/moved"), token)).toEqual(first)
    expect(requested).toEqual(["/story"])
  })

  it("returns nothing for a link that is no page, forbids snippets, or is in our own network", async () => {
    const { token } = await kit.people.make()
    page("/data", "application/json", "<title>No page</title>")
    page("/shy", "text/html", "<title>Shy</title>", { "x-robots-tag": "nosnippet" })
    const inside = ["http://127.0.0.1:5432/", "http://169.254.169.254/latest/meta-data/", "file:///etc/passwd"]
    for (const url of [at("/data"), at("/shy"), at("/nothing"), ...inside]) expect(await preview(url, token)).toBe(null)
  })
})

describe("GET /newsfeeds/original", () => {
  const open = async (headers: Record<string, string>) => {
    // Loaded last: its pages share modules with the calls above.
    const { GET: openOriginal } = await import("#src/pages/newsfeeds/original.ts")
    const url = new URL(`http://quire.test/newsfeeds/original?id=${itemId}`)
    const response = await openOriginal({ url, request: new Request(url, { headers }) } as never)
    return [response.status, response.headers.get("location")]
  }

  it("redirects to the publisher only from pages of this site, so that it is no open redirect", async () => {
    const own = `/newsfeeds/newsdetail?id=${itemId}`
    expect(await open({ "sec-fetch-site": "same-origin" })).toEqual([302, at("/one")])
    expect(await open({ "sec-fetch-site": "cross-site" })).toEqual([302, own])
    expect(await open({ "sec-fetch-site": "same-site" })).toEqual([302, own])
    expect(await open({})).toEqual([302, own])
  })
})
