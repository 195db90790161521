import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LOCALES, translator } from "#src/i18n/index.ts"
import { type TestDatabase, testDatabase } from "#testing"
import type { TestPerson } from "../../core/accounts/testing/people.ts"
import { makeCreator } from "../../core/channels/testing/makeCreator.ts"
import { rss } from "../../core/feeds/testing/feedsKit.ts"
import { type FaultServer, startFaultServer } from "../../core/fetch/testing/faultServer.ts"
import * as faults from "../../core/fetch/testing/faults.ts"
import { type ApiKit, makeApiKit } from "./testing/apiKit.ts"

const NEWEST = Date.UTC(2026, 0, 1)

let server: FaultServer
let db: TestDatabase
let kit: ApiKit
let feed: { readonly feedId: string }

beforeAll(async () => {
  server = await startFaultServer()
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url, allowPrivate: [server.host] })
  feed = await add("/blog.xml", "The blog", 7)
})
afterAll(async () => {
  await kit.close()
  await db.drop()
  await server.close()
})

const publish = (path: string, title: string, count: number) => {
  const items = Array.from({ length: count }, (_, index) => ({
    guid: `${title} ${index}`,
    date: NEWEST - index * 60_000,
  }))
  server.serve(path, faults.page(rss(title, items).replaceAll("</item>", "<category>#Rivers</category></item>")))
}

const add = async (path: string, title: string, count: number) => {
  publish(path, title, count)
  const { body } = await kit.post("/api/Feed/CreateLocalFeed", { url: `${server.origin}${path}` })
  return body.data["feed"] as typeof feed
}

type Item = { readonly id: string; readonly title: string; readonly source: string }
const request = async (call: string, payload: object) => {
  const { status, body } = await kit.post(`/api/Feed/${call}`, payload)
  expect(status).toBe(200)
  return body.data as unknown as {
    readonly items: ReadonlyArray<Item>
    readonly hasMore: boolean
    readonly next: string
  }
}
const titles = (items: ReadonlyArray<Item>) => items.map(({ title }) => title)

describe("news", () => {
  it("[S7-126] POST /api/Feed/LoadNews returns a page, optionally by language and source", async () => {
    const page = await request("LoadNews", { filter: { pageSize: 3, page: 2 } })
    expect(page).toMatchObject({ hasMore: true })
    expect(titles(page.items)).toEqual(["About The blog 3", "About The blog 4", "About The blog 5"])
    expect((await request("LoadNews", { sources: ["Podcast"] })).items).toEqual([])
    expect((await request("LoadNews", { sources: ["RSS", "Podcast"], languageCode: "All" })).items).toHaveLength(7)
    expect((await request("LoadNews", { languageCode: "MK" })).items).toEqual([])
  })

  it("[S7-127] POST /api/Feed/LoadAllNews returns everything page by page, while news arrive", async () => {
    const first = await request("LoadAllNews", { filter: { pageSize: 4, page: 1 } })
    expect(first.hasMore).toBe(true)
    await add("/late.xml", "Late", 3)
    const second = await request("LoadAllNews", { filter: { pageSize: 4, page: 1 }, cursor: first.next })
    expect(second).toMatchObject({ hasMore: false, next: null })
    expect(titles([...first.items, ...second.items])).toEqual(
      Array.from({ length: 7 }, (_, index) => `About The blog ${index}`),
    )
    expect((await request("LoadAllNews", {})).items).toHaveLength(10)
  })

  it("[S7-142] POST /api/Feed/LibraryFeeds returns the poll of library news in data.history", async () => {
    const poll = { filter: { pageSize: 20, page: 1 }, languageCode: "All", index: NEWEST - 60_000 }
    const { body } = await kit.post("/api/Feed/LibraryFeeds", poll)
    const { history, index } = body.data as unknown as { history: ReadonlyArray<object>; index: number }
    expect(history).toEqual([
      expect.objectContaining({ title: expect.any(String), updated: NEWEST }),
      expect.objectContaining({ title: expect.any(String), updated: NEWEST }),
    ])
    expect(index).toBe(NEWEST)
  })

  it("[S5-025] [S5-026] GET /api/Home/LoadTags returns the fixed tags, then the tags in use without #", async () => {
    const tags = async () => (await kit.get("/api/Home/LoadTags")).body.data
    expect(await tags()).toEqual(["NewsTicker", "Health", "Science", "Rivers"])
  })
})

