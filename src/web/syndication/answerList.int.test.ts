import { Result } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LIST_FORMATS, type ListFormat, listHref, type NamedList } from "#src/lib/lists.ts"
import { run } from "#src/process/runtime.ts"
import { type TestDatabase, testDatabase } from "#testing"
import { type FaultServer, startFaultServer } from "../../../core/fetch/testing/faultServer.ts"
import * as faults from "../../../core/fetch/testing/faults.ts"
import { parseFeed } from "../../../core/syndication/parse/parseFeed.ts"
import { type ApiKit, makeApiKit } from "../../api/testing/apiKit.ts"
import { answerList } from "./answerList.ts"

const ORIGIN = "https://quire.example"
const NEWEST_MS = Date.UTC(2026, 0, 31, 12)

let server: FaultServer
let db: TestDatabase
let kit: ApiKit
let rivers: string
let lakes: string

beforeAll(async () => {
  server = await startFaultServer()
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url, allowPrivate: [server.host] })
  rivers = await add("rivers", "en", ["Otters", "Boats"])
  lakes = await add("lakes", "de", ["Karpfen"])
})
afterAll(async () => {
  await kit.close()
  await db.drop()
  await server.close()
})

const add = async (name: string, language: string, titles: ReadonlyArray<string>): Promise<string> => {
  const items = titles.map(
    (title, index) =>
      `<item><guid>${name}${index}</guid><title>${title} &amp; more</title><link>https://${name}.example/${index}</link><author>Unknown</author><category>${name}</category><pubDate>${new Date(NEWEST_MS - index * 60_000).toUTCString()}</pubDate><description>About ${title}</description><enclosure url="https://${name}.example/${index}.mp3" type="audio/mpeg" length="7"/></item>`,
  )
  const feed = `<rss version="2.0"><channel><title>The ${name}</title><link>https://${name}.example/</link><language>${language}</language>${items.join("")}</channel></rss>`
  server.serve(`/${name}.xml`, faults.page(feed))
  const { body } = await kit.post("/api/Feed/CreateLocalFeed", { url: `${server.origin}/${name}.xml` })
  return (body.data["feed"] as { feedId: string }).feedId
}

const request = (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const url = new URL(path, ORIGIN)
  const [, list, format] = /^\/feeds\/(\w+)\.(\w+)$/.exec(url.pathname) ?? []
  return run(answerList({ list, format, url, headers: new Headers(headers), origin: ORIGIN }))
}

/** The list as our own parser reads it. */
const read = async (list: NamedList["list"], query: Readonly<Record<string, string>>, format: ListFormat = "rss") => {
  const path = listHref({ list, query: new URLSearchParams(query) }, format)
  const answer = await request(path)
  expect(answer.status).toBe(200)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const contentType = answer.headers.get("content-type")
  return Result.getOrThrow(parseFeed({ bytes, url: ORIGIN + path, contentType }))
}
const titlesOf = ({ items }: Awaited<ReturnType<typeof read>>) => items.map(({ title }) => title)

describe.each(LIST_FORMATS)("as %s", (format) => {
  it("the library's feed is read by our own parser as it was written", async () => {
    const { items, ...channel } = await read("library", {}, format)
    expect(channel).toMatchObject({
      title: "Library news · Quire",
      link: `${ORIGIN}/newsfeeds/librarynews`,
      language: "en",
      problems: [],
    })
    expect(items.map(({ title }) => title).sort()).toEqual(["Boats & more", "Karpfen & more", "Otters & more"])
    const otters = items.find(({ title }) => title === "Otters & more")
    expect(otters).toMatchObject({
      guid: expect.stringMatching(/^urn:quire:item:[0-9a-z]{20}$/),
      link: "https://rivers.example/0",
      summary: "About Otters",
      publishedAt: new Date(NEWEST_MS).toISOString(),
      tags: ["rivers"],
      enclosures: [{ url: "https://rivers.example/0.mp3", type: "audio/mpeg", lengthBytes: 7 }],
    })
    expect(otters?.author).not.toBe("Unknown")
  })
})

describe("a list", () => {
  it("is filtered like pages: by words, tag, language and source", async () => {
    expect(titlesOf(await read("library", { tag: "Rivers" }))).toEqual(["Otters & more", "Boats & more"])
    // Search has its own read model.
    await expect.poll(async () => titlesOf(await read("library", { kw: "otters" }))).toEqual(["Otters & more"])
    expect(titlesOf(await read("library", { kw: "otters", tag: "lakes" }))).toEqual([])
    expect(titlesOf(await read("library", { language: "DE" }))).toEqual(["Karpfen & more"])
    expect(titlesOf(await read("library", { source: "YouTube" }))).toEqual([])
  })

  it("of a guest's group contains only its feeds, with its name and in its language", async () => {
    const group = await read("follows", { feeds: lakes, name: "Still <water>" })
    // The name is taken from the address, so the title says what the list is.
    expect(group.title).toBe("Selected feeds: Still <water> · Quire")
    expect(titlesOf(group)).toEqual(["Karpfen & more"])
    expect(titlesOf(await read("follows", { feeds: `${lakes}.${rivers}.nonsense` }))).toHaveLength(3)
    expect(titlesOf(await read("follows", { feeds: "" }))).toEqual([])
    expect(await read("follows", { feeds: lakes, locale: "de" })).toMatchObject({
      title: "Ausgewählte Feeds · Quire",
      language: "de",
    })
    expect((await read("library", { tag: "x", locale: "zh-Hant" })).title).toBe("標籤「x」的動態 · Quire")
  })

  it("is not sent again to a client that has it, until something is new", async () => {
    const path = "/feeds/library.atom"
    const first = await request(path)
    const validators = {
      "if-none-match": first.headers.get("etag") ?? "",
      "if-modified-since": first.headers.get("last-modified") ?? "",
    }
    expect(first.headers.get("cache-control")).toBe("public, max-age=300")
    for (const headers of [
      validators,
      { "if-none-match": `"other", ${validators["if-none-match"]}` },
      { "if-modified-since": validators["if-modified-since"] },
    ]) {
      const again = await request(path, headers)
      expect([again.status, await again.text()]).toEqual([304, ""])
      expect(again.headers.get("etag")).toBe(first.headers.get("etag"))
    }
    // An ETag takes precedence over the date (RFC 9110, 13.1.3).
    const stale = { ...validators, "if-none-match": '"other"' }
    expect((await request(path, stale)).status).toBe(200)
    expect((await request(path, { "if-modified-since": new Date(NEWEST_MS).toUTCString() })).status).toBe(200)
    await add("seas", "en", ["Whales"])
    const changed = await request(path, { "if-none-match": validators["if-none-match"] })
    expect(changed.status).toBe(200)
    expect(await changed.text()).toContain("Whales")
  })

  it("returns 404 if it does not exist", async () => {
    for (const path of ["/feeds/other.rss", "/feeds/library.html"]) expect((await request(path)).status).toBe(404)
  })
})
