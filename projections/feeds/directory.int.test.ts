import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { feedCodeOf, itemIdOf } from "#core/feeds"
import { type LibraryKit, makeLibraryKit, NOW_MS } from "#projections/testing"
import { type TestDatabase, testDatabase } from "#testing"
import {
  countBySource,
  countFeeds,
  findFeed,
  findFeedByCode,
  findFeeds,
  findItem,
  libraryCounts,
  listFeeds,
  popularFeeds,
  starterPacks,
} from "./index.ts"

const HOUR_MS = 3_600_000
const at = (hoursAgo: number) => NOW_MS - hoursAgo * HOUR_MS

let db: TestDatabase
let kit: LibraryKit
let news: string
let films: string
let quiet: string

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeLibraryKit(db.url)
  const page = "https://story.example/1"
  news = await kit.notify(
    "https://news.example/feed",
    [
      { name: "n1", atMs: at(30), page },
      { name: "n2", atMs: at(2) },
    ],
    { about: { title: "Daily 100% news", description: "All of it", language: "de-AT", link: "https://news.example/" } },
  )
  films = await kit.notify(
    "https://films.example/feed",
    [
      { name: "f1", atMs: at(1), page },
      { name: "f2", atMs: at(50) },
      { name: "f3", atMs: at(60), words: "f3" },
    ],
    { about: { title: "Films", source: "YouTube", contentType: "video", categories: ["Cinema"] } },
  )
  quiet = await kit.notify("https://quiet.example/feed", [], { about: { title: "Quiet", language: null } })
  await kit.settle()
})
afterAll(async () => {
  await kit.close()
  await db.drop()
})

describe("the directory of feeds", () => {
  it("finds a feed by id, code and address", async () => {
    const feed = await kit.run(findFeed(news))
    expect(feed).toMatchObject({
      feedId: news,
      code: feedCodeOf(news),
      url: "https://news.example/feed",
      title: "Daily 100% news",
      source: "RSS",
      contentType: "article",
      itemCount: 2,
      lastUpdatedMs: at(2),
      fetchedMs: NOW_MS,
      failure: null,
      problems: [],
    })
    expect(await kit.run(findFeedByCode(feedCodeOf(news).toLowerCase()))).toEqual(feed)
    expect(await kit.run(findFeeds([quiet, "unknown", news]))).toMatchObject([{ feedId: quiet }, { feedId: news }])
    expect(await kit.run(findFeeds([]))).toEqual([])
    for (const nothing of [findFeed("unknown"), findFeedByCode("QF")]) {
      expect(await kit.run(nothing)).toBeNull()
    }
  })

  it("lists the latest publishers first, filtered by source, language and words", async () => {
    const titles = async (options: Parameters<typeof listFeeds>[0]) =>
      (await kit.run(listFeeds(options))).feeds.map(({ title }) => title)
    expect(await titles({})).toEqual(["Films", "Daily 100% news", "Quiet"])
    expect(await titles({ source: "YouTube" })).toEqual(["Films"])
    expect(await titles({ language: "de" })).toEqual(["Daily 100% news"])
    expect(await titles({ text: "all OF" })).toEqual(["Daily 100% news"])
    expect(await titles({ text: "100%" })).toEqual(["Daily 100% news"])
    expect(await titles({ text: "_" })).toEqual([])
    expect(await titles({ text: "quiet.example" })).toEqual(["Quiet"])
    expect(await kit.run(listFeeds({ page: 1, pageSize: 2 }))).toMatchObject({ hasMore: true, feeds: { length: 2 } })
    expect(await kit.run(listFeeds({ page: 2, pageSize: 2 }))).toMatchObject({ hasMore: false, feeds: { length: 1 } })
  })

  it("counts feeds and items by source and in total", async () => {
    expect(await kit.run(countFeeds())).toEqual([
      { source: "RSS", count: 2 },
      { source: "YouTube", count: 1 },
    ])
    expect(await kit.run(countFeeds("de"))).toEqual([{ source: "RSS", count: 1 }])
    expect(await kit.run(libraryCounts())).toEqual({ items: 5, feeds: 3, languages: 2 })
  })

  it("shows when a feed fails, recovers and moves", async () => {
    const url = "https://weak.example/feed"
    const id = await kit.notify(url, [])
    await kit.fail(id)
    await kit.settle()
    expect(await kit.run(findFeed(id))).toMatchObject({
      failure: "fetch.timedOut",
      failureStatus: null,
      failureDetail: "too slow",
      failedMs: NOW_MS,
    })
    await kit.notify(url, [{ name: "back", atMs: at(1) }], { nowMs: NOW_MS + HOUR_MS })
    await kit.move(id, url, "https://weak.example/new")
    await kit.settle()
    expect(await kit.run(findFeed(id))).toMatchObject({
      failure: null,
      failedMs: null,
      url: "https://weak.example/new",
      fetchedMs: NOW_MS + HOUR_MS,
      itemCount: 1,
    })
  })
})