describe("POST /api/Feed/SimilarFeeds", () => {
  const addTagged = async (name: string, tag: string, language: string) => {
    const items = [1, 2].map((number) => ({ guid: `${name}${number}`, date: NEWEST - number * 60_000 }))
    const document = rss(name, items)
      .replace("</title>", `</title><language>${language}</language>`)
      .replaceAll("</item>", `<category>${tag}</category></item>`)
    server.serve(`/${name}.xml`, faults.page(document))
    const { body } = await kit.post("/api/Feed/CreateLocalFeed", { url: `${server.origin}/${name}.xml` })
    return (body.data["feed"] as typeof feed).feedId
  }
  const similarTo = async (feedId: string) => {
    const { body } = await kit.post("/api/Feed/SimilarFeeds", { feedId })
    return (body.data["feeds"] as unknown as ReadonlyArray<{ readonly title: string }>).map(({ title }) => title)
  }

  it("returns feeds with the same tags in its language, and first those that its followers follow", async () => {
    const bees = await addTagged("Bees", "#Honey", "en")
    await addTagged("Hives", "honey", "en-GB")
    await addTagged("Imker", "Honey", "de")
    const ships = await addTagged("Ships", "Sails", "en")
    expect(await similarTo(bees)).toEqual(["Hives"])
    for (const _ of [1, 2]) await followBoth(bees, ships)
    // What two people follow says too much about each of them.
    expect(await similarTo(bees)).toEqual(["Hives"])
    await followBoth(bees, ships)
    expect(await similarTo(bees)).toEqual(["Ships", "Hives"])
  })

  const followBoth = async (...feedIds: ReadonlyArray<string>) => {
    const { token } = await kit.people.make()
    for (const feedId of feedIds) await kit.post("/api/Feed/Follow", { feedId }, { token })
  }

  it("does not know an unknown feed", async () => {
    expect(await kit.post("/api/Feed/SimilarFeeds", { feedId: "unknown" })).toMatchObject({ status: 404 })
  })
})

describe("[S7-120] POST /api/Feed/UpdateFeed", () => {
  it("fetches the feed now and returns the result, once a minute for all callers", async () => {
    const own = await add("/own.xml", "Own", 1)
    publish("/own.xml", "Own", 2)
    const update = async () => (await kit.post("/api/Feed/UpdateFeed", { feedId: own.feedId })).body.data
    expect(await update()).toMatchObject({ outcome: "changed", feed: { feedId: own.feedId } })
    const { items } = await request("ListRemoteContent", { feedId: own.feedId })
    expect(titles(items)).toEqual(["About Own 0", "About Own 1"])
    expect(await update()).toMatchObject({ outcome: "recent" })
  })

  it("says why an update failed, and that an unknown feed does not exist", async () => {
    const weak = await add("/weak.xml", "Weak", 1)
    server.serve("/weak.xml", faults.status(503))
    expect((await kit.post("/api/Feed/UpdateFeed", { feedId: weak.feedId })).body).toMatchObject({
      status: true,
      message: "Feed content temporarily unavailable, Possibly due to network issues.",
      data: { outcome: "failed" },
    })
    expect(await kit.post("/api/Feed/UpdateFeed", { feedId: "unknown" })).toMatchObject({ status: 404 })
  })
})

