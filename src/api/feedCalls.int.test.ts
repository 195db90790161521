import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { rss } from "../../core/feeds/testing/feedsKit.ts"
import { type OpenLibrary, openLibrary } from "./testing/openLibrary.ts"

let library: OpenLibrary
let kit: OpenLibrary["kit"]
let server: OpenLibrary["server"]
let feed: OpenLibrary["feed"]
let at: OpenLibrary["at"]
let itemId: string

beforeAll(async () => {
  library = await openLibrary()
  ;({ kit, server, feed, itemId, at } = library)
})
afterAll(() => library.close())

describe("feeds", () => {
  it("[S7-138] POST /api/Feed/ValidateFeed says whether an address is a feed, without adding it", async () => {
    server.serve("/valid.xml", rss("Valid", [{ guid: "one" }]))
    expect((await kit.post("/api/Feed/ValidateFeed", { url: at("/valid.xml") })).body.data).toEqual({
      valid: true,
      feeds: [{ url: at("/valid.xml"), title: "Valid", source: "RSS" }],
    })
    server.serve("/words", "<!doctype html><p>words</p>")
    expect((await kit.post("/api/Feed/ValidateFeed", { url: at("/words") })).body).toEqual({
      status: true,
      message: "We couldn’t find a feed at this address.",
      data: { valid: false, feeds: [] },
    })
    const [row] = await kit.sql`select count(*) as feeds from read.feed where title = 'Valid'`
    expect(row).toEqual({ feeds: 0 })
  })

  it("[S7-098] POST /api/Feed/CreateLocalFeed adds a feed once, for all of its addresses", async () => {
    const again = await kit.post("/api/Feed/CreateLocalFeed", { url: `${at("/blog.xml")}#top` })
    expect(again.body.data["feed"]).toEqual(feed)
    expect(feed).toMatchObject({
      title: "The blog",
      contentType: "RSS",
      code: expect.stringMatching(/^QF[0-9A-Z]{10}$/),
    })
  })

  it("[S7-105] [S7-121] POST /api/Feed/SearchFeedById and LoadTargetFeed find a feed", async () => {
    const byId = await kit.post("/api/Feed/SearchFeedById", { feedId: feed.feedId })
    expect(byId.body.data["feed"]).toEqual(feed)
    for (const which of [{ feedId: feed.feedId }, { code: feed.code.toLowerCase() }, { url: at("/blog.xml") }]) {
      expect((await kit.post("/api/Feed/LoadTargetFeed", which)).body.data["feed"]).toEqual(feed)
    }
    for (const [path, which] of [
      ["SearchFeedById", { feedId: "unknown" }],
      ["LoadTargetFeed", { code: "QFUNKNOWN" }],
    ] as const) {
      expect(await kit.post(`/api/Feed/${path}`, which)).toMatchObject({
        status: 404,
        body: { message: "This feed isn’t in the library" },
      })
    }
  })

  it("[S7-104] [S7-140] [S3-008] POST /api/Feed/PreviewFeed shows recent items, 50 on the first page", async () => {
    const page = async (filter?: object) =>
      (await kit.post("/api/Feed/PreviewFeed", { url: at("/blog.xml"), ...(filter ? { filter } : {}) })).body
    const { data, message } = await page()
    const items = data["items"] as ReadonlyArray<object>
    expect(message).toBe("")
    expect(items).toHaveLength(50)
    expect(data).toMatchObject({ hasMore: true, feed: { ...feed, failure: null } })
    expect(items[0]).toEqual({
      id: itemId,
      title: "About n0",
      description: "Words of n0",
      updated: Date.UTC(2026, 0, 1),
      more: true,
      levelId: 1,
      imageUrl: expect.stringMatching(/^\/img\?u=/),
      author: "",
      feedName: "The blog",
      link: "https://blog.example/n0",
      languageCode: "ja",
    })
    expect((await page({ pageSize: 50, page: 1 })).data).toEqual(data)
    const second = await page({ pageSize: 50, page: 2 })
    expect(second.data).toMatchObject({ hasMore: false, items: { length: 10 } })
    expect((second.data["items"] as ReadonlyArray<object>)[0]).toMatchObject({ title: "About n50" })
  })

  it("say in the reader's language when a feed fails, and keep its earlier items", async () => {
    server.serve("/weak.xml", rss("Weak", [{ guid: "one" }]))
    const { body } = await kit.post("/api/Feed/CreateLocalFeed", { url: at("/weak.xml") })
    const { feedId } = body.data["feed"] as typeof feed
    await kit.notify("feed-", feedId, "feeds.FeedFailed.v1", {
      feedId,
      failedAt: "2026-01-31T12:00:00.000Z",
      reason: "fetch.httpStatus.gone",
      status: 410,
      detail: "",
    })
    const preview = await kit.post("/api/Feed/PreviewFeed", { feedId })
    expect(preview.body).toMatchObject({
      status: true,
      message: "Feed content temporarily unavailable, Possibly due to network issues.",
      data: { feed: { failure: "fetch.httpStatus.gone" }, items: [{ title: "About one" }] },
    })
    const german = await kit.post("/api/Feed/PreviewFeed", { feedId }, { locale: "de" })
    expect(german.body.message).toMatch(/^[^,]*nicht/)
  })

  it("[S7-103] [S3-007] POST /api/Feed/ListRemoteContent lists a page of items", async () => {
    const { data } = (await kit.post("/api/Feed/ListRemoteContent", library.payloads["/api/Feed/ListRemoteContent"]))
      .body
    expect(data["hasMore"]).toBe(true)
    expect((data["items"] as ReadonlyArray<object>)[0]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-z]{20}$/),
      title: "About n2",
      source: "RSS",
      code: feed.code,
      feeds: [{ feedId: feed.feedId, feedName: "The blog", link: "https://blog.example/n2" }],
      updated: Date.UTC(2026, 0, 1) - 2 * 60_000,
    })
  })

  it("[S7-131] POST /api/Feed/LoadLastestContent lists the newest items of the library, optionally in one language", async () => {
    const titles = async (payload: object) =>
      (
        (await kit.post("/api/Feed/LoadLastestContent", payload)).body.data["items"] as ReadonlyArray<{ title: string }>
      ).map(({ title }) => title)
    expect(await titles({ filter: { pageSize: 3, page: 1 }, languageCode: "JP" })).toEqual([
      "About n0",
      "About n1",
      "About n2",
    ])
    expect(await titles({ filter: { pageSize: 3, page: 1 }, languageCode: "MK" })).toEqual([])
    expect((await titles({})).length).toBeGreaterThan(3)
  })

  it("[S5-030] every list of items accepts a date range", async () => {
    const newest = Date.UTC(2026, 0, 1)
    const titles = async (dates: object) => {
      const filter = { pageSize: 100, page: 1, ...dates }
      const { data } = (await kit.post("/api/Feed/ListRemoteContent", { feedId: feed.feedId, filter })).body
      return (data["items"] as ReadonlyArray<{ title: string }>).map(({ title }) => title)
    }
    expect(await titles({ start: newest - 120_000, end: newest - 60_000 })).toEqual(["About n1", "About n2"])
    expect(await titles({ start: newest - 60_000, end: 0, mode: 1 })).toEqual(["About n0", "About n1"])
    expect(await titles({ start: newest + 1 })).toEqual([])
  })

  it("[S7-134] POST /api/Feed/LibraryFeeds lists the library's feeds and news since the last call", async () => {
    const request = async (payload: object) =>
      (await kit.post("/api/Feed/LibraryFeeds", payload)).body.data as unknown as {
        history: ReadonlyArray<{ title: string; updated: number }>
        feeds: ReadonlyArray<{ title: string }>
        index: number
      }
    const first = await request({ filter: { pageSize: 20, page: 1 }, languageCode: "JP" })
    expect(first.history).toHaveLength(20)
    expect(first.history[0]).toMatchObject({ title: "About n0", updated: Date.UTC(2026, 0, 1) })
    expect(first.index).toBe(Date.UTC(2026, 0, 1))
    expect(first.feeds.map(({ title }) => title)).toContain("The blog")
    const next = await request({ filter: { pageSize: 20, page: 1 }, languageCode: "JP", index: first.index })
    expect(next).toMatchObject({ history: [], index: first.index })
  })

  it("[S7-036] [S7-139] items opened through POST /api/Access/AddAccessNews make their feed popular, once an hour per reader", async () => {
    server.serve("/quiet.xml", rss("Quiet", [{ guid: "now", date: Date.now() }]))
    await kit.post("/api/Feed/CreateLocalFeed", { url: at("/quiet.xml") })
    const open = (address: string) =>
      kit.post("/api/Access/AddAccessNews", { itemId }, { address, headers: { from: "pc" } }).then(({ body }) => body)
    for (const reader of ["a", "a", "a", "b"])
      expect(await open(reader)).toEqual({ status: true, message: "", data: null })
    const popular = async () => {
      const { feeds } = (await kit.get("/api/Feed/MostPopularFeeds?pageSize=2")).body.data as unknown as {
        feeds: ReadonlyArray<{ feedId: string }>
      }
      const rows = await kit.sql<Array<{ accesses: number }>>`
        select coalesce(sum(accesses), 0)::int as accesses from read.feed_access where feed_id = ${feed.feedId}`
      return [feeds[0]?.feedId, rows[0]?.accesses]
    }
    await expect.poll(popular).toEqual([feed.feedId, 2])
    expect(await kit.post("/api/Access/AddAccessNews", { itemId: "unknown" })).toMatchObject({ status: 404 })
  })
})