describe("[S2-094] items counted by source", () => {
  it("covers some or all feeds, most items first, within a time span", async () => {
    const feeds = [news, films, quiet]
    expect(await kit.run(countBySource(feeds))).toEqual([
      { source: "YouTube", count: 3 },
      { source: "RSS", count: 2 },
    ])
    expect(await kit.run(countBySource([news]))).toEqual([{ source: "RSS", count: 2 }])
    expect(await kit.run(countBySource([]))).toEqual([])
    expect(await kit.run(countBySource(feeds, { fromMs: at(24) }))).toEqual([
      { source: "RSS", count: 1 },
      { source: "YouTube", count: 1 },
    ])
    expect(await kit.run(countBySource(feeds, { fromMs: at(50), beforeMs: at(30) }))).toEqual([
      { source: "YouTube", count: 1 },
    ])
  })
})

describe("one item", () => {
  it("comes with its body and the other feeds that have its page", async () => {
    const item = await kit.run(findItem(itemIdOf(news, "guid:n1")))
    expect(item).toMatchObject({
      feedId: news,
      feedUrl: "https://news.example/feed",
      title: "About n1",
      contentHtml: "<p>n1</p>",
      language: "de-AT",
      alsoIn: [
        {
          feedId: films,
          title: "Films",
          code: feedCodeOf(films),
          itemId: itemIdOf(films, "guid:f1"),
          link: expect.any(String),
        },
      ],
    })
    expect(await kit.run(findItem("unknown"))).toBeNull()
  })

  it("loses its body after the publisher removes it", async () => {
    const url = "https://shy.example/feed"
    const id = await kit.notify(url, [{ name: "s", atMs: at(1) }])
    await kit.notify(url, [{ name: "s", atMs: at(1), words: "other" }])
    await kit.settle()
    expect(await kit.run(findItem(itemIdOf(id, "guid:s")))).toMatchObject({ contentHtml: "<p>other</p>" })
  })
})

describe("starter packs", () => {
  it("have the most followed feeds of a topic in the reader's languages, none of them twice", async () => {
    const notifyAbout = (name: string, tags: ReadonlyArray<string>, language = "nl") =>
      kit.notify(`https://${name}.example/feed`, [{ name, atMs: at(3), tags }], { about: { title: name, language } })
    for (const name of ["oak", "elm", "ash"]) await notifyAbout(name, ["Trees", "Nature"])
    for (const name of ["owl", "jay"]) await notifyAbout(name, ["Birds", "#nature"])
    await notifyAbout("fir", ["trees"])
    await notifyAbout("cedar", ["trees"], "sl")
    await kit.settle()
    const packs = await kit.run(starterPacks(["nl"]))
    const titles = packs.map(({ topic, feeds }) => [topic, feeds.map(({ title }) => title).toSorted()])
    // Only two feeds are left for the other topics.
    expect(titles).toEqual([["Nature", ["ash", "elm", "jay", "oak", "owl"]]])
    expect(await kit.run(starterPacks(["el"]))).toEqual([])

    for (const [name, tag] of [
      ["alga", "mar"],
      ["onda", "sal"],
      ["vela", "vento"],
    ] as const)
      await notifyAbout(name, [tag], "pt")
    await kit.settle()
    const popular = await kit.run(starterPacks(["pt"]))
    expect(popular.map(({ topic, feeds }) => [topic, feeds.length])).toEqual([[null, 3]])
  })
})

describe("popular feeds", () => {
  it("are ordered by opened items; before any were opened, by the last publication", async () => {
    expect((await kit.run(popularFeeds(2)))[0]).toMatchObject({ accesses: 0, lastUpdatedMs: at(1) })
    for (const name of ["n1", "n2", "n2"]) await kit.open(itemIdOf(news, `guid:${name}`), news)
    await kit.open(itemIdOf(films, "guid:f1"), films)
    await kit.settle()
    const popular = await kit.run(popularFeeds(10))
    expect(popular.slice(0, 2)).toMatchObject([
      { feedId: news, accesses: 3 },
      { feedId: films, accesses: 1 },
    ])
    expect(popular.map(({ feedId }) => feedId)).not.toContain(quiet)
    expect(await kit.run(popularFeeds(1))).toHaveLength(1)
    expect((await kit.run(popularFeeds(-5))).length).toBe(1)
  })
})

describe("the schedule", () => {
  it("gets every feed of the log, even if adding it was interrupted", async () => {
    const rows = await kit.sql<Array<{ url: string }>>`select url from feeds.poll order by url`
    expect(rows.map(({ url }) => url)).toContain("https://quiet.example/feed")
    const [moved] = await kit.sql`select feed_id from feeds.address where url = 'https://weak.example/new'`
    expect(moved).toBeDefined()
  })
})