describe("long news", () => {
  const draft = {
    title: "What the river carries",
    content: "<h2>Mud</h2><p>and <a href='javascript:x()'>stones</a></p><script>x</script>",
    languageCode: "EN",
    tags: ["#Rivers", "rivers", "Work"],
  }
  let author: TestPerson
  let other: TestPerson
  let channelCode: string
  beforeAll(async () => {
    author = await kit.people.make()
    other = await kit.people.make()
    channelCode = (await makeCreator(db.url, author)).channelCode
    await makeCreator(db.url, other)
  })
  const upload = (more: object = {}, init: object = { token: author.token }) =>
    kit.post("/api/Feed/UploadLongNews", { ...draft, ...more }, init)
  const newsOf = (answer: Awaited<ReturnType<typeof upload>>) => answer.body.data["news"] as { readonly id: string }

  it("[S7-135] POST /api/Feed/UploadLongNews publishes HTML as a post for everyone in the caller’s channel", async () => {
    const answer = await upload()
    expect(answer).toMatchObject({ status: 200 })
    expect(newsOf(answer)).toMatchObject({
      userCode: author.userCode,
      title: draft.title,
      description: "Mud and stones",
      content: expect.stringMatching(/^<h3[^>]*>Mud<\/h3>\s*<p>and stones<\/p>$/),
      languageCode: "en",
      tags: ["Rivers", "Work"],
    })
    const { items } = await request("LoadNews", { sources: ["QI"] })
    expect(items).toMatchObject([{ id: newsOf(answer).id, title: draft.title, source: "QI" }])
    const { body } = await kit.post("/api/Feed/ListContentWithCreator", { channelCode })
    expect(body.data["contents"]).toMatchObject([
      { content: { title: draft.title, preview: "## Mud\n\nand stones", levelId: 1, contentStatusId: 3 } },
    ])
  })

  it("[S7-135] leaves pictures at their addresses, and shows the given one first", async () => {
    const content = `<p>Two boats.</p><p><img src="https://a.example/boats(1).jpg" alt="Two boats" width="800" height="600"></p>`
    const news = newsOf(await upload({ content }))
    expect(news).toMatchObject({
      content: expect.stringContaining('src="https://a.example/boats%281%29.jpg"'),
      imageUrl: expect.stringContaining("boats"),
    })
    const titled = newsOf(await upload({ content, imageUrl: "https://a.example/bridge.jpg" }))
    expect(titled).toMatchObject({
      content: expect.stringMatching(/bridge\.jpg.*boats/s),
      imageUrl: expect.stringContaining("bridge"),
    })
  })

  it("[S7-135] executes a repeated upload once", async () => {
    const init = { token: author.token, headers: { "idempotency-key": "once" } }
    const [one, repeated] = [await upload({}, init), await upload({}, init)]
    expect(newsOf(repeated)).toEqual(newsOf(one))
  })

  it("[S7-135] [S7-137] refuses guests, people without an open channel, and a text that is empty after cleaning", async () => {
    const refused = { status: 401, body: { status: false, data: null, message: "Please signin" } }
    expect(await upload({}, {})).toMatchObject(refused)
    expect(await kit.post("/api/Feed/DeleteLongNews", { id: "x" })).toMatchObject(refused)
    const reader = await kit.people.make()
    for (const locale of LOCALES)
      expect(await upload({}, { token: reader.token, locale })).toMatchObject({
        status: 409,
        body: { status: false, message: translator(locale)("longNews.noChannel") },
      })
    expect(await upload({ content: "<script>x</script>" })).toMatchObject({ status: 409, body: { status: false } })
    expect(await upload({ content: "x".repeat(200_001) })).toMatchObject({
      status: 400,
      body: { errors: { content: ["content: must have at most 200,000 characters"] } },
    })
  })

  it("[S7-136] POST /api/Feed/LoadLongNews returns an item by id, or a page of a person’s or a channel’s items", async () => {
    const news = newsOf(await upload({}, { token: other.token }))
    const load = async (payload: object) => (await kit.post("/api/Feed/LoadLongNews", payload)).body.data
    expect(await load({ id: news.id })).toEqual({ news: [news], hasMore: false })
    expect(await load({ userCode: other.userCode })).toEqual({ news: [{ ...news, content: "" }], hasMore: false })
    expect((await load({ userCode: channelCode }))["news"]).toMatchObject([
      { userCode: author.userCode },
      ...[{}, {}, {}],
    ])
    expect(await load({ userCode: "QI1" })).toEqual({ news: [], hasMore: false })
    expect(await load({ filter: { pageSize: 1, page: 1 } })).toMatchObject({ hasMore: true })
    expect(await kit.post("/api/Feed/LoadLongNews", { id: "unknown" })).toMatchObject({
      status: 404,
      body: { message: "This text isn’t in the library" },
    })
  })

  it("[S7-137] POST /api/Feed/DeleteLongNews deletes only the caller's own posts", async () => {
    const { id } = newsOf(await upload())
    const remove = (person: TestPerson) => kit.post("/api/Feed/DeleteLongNews", { id }, { token: person.token })
    expect(await remove(other)).toMatchObject({ status: 404 })
    expect(await remove(author)).toMatchObject({ status: 200, body: { data: null } })
    expect(await kit.post("/api/Feed/LoadLongNews", { id })).toMatchObject({ status: 404 })
    expect(await remove(author)).toMatchObject({ status: 404 })
  })
})
