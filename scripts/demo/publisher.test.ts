import { parseAtomFeed, parseJsonFeed, parseOpml, parseRssFeed } from "feedsmith"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { demoFeeds, type Publisher, startPublisher } from "./index.ts"

const START = new Date(Date.UTC(2026, 10, 21, 9, 41, 7))
let now = START
let publisher: Publisher

beforeAll(async () => {
  publisher = await startPublisher({ port: 0, now: () => now })
})
afterAll(() => publisher.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(publisher.url + path, { headers })
const text = async (path: string) => (await get(path)).text()

type PublishedItem = { id: string; title: string; date: string; link: string; html: string }

/** Fields of each format, as the parser of that format reads them. */
const notified = async (path: string): Promise<ReadonlyArray<PublishedItem>> => {
  const document = await text(path)
  const field = (value: unknown) => String(value ?? "")
  if (path.endsWith(".json")) {
    return (parseJsonFeed(document).items ?? []).map((item) => ({
      id: field(item.id),
      title: field(item.title),
      date: field(item.date_published),
      link: field(item.url),
      html: field(item.content_html),
    }))
  }
  if (path.endsWith("atom.xml")) {
    return (parseAtomFeed(document).entries ?? []).map((entry) => ({
      id: field(entry.id),
      title: field(entry.title?.value ?? entry.title),
      date: field(entry.published),
      link: field(entry.links?.find(({ rel }) => rel === "alternate")?.href),
      html: field(entry.content?.value ?? entry.content),
    }))
  }
  return (parseRssFeed(document).items ?? []).map((item) => ({
    id: field(item.guid?.value),
    title: field(item.title),
    date: field(item.pubDate),
    link: field(item.link),
    html: field(item.content?.encoded ?? item.description),
  }))
}

describe.each(demoFeeds.map((feed) => [feed.slug, feed] as const))("%s", (_, feed) => {
  it("is a complete, valid document with unique ids and titles and no item in the future", async () => {
    const items = await notified(feed.feedPath)
    expect(items.length).toBeGreaterThanOrEqual(12)
    expect(items.length).toBeLessThanOrEqual(40)
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    expect(new Set(items.map(({ title }) => title)).size).toBe(items.length)
    for (const item of items) {
      expect(Date.parse(item.date)).toBeLessThanOrEqual(now.getTime())
      expect(item.link.startsWith(`${publisher.url}/${feed.slug}/items/`)).toBe(true)
      expect(item.title.trim()).not.toBe("")
      expect(item.html.trim()).not.toBe("")
    }
  })

  it("has a page for the site and one for each item", async () => {
    const page = await text(feed.pagePath)
    expect(page).toContain(`<html lang="${feed.language}">`)
    const links = (await notified(feed.feedPath)).map(({ link }) => link.slice(publisher.url.length))
    for (const link of links) {
      expect(page).toContain(link)
      expect((await get(link)).status).toBe(200)
    }
  })

  it("serves its icon and every picture that its document names", async () => {
    expect(
      (await sharp(Buffer.from(await (await get(`/${feed.slug}/pictures/icon.png`)).arrayBuffer())).metadata()).width,
    ).toBe(128)
    const pictures = [...(await text(feed.feedPath)).matchAll(/http[^"<&\\]+\/pictures\/[^"<&\\]+/g)].map(
      ([url]) => url,
    )
    expect(pictures).not.toEqual([])
    for (const url of new Set(pictures)) {
      expect((await fetch(url, { method: "HEAD", headers: { "If-None-Match": "*" } })).status).toBe(304)
    }
  })
})

describe("feed discovery", () => {
  it("uses a link tag, and on one site only the well-known path", async () => {
    const pages = await Promise.all(
      demoFeeds.map(async (feed) => ({ feed, announced: (await text(feed.pagePath)).includes('rel="alternate"') })),
    )
    expect(pages.filter(({ announced }) => !announced).map(({ feed }) => feed.slug)).toEqual(["potager-d-en-bas"])
    expect(demoFeeds.find(({ slug }) => slug === "potager-d-en-bas")?.feedPath).toBe("/potager-d-en-bas/feed.xml")
  })

  it("lists all feeds in OPML", async () => {
    const outlines = parseOpml(await text("/opml")).body?.outlines?.flatMap((group) => group.outlines ?? []) ?? []
    const listed = outlines.map(({ xmlUrl }) => xmlUrl)
    expect(listed.toSorted()).toEqual(demoFeeds.map(({ feedPath }) => publisher.url + feedPath).toSorted())
  })
})

describe("publishing over time", () => {
  it("adds something new somewhere within three minutes, and keeps all earlier ids", async () => {
    const before = new Map(
      (await Promise.all(demoFeeds.map((feed) => notified(feed.feedPath)))).flat().map((item) => [item.id, item]),
    )
    now = new Date(START.getTime() + 3 * 60_000)
    const after = (await Promise.all(demoFeeds.map((feed) => notified(feed.feedPath)))).flat()
    now = START
    expect(after.filter(({ id }) => !before.has(id))).not.toEqual([])
    for (const item of after) {
      const known = before.get(item.id)
      if (known !== undefined) expect(item).toEqual(known)
    }
  })
})

describe("conditional requests", () => {
  it("are answered with 304 for the current tag and date", async () => {
    const first = await get("/forty-roofs/atom.xml")
    const [tag, date] = [first.headers.get("etag") ?? "", first.headers.get("last-modified") ?? ""]
    expect((await get("/forty-roofs/atom.xml", { "If-None-Match": `"other", ${tag}` })).status).toBe(304)
    expect((await get("/forty-roofs/atom.xml", { "If-Modified-Since": date })).status).toBe(304)
    expect((await get("/forty-roofs/atom.xml", { "If-None-Match": '"other"', "If-Modified-Since": date })).status).toBe(
      200,
    )
  })

  it("are answered with the document once it has changed", async () => {
    const tag = (await get("/forty-roofs/atom.xml")).headers.get("etag") ?? ""
    now = new Date(START.getTime() + 31 * 60_000)
    const later = await get("/forty-roofs/atom.xml", { "If-None-Match": tag })
    now = START
    expect(later.status).toBe(200)
    expect(later.headers.get("cache-control")).toBe("public, max-age=60")
  })
})

describe("recordings and films", () => {
  const enclosure = async () => {
    const item = parseRssFeed(await text("/unhurried-ear/feed.xml")).items?.[0]
    return { item, url: String(item?.enclosures?.[0]?.url), length: Number(item?.enclosures?.[0]?.length) }
  }

  it("serves an episode of the length in the feed, whole and in ranges", async () => {
    const { url, length } = await enclosure()
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
    expect(whole.length).toBe(length)
    const part = await fetch(url, { headers: { Range: "bytes=100-199" } })
    expect(part.status).toBe(206)
    expect(part.headers.get("content-range")).toBe(`bytes 100-199/${length}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100, 200))).toBe(true)
    const end = await fetch(url, { headers: { Range: `bytes=${length - 10}-` } })
    expect(Buffer.from(await end.arrayBuffer()).equals(whole.subarray(-10))).toBe(true)
    expect((await fetch(url, { headers: { Range: `bytes=${length}-` } })).status).toBe(416)
    expect((await fetch(url, { method: "HEAD" })).headers.get("content-length")).toBe(String(length))
  })

  it("serves the transcript and the chapters named in the podcast namespace", async () => {
    const { item } = await enclosure()
    const transcript = await (await fetch(String(item?.podcast?.transcripts?.[0]?.url))).text()
    expect(transcript).toMatch(/^WEBVTT\n\n00:00\.000 --> 00:/)
    const chapters = JSON.parse(await (await fetch(String(item?.podcast?.chapters?.url))).text()) as {
      version: string
      chapters: ReadonlyArray<{ startTime: number; title: string }>
    }
    expect(chapters.version).toBe("1.2.0")
    expect(chapters.chapters[0]).toEqual({ startTime: 0, title: item?.title })
    const starts = chapters.chapters.map(({ startTime }) => startTime)
    expect(starts).toEqual(starts.toSorted((one, other) => one - other))
  })

  it("serves a film as WebM, named by its feed in the media namespace", async () => {
    const item = parseRssFeed(await text("/long-simmer/feed.xml")).items?.[0]
    const content = item?.media?.groups?.[0]?.contents?.[0]
    expect(content).toMatchObject({ type: "video/webm", medium: "video" })
    const film = await fetch(String(content?.url), { headers: { Range: "bytes=0-3" } })
    expect(film.status).toBe(206)
    expect(Buffer.from(await film.arrayBuffer()).toString("hex")).toBe("1a45dfa3")
  })
})

describe("unknown paths and methods", () => {
  it.each([
    ["/nobody/", 404],
    ["/harbour-letter/items/nothing", 404],
    ["/harbour-letter/items/s-999999999", 404],
    ["/harbour-letter/pictures/8.webp", 404],
    ["/harbour-letter/transcripts/dredgers.vtt", 404],
    ["/harbour-letter/pictures/icon.webp", 404],
    ["/media/../publisher.ts", 404],
    ["/media/nothing.mp3", 404],
    ["/%2e%2e/etc/passwd", 404],
    [`/${"a".repeat(400)}`, 414],
  ])("%s is %i", async (path, status) => {
    expect((await get(path)).status).toBe(status)
  })

  it("redirects a site's bare name to its page and refuses other methods", async () => {
    const bare = await fetch(`${publisher.url}/potager-d-en-bas`, { redirect: "manual" })
    expect([bare.status, bare.headers.get("location")]).toEqual([301, "/potager-d-en-bas/"])
    const posted = await fetch(publisher.url, { method: "POST" })
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"])
  })
})
