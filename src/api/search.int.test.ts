import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { makeCreator } from "../../core/channels/testing/makeCreator.ts"
import { type FaultServer, startFaultServer } from "../../core/fetch/testing/faultServer.ts"
import * as faults from "../../core/fetch/testing/faults.ts"
import { SEARCH_PAGE_MAX } from "./feed/search.contract.ts"
import { handleCall } from "./handler.ts"
import { type ApiKit, makeApiKit } from "./testing/apiKit.ts"

const NEWEST = Date.UTC(2026, 0, 1)
const MINUTE_MS = 60_000

let server: FaultServer
let db: TestDatabase
let kit: ApiKit

type Story = { readonly title: string; readonly text?: string; readonly link?: string; readonly tag?: string }

beforeAll(async () => {
  server = await startFaultServer()
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url, allowPrivate: [server.host], env: { SEARCH_URL: server.origin } })
  await add("/harbour.xml", "Harbour Letter", "en", [
    { title: "Ferries return to the river", text: "The first ferry since the flood left at dawn.", tag: "#Boats" },
    { title: "A page that two carry", link: "https://pages.example/two", text: "Ferry tickets are free on Sunday." },
    { title: "Bridges", text: "Nothing floats here." },
  ])
  await add("/hafen.xml", "Hafenbrief", "de", [
    { title: "Die Fähren kehren zurück", text: "Ferry heißt sie auf Englisch.", tag: "boats" },
    { title: "A page that two carry", link: "https://pages.example/two", text: "Ferry tickets are free on Sunday." },
  ])
  const many = Array.from({ length: 120 }, (_, index) => ({ title: `Lantern ${index}`, text: "A lantern." }))
  await add("/many.xml", "Lanterns", "en", many)
  const draft = { title: "A ferry of my own", content: "<p>Built by hand.</p>", languageCode: "EN" }
  const creator = await kit.people.make()
  await makeCreator(db.url, creator, { subject: "Wood" })
  await kit.post("/api/Feed/UploadLongNews", draft, { token: creator.token })
  await vi.waitFor(async () => expect((await news("SearchNews", { keyword: "ferry hand" })).items).toHaveLength(1), {
    timeout: 30_000,
    interval: 50,
  })
})
afterAll(async () => {
  await kit.close()
  await db.drop()
  await server.close()
})

const add = async (path: string, title: string, language: string, stories: ReadonlyArray<Story>) => {
  const items = stories.map((story, index) => {
    const { title: name, text = "", tag } = story
    const link = story.link ?? `https://${path.slice(1)}/${encodeURIComponent(name)}`
    return [
      `<item><guid>${path}${index}</guid><title>${name}</title><link>${link}</link><description>${text}</description>`,
      tag === undefined ? "" : `<category>${tag}</category>`,
      `<pubDate>${new Date(NEWEST - index * MINUTE_MS).toUTCString()}</pubDate></item>`,
    ].join("")
  })
  server.serve(
    path,
    faults.page(
      `<rss version="2.0"><channel><title>${title}</title><link>https://www.${path.slice(1)}/</link>
       <description>${title}, every day</description><language>${language}</language>${items.join("")}</channel></rss>`,
    ),
  )
  const { status } = await kit.post("/api/Feed/CreateLocalFeed", { url: `${server.origin}${path}` })
  expect(status).toBe(200)
}

type Item = {
  readonly id: string
  readonly title: string
  readonly source: string
  readonly feeds: ReadonlyArray<{ readonly feedName: string }>
}
type News = {
  readonly items: ReadonlyArray<Item>
  readonly hasMore: boolean
  readonly next: string | null
  readonly found: object
}
const news = async (call: string, payload: object): Promise<News> => {
  const { status, body } = await kit.post(`/api/Feed/${call}`, payload)
  expect(status).toBe(200)
  return body.data as unknown as News
}
const titles = ({ items }: News) => items.map(({ title }) => title).sort()

