import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { type FaultServer, startFaultServer } from "../../core/feeds/fetch/testing/faultServer.ts"
import * as faults from "../../core/feeds/fetch/testing/faults.ts"
import { rss } from "../../core/feeds/testing/feedsKit.ts"
import { type EngineServer, startChatServer } from "../../core/library/assist/testing/engines.ts"
import { description } from "./describe.ts"
import { type ApiKit, makeApiKit } from "./testing/apiKit.ts"
import { ELSEWHERE } from "./testing/elsewhere.ts"
import { mismatches } from "./testing/mismatches.ts"
import { payloadsOf } from "./testing/payloads.ts"

let server: FaultServer
let engine: EngineServer
let db: TestDatabase
let kit: ApiKit
let feed: { readonly feedId: string; readonly code: string; readonly url: string }
let itemId: string
let longNewsId: string

beforeAll(async () => {
  server = await startFaultServer()
  db = await testDatabase()
  engine = await startChatServer()
  const env = { AI_URL: engine.url, AI_MODEL: "tiny" }
  kit = await makeApiKit({ url: db.url, allowPrivate: [server.host], env })
  const pieces = Array.from({ length: 60 }, (_, index) => ({
    guid: `n${index}`,
    date: Date.UTC(2026, 0, 1) - index * 60_000,
  }))
  const more = "<language>ja</language><image><url>https://blog.example/icon.png</url></image></channel>"
  const media = ["image/svg+xml", "audio/mpeg", "video/mp4"].map(
    (type, index) =>
      `<media:content xmlns:media="http://search.yahoo.com/mrss/" url="${at(`/media${index}`)}" type="${type}"/>`,
  )
  for (const [index, type] of ["image/svg+xml", "audio/mpeg", "video/mp4"].entries())
    server.serve(`/media${index}`, (_, response) => void response.writeHead(200, { "content-type": type }).end(PICTURE))
  const words = rss("The blog", pieces)
    .replace("</channel>", more)
    .replace("</item>", `${media.join("")}</item>`)
  server.serve("/blog.xml", faults.page(words))
  server.serve("/blog", '<link rel="alternate" type="application/rss+xml" title="Blog" href="/blog.xml">')
  const { status, body } = await kit.post("/api/Feed/CreateLocalFeed", { url: at("/blog") })
  expect(status).toBe(200)
  feed = body.data["feed"] as typeof feed
  const preview = await kit.post("/api/Feed/PreviewFeed", { feedId: feed.feedId })
  itemId = (preview.body.data["items"] as ReadonlyArray<{ id: string }>)[0]?.id ?? ""
  const long = { title: "Long", content: "<p>Long</p>" }
  const uploaded = await kit.post("/api/Feed/UploadLongNews", long, { userCode: AUTHOR })
  longNewsId = (uploaded.body.data["news"] as { id: string }).id
})
afterAll(async () => {
  await kit.close()
  await db.drop()
  await server.close()
  await engine.close()
})

const at = (path: string): string => `${server.origin}${path}`

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300"/></svg>`
/** Some calls are for signed-in people; all others take them for whoever calls. */
const AUTHOR = "QI4711"

const payloads = () => payloadsOf({ feed, itemId, longNewsId, author: AUTHOR, at })

describe("[S7-001] [S7-002] every call answers as its description says", () => {
  const spec = description()
  const operations = Object.entries(spec.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )

  afterAll(async () => {
    await kit.post("/api/Feed/UnFollow", { feedId: feed.feedId }, { userCode: AUTHOR })
    const found = async () => (await kit.post("/api/Feed/SearchFeedById", { feedId: feed.feedId })).body.data["feed"]
    await vi.waitFor(async () => expect(await found()).toEqual(feed), { timeout: 10_000, interval: 50 })
  })

  it("and no other call is asked elsewhere", () => {
    const paths = new Set(operations.map(({ path }) => path))
    expect([...ELSEWHERE].filter((path) => !paths.has(path) || payloads()[path] !== undefined)).toEqual([])
  })

  it.each(operations.filter(({ path }) => !ELSEWHERE.has(path)))(
    "$method $path",
    async ({ path, method, operation }) => {
      const payload = payloads()[path]
      expect(method === "POST", "a payload for every POST call").toBe(payload !== undefined)
      const { status, body, headers } =
        method === "POST" ? await kit.post(path, payload, { userCode: AUTHOR }) : await kit.get(path)
      expect(status).toBe(200)
      expect(operation.description).toMatch(/\w.*\.$/)
      expect(headers.get("cache-control")).toBe("no-store")
      const types = Object.keys(operation.responses["200"]?.content ?? {})
      if (!types.includes("application/json")) {
        // A file, as it is.
        expect(types).toContain(headers.get("content-type"))
        return
      }
      expect(headers.get("content-type")).toMatch(/^application\/json/)
      const schema = operation.responses["200"]?.content?.["application/json"]?.schema ?? {}
      expect(mismatches(body, schema, spec.components.schemas)).toEqual([])
      expect(body).toMatchObject({ status: true, message: "" })
    },
  )

  it.each(operations)(
    "$method $path refuses the other method, and another letter case is another call",
    async ({ path, method }) => {
      const other = method === "POST" ? await kit.get(path) : await kit.post(path, {})
      expect(other).toMatchObject({ status: 405, body: { status: false, data: null } })
      expect(other.headers.get("allow")).toBe(method)
      const cases = [path.toLowerCase(), path.toUpperCase().replace("/API", "/api")]
      for (const unknown of [...cases.filter((each) => each !== path), `${path}/`, `${path}x`]) {
        const answer = method === "POST" ? await kit.post(unknown, payloads()[path]) : await kit.get(unknown)
        expect(answer).toMatchObject({ status: 404, body: { status: false, data: null } })
      }
    },
  )

  it("and the description holds for what is refused too", () => {
    for (const { method, operation } of operations) {
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["200", "400", "413", "429", "500"]))
      expect(operation.responses["429"]?.headers).toHaveProperty("Retry-After")
      expect(operation.requestBody !== undefined).toBe(method === "POST")
    }
    expect(JSON.stringify(spec)).not.toMatch(/Infinity|Encoded/)
  })

  it("and the description is served", async () => {
    const { status, body } = await kit.get("/api/openapi.json")
    expect(status).toBe(200)
    expect(body).toEqual(JSON.parse(JSON.stringify(spec)))
    expect(await kit.post("/api/openapi.json", {})).toMatchObject({ status: 405 })
  })
})