describe("[S7-125] POST /api/Feed/SearchNews", () => {
  it("suggests the corrected text of a search that finds nothing, if that finds something", async () => {
    expect(await news("SearchNews", { keyword: "Ferreis river" })).toMatchObject({
      items: [],
      suggestion: "Ferries river",
    })
    expect(await news("SearchNews", { keyword: "ferry" })).toMatchObject({ suggestion: null })
    // Both words are known, but nothing has both.
    expect(await news("SearchNews", { keyword: "bridgse lantern" })).toMatchObject({ items: [], suggestion: null })
  })

  it("returns matching news with their matches, and copies of one page once", async () => {
    const found = await news("SearchNews", { keyword: "ferry" })
    expect(titles(found)).toEqual([
      "A ferry of my own",
      "A page that two carry",
      "Die Fähren kehren zurück",
      "Ferries return to the river",
    ])
    expect(found).toMatchObject({ found: { count: expect.any(Number), isMore: false }, hasMore: false, next: null })
    const carried = found.items.find(({ title }) => title === "A page that two carry")
    expect(carried?.feeds.map(({ feedName }) => feedName).sort()).toEqual(["Hafenbrief", "Harbour Letter"])
    expect(found.items.find(({ title }) => title.startsWith("Ferries"))).toMatchObject({
      titleMarks: [{ start: 0, end: 7 }],
      snippet: { text: expect.stringContaining("first ferry"), marks: [{ start: 10, end: 15 }] },
    })
  })

  it.each([
    ["a phrase", { keyword: '"ferry tickets"' }, ["A page that two carry"]],
    [
      "a word that is not to be there",
      { keyword: "ferry -tickets -hand" },
      ["Die Fähren kehren zurück", "Ferries return to the river"],
    ],
    ["a language", { keyword: "ferry", languageCode: "DE" }, ["A page that two carry", "Die Fähren kehren zurück"]],
    ["a source", { keyword: "ferry", sources: ["QI"] }, ["A ferry of my own"]],
    ["a tag", { keyword: "ferry", tag: "Boats" }, ["Die Fähren kehren zurück", "Ferries return to the river"]],
    [
      "a time",
      { keyword: "ferry", filter: { pageSize: 50, page: 1, start: NEWEST, end: NEWEST } },
      ["Die Fähren kehren zurück", "Ferries return to the river"],
    ],
  ])("can be filtered by %s", async (_, payload, expected) => {
    expect(titles(await news("SearchNews", payload))).toEqual(expected)
  })

  it("pages by cursor and by number, 50 at a time, and returns the total", async () => {
    const first = await news("SearchNews", { keyword: "lantern" })
    expect(first).toMatchObject({ found: { count: 120, isMore: false }, hasMore: true })
    const second = await news("SearchNews", { keyword: "lantern", cursor: first.next })
    expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(
      Array.from({ length: 100 }, (_, index) => `Lantern ${index}`),
    )
    const third = await news("SearchNews", { keyword: "lantern", filter: { pageSize: 50, page: 3 } })
    expect(third).toMatchObject({ items: { length: 20 }, hasMore: false })
    expect(third.items[0]).toMatchObject({ title: "Lantern 100" })
    expect(await news("SearchNews", { keyword: "lantern", filter: { pageSize: 50, page: 4 } })).toMatchObject({
      items: [],
    })
  })

  it("refuses page numbers above 20, because results that far down are read by cursor", async () => {
    const filter = (page: number) => ({ keyword: "lantern", filter: { pageSize: 50, page } })
    expect((await news("SearchNews", filter(SEARCH_PAGE_MAX))).items).toEqual([])
    expect(await kit.post("/api/Feed/SearchNews", filter(SEARCH_PAGE_MAX + 1))).toMatchObject({
      status: 400,
      body: { status: false },
    })
  })

  it("sorts by relevance on request", async () => {
    const { items } = await news("SearchNews", { keyword: "ferries river", sort: "best" })
    expect(items[0]).toMatchObject({ title: "Ferries return to the river" })
  })

  it("refuses a text that is too short in every language, and accepts one Chinese character", async () => {
    const payload = { keyword: " ab " }
    expect(await kit.post("/api/Feed/SearchNews", payload, { locale: "zh-Hans" })).toMatchObject({
      status: 400,
      body: { errors: { keyword: [expect.stringContaining("至少需要三个字母")] } },
    })
    expect((await news("SearchNews", { keyword: "河" })).items).toEqual([])
  })
})

describe("news by keyword and tag", () => {
  it("[S7-128] POST /api/Feed/LoadNewsByKeyword returns news for a keyword, newest first", async () => {
    const { items, next } = await news("LoadNewsByKeyword", { keyword: "lantern", filter: { pageSize: 2, page: 1 } })
    expect(items.map(({ title }) => title)).toEqual(["Lantern 0", "Lantern 1"])
    expect((await news("LoadNewsByKeyword", { keyword: "lantern", cursor: next })).items[0]?.title).toBe("Lantern 2")
  })

  it("[S7-129] POST /api/Feed/LoadQINewsByKeyword returns only those of the source QI", async () => {
    expect(await news("LoadQINewsByKeyword", { keyword: "ferry" })).toMatchObject({
      items: [{ title: "A ferry of my own", source: "QI" }],
      hasMore: false,
    })
    expect((await news("LoadQINewsByKeyword", { keyword: "lantern" })).items).toEqual([])
  })

  it("[S7-130] POST /api/Feed/LoadNewsByTag returns news with a tag, ignoring its spelling", async () => {
    for (const tag of ["Boats", "#boats", " BOATS"])
      expect(titles(await news("LoadNewsByTag", { tag }))).toEqual([
        "Die Fähren kehren zurück",
        "Ferries return to the river",
      ])
    expect(titles(await news("LoadNewsByTag", { tag: "boats", languageCode: "DE" }))).toEqual([
      "Die Fähren kehren zurück",
    ])
    expect((await news("LoadNewsByTag", { tag: "nobody" })).items).toEqual([])
  })
})

describe("[S7-124] POST /api/Feed/SearchFeedsIndex", () => {
  const index = async (payload: object) => (await kit.post("/api/Feed/SearchFeedsIndex", payload)).body.data

  it("returns feeds that match the typed prefix, and their publishers", async () => {
    expect(await index({ keyword: "harb" })).toMatchObject({
      feeds: [
        { title: "Harbour Letter", titleMarks: [{ start: 0, end: 7 }], descriptionMarks: [{ start: 0, end: 7 }] },
      ],
      texts: [],
      hasMore: false,
    })
    expect(await index({ keyword: "every", filter: { pageSize: 1, page: 2 } })).toMatchObject({
      feeds: { length: 1 },
      hasMore: true,
    })
    expect(await index({ keyword: "every", languageCode: "DE" })).toMatchObject({ feeds: [{ title: "Hafenbrief" }] })
    expect(await index({ keyword: "every", sources: ["YouTube"] })).toMatchObject({ feeds: [] })
  })

  it("[S3-009] returns channels with their descriptive fields", async () => {
    const { feeds, channels } = (await index({ keyword: "harbour" })) as unknown as {
      readonly feeds: ReadonlyArray<{ readonly id: string; readonly code: string }>
      readonly channels: ReadonlyArray<object>
    }
    expect(channels).toEqual([
      {
        id: feeds[0]?.id,
        code: feeds[0]?.code,
        channelId: 0,
        channelCode: feeds[0]?.code,
        subject: "Harbour Letter",
        bio: "Harbour Letter, every day",
        userChannelStatusId: 1,
        userChannelDisplayStatusId: 1,
        premium: false,
        maxLevel: 1,
        iconUrl: "",
        userName: "harbour.xml",
        source: "RSS",
      },
    ])
  })

  it("completes operators", async () => {
    expect(await index({ keyword: "boats la" })).toMatchObject({
      texts: [{ text: "boats lang:", marks: [{ start: 8, end: 11 }] }],
    })
  })

  it("is cancelled in the database when the caller goes away", async () => {
    const waiting = async () =>
      (
        await kit.sql<Array<{ count: number }>>`
          select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%search_feed%'`
      )[0]?.count
    const [view] = await kit.sql<Array<{ table: string }>>`
      select view_definition, (regexp_match(view_definition, 'FROM ([\\w.]+)'))[1] as table
      from information_schema.views where table_schema = 'read' and table_name = 'search_feed'`
    const missing = new AbortController()
    let answered: Promise<Response> | undefined
    await kit.sql.begin(async (tx) => {
      await tx.unsafe(`lock table ${view?.table} in access exclusive mode`)
      const request = new Request("http://quire.test/api/Feed/SearchFeedsIndex", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ keyword: "harbour" }),
        signal: missing.signal,
      })
      answered = handleCall(request, { address: "gone", locale: "en", correlationId: "", member: null })
      await expect.poll(waiting).toBe(1)
      missing.abort()
      await expect.poll(waiting).toBe(0)
    })
    expect((await answered)?.ok).toBe(false)
    expect(await index({ keyword: "harbour" })).toMatchObject({ feeds: { length: 1 } })
  })
})

describe("an unavailable search index", () => {
  it("is reported as busy, and feeds are still found", async () => {
    await kit.sql`insert into es.search_copy (name, status, position) values ('quire-gone', 'following', 0)`
    await kit.sql`update es.search_serving set copy = 'quire-gone'`
    await expect
      .poll(() => kit.post("/api/Feed/SearchNews", { keyword: "ferry" }, { locale: "de" }))
      .toMatchObject({ status: 503, body: { status: false, data: null, message: expect.stringMatching(/./) } })
    expect((await kit.post("/api/Feed/SearchFeedsIndex", { keyword: "harb" })).status).toBe(200)
  })
})