const named = { id: expect.any(Number), name: expect.any(String) }
/** The 27 lists of the specification, to the letter. */
const HOME_LISTS: ReadonlyArray<readonly [row: string, name: string, each: unknown]> = [
  ["S7-003", "LoadPreference", { preferenceId: expect.any(Number), name: expect.any(String) }],
  [
    "S7-004",
    "LoadAssetType",
    {
      assetTypeId: expect.any(Number),
      name: expect.any(String),
      digits: expect.any(Number),
      shownDigits: expect.any(Number),
      isOffered: expect.any(Boolean),
    },
  ],
  ["S7-005", "LoadKYCStatus", named],
  ["S7-006", "LoadSubscribeRuleStatus", named],
  ["S7-007", "LoadApplcationRequestStatus", named],
  ["S7-008", "LoadRelationShipStatus", named],
  ["S7-009", "Levels", { levelId: expect.any(Number), name: expect.any(String) }],
  ["S7-010", "CommentLevels", named],
  ["S7-011", "LoadLocalContentStatus", named],
  ["S7-012", "UserLikeStatus", named],
  ["S7-013", "LoadApplcationRequestType", named],
  ["S7-014", "CommentType", named],
  ["S7-015", "LoadUserChannelStatus", named],
  ["S7-016", "LoadChannelDisplayStatus", named],
  ["S7-018", "Socials", { name: "Telegram", language: expect.stringMatching(/^(EN|DE|FR)$/), url: expect.any(String) }],
  ["S7-019", "LoadTags", expect.any(String)],
  ["S7-020", "LoadRequestStatus", named],
  ["S7-021", "LoadChannelAccessType", named],
  ["S7-022", "LoadRoute", { label: expect.any(String), path: expect.stringMatching(/^\//) }],
  ["S7-023", "LoadLinkAccountStatus", named],
  ["S7-024", "LoadOrderClass", named],
  ["S7-025", "LoadEmailStatus", named],
  ["S7-026", "LoadFeedContentStatus", named],
  ["S7-027", "LoadSendListStatus", named],
  ["S7-028", "LoadLanguages", { code: expect.any(String), language: expect.any(String), name: expect.any(String) }],
]

describe("lists that every client needs", () => {
  it.each(HOME_LISTS)("[%s] GET /api/Home/%s", async (_, name, each) => {
    const { body } = await kit.get(`/api/Home/${name}`)
    const rows = body.data as ReadonlyArray<{ id?: number }>
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) expect(row).toEqual(each)
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length)
  })

  it("hold what the specification fixes", async () => {
    const list = async (name: string) => (await kit.get(`/api/Home/${name}`)).body.data
    expect(await list("LoadPreference")).toContainEqual({ preferenceId: 9, name: "Base currency" })
    expect((await list("LoadLanguages")).map((each) => (each as { code: string }).code)).toEqual(
      "EN DE FR IT ES ZH JP RU NL DK SV NO CA CS PL HU RO BG PT SK HR SR SL MK EL TR".split(" "),
    )
    expect(await list("LoadTags")).toEqual(expect.arrayContaining(["NewsTicker", "Health", "Science"]))
    expect((await list("LoadAssetType")).map((each) => (each as { name: string }).name)).toEqual(
      expect.arrayContaining(["USD", "EUR"]),
    )
    expect(await list("LoadRelationShipStatus")).toEqual(
      expect.arrayContaining([
        { id: 1, name: "Not followed" },
        { id: 2, name: "Followed" },
      ]),
    )
  })

  it("[S7-017] GET /api/Home/Time tells the time of the server", async () => {
    const before = Date.now()
    const { time, iso } = (await kit.get("/api/Home/Time")).body.data as unknown as { time: number; iso: string }
    expect(time).toBeGreaterThanOrEqual(before)
    expect(time).toBeLessThanOrEqual(Date.now())
    expect(Date.parse(iso)).toBe(time)
  })

  it("[S7-029] [S3-028] GET /api/Home/LoadBlurbs has zh and en lists of id, defaultText and blurbType", async () => {
    const { zh, en } = (await kit.get("/api/Home/LoadBlurbs")).body.data as unknown as Record<
      string,
      ReadonlyArray<object>
    >
    for (const list of [zh, en]) {
      expect(list?.length).toBeGreaterThan(50)
      for (const blurb of list ?? []) {
        expect(blurb).toEqual({
          id: expect.any(Number),
          defaultText: expect.any(String),
          blurbType: expect.any(String),
        })
      }
    }
    expect(zh?.map((blurb) => "blurbType" in blurb && blurb.blurbType)).toEqual(
      expect.arrayContaining(["shell.tab.home", "api.noFeed"]),
    )
  })
})

describe("feeds", () => {
  it("[S7-138] POST /api/Feed/ValidateFeed says whether an address is a feed, and adds nothing", async () => {
    server.serve("/valid.xml", rss("Valid", [{ guid: "one" }]))
    expect((await kit.post("/api/Feed/ValidateFeed", { url: at("/valid.xml") })).body.data).toEqual({
      valid: true,
      feeds: [{ url: at("/valid.xml"), title: "Valid", source: "RSS" }],
    })
    server.serve("/words", "<!doctype html><p>words</p>")
    expect((await kit.post("/api/Feed/ValidateFeed", { url: at("/words") })).body).toEqual({
      status: true,
      message: "No feed was found at this address.",
      data: { valid: false, feeds: [] },
    })
    const [row] = await kit.sql`select count(*) as feeds from read.feed where title = 'Valid'`
    expect(row).toEqual({ feeds: 0 })
  })

  it("[S7-098] POST /api/Feed/CreateLocalFeed adds it once, whatever address leads to it", async () => {
    const again = await kit.post("/api/Feed/CreateLocalFeed", { url: `${at("/blog.xml")}#top` })
    expect(again.body.data["feed"]).toEqual(feed)
    expect(feed).toMatchObject({
      title: "The blog",
      contentType: "RSS",
      code: expect.stringMatching(/^QF[0-9A-Z]{10}$/),
    })
  })

  it("[S7-105] [S7-121] POST /api/Feed/SearchFeedById and LoadTargetFeed find it again", async () => {
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
        body: { message: "This feed is not in the library" },
      })
    }
  })

  it("[S7-104] [S7-140] [S3-008] POST /api/Feed/PreviewFeed shows its recent items, 50 on the first page", async () => {
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

  it("tells when a feed cannot be fetched any more, in the reader's language, and still shows what it brought", async () => {
    server.serve("/weak.xml", rss("Weak", [{ guid: "one" }]))
    const { body } = await kit.post("/api/Feed/CreateLocalFeed", { url: at("/weak.xml") })
    const { feedId } = body.data["feed"] as typeof feed
    await kit.tell("feed-", feedId, "feeds.FeedFailed.v1", {
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

  it("[S7-103] [S3-007] POST /api/Feed/ListRemoteContent lists a page of its items", async () => {
    const { data } = (await kit.post("/api/Feed/ListRemoteContent", payloads()["/api/Feed/ListRemoteContent"])).body
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

  it("[S7-131] POST /api/Feed/LoadLastestContent has the newest of the library, of one language if asked", async () => {
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

  it("[S5-030] every list of items may be of a span of time", async () => {
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

  it("[S7-134] POST /api/Feed/LibraryFeeds has the library's feeds and its news since the last time", async () => {
    const ask = async (payload: object) =>
      (await kit.post("/api/Feed/LibraryFeeds", payload)).body.data as unknown as {
        history: ReadonlyArray<{ title: string; updated: number }>
        feeds: ReadonlyArray<{ title: string }>
        index: number
      }
    const first = await ask({ filter: { pageSize: 20, page: 1 }, languageCode: "JP" })
    expect(first.history).toHaveLength(20)
    expect(first.history[0]).toMatchObject({ title: "About n0", updated: Date.UTC(2026, 0, 1) })
    expect(first.index).toBe(Date.UTC(2026, 0, 1))
    expect(first.feeds.map(({ title }) => title)).toContain("The blog")
    const next = await ask({ filter: { pageSize: 20, page: 1 }, languageCode: "JP", index: first.index })
    expect(next).toMatchObject({ history: [], index: first.index })
  })

  it("[S7-036] [S7-139] what is opened by POST /api/Access/AddAccessNews makes its feed popular, once an hour for one reader", async () => {
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
    await expect.poll(popular).toEqual([feed.feedId, 3])
    expect(await kit.post("/api/Access/AddAccessNews", { itemId: "unknown" })).toMatchObject({ status: 404 })
  })
})
