import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { LOCALES } from "#src/i18n/index.ts"
import { type TestDatabase, testDatabase } from "#testing"
import { rss } from "../../core/feeds/testing/feedsKit.ts"
import { type FaultServer, startFaultServer } from "../../core/fetch/testing/faultServer.ts"
import * as faults from "../../core/fetch/testing/faults.ts"
import { description } from "./describe.ts"
import { OUTGOING, STANDARD_CALLS } from "./limits.ts"
import { BODY_BYTES_MAX } from "./readBody.ts"
import { flagOfCall } from "./switches.ts"
import { type ApiKit, makeApiKit } from "./testing/apiKit.ts"

let server: FaultServer
let db: TestDatabase
let kit: ApiKit

beforeAll(async () => {
  server = await startFaultServer()
  db = await testDatabase()
  kit = await makeApiKit({ url: db.url, allowPrivate: [server.host] })
})
afterAll(async () => {
  await kit.close()
  await db.drop()
  await server.close()
})

const at = (path: string): string => `${server.origin}${path}`
const refused = { status: false, data: null }

describe("an invalid request", () => {
  it.each<[string, unknown, Record<string, ReadonlyArray<string>>]>([
    ["nothing", "", { "": ["The request body must be JSON"] }],
    ["no JSON", "{", { "": ["The request body must be JSON"] }],
    ["another kind of JSON", [], { "": ["The request body must be JSON"] }],
    ["no feed", {}, { feedId: ["Specify the feed with feedId, code or url"] }],
    [
      "several wrong fields, all named at once",
      { feedId: 5, filter: { pageSize: 0, page: "x" } },
      {
        feedId: ["feedId: must be of type string"],
        "filter.pageSize": ["filter.pageSize: must be a number from 1 to 100"],
        "filter.page": ["filter.page: must be of type number"],
      },
    ],
    ["an empty text", { feedId: "" }, { feedId: ["feedId: please fill this in"] }],
    [
      "half a filter",
      { feedId: "a", filter: { page: 1 } },
      { "filter.pageSize": ["filter.pageSize: please fill this in"] },
    ],
    ["a long text", { code: "x".repeat(65) }, { code: ["code: must have at most 64 characters"] }],
    ["control characters", { feedId: "a\u0000b" }, { feedId: ["feedId: is not valid"] }],
    ["half of a character", { feedId: "a\ud800b" }, { feedId: ["feedId: is not valid"] }],
    ["half of a character anywhere", { more: [{ of: "\udc00" }] }, { "more.0.of": ["more.0.of: is not valid"] }],
    [
      "a half page",
      { feedId: "a", filter: { pageSize: 1.5, page: 1 } },
      { "filter.pageSize": ["filter.pageSize: must be of type integer"] },
    ],
  ])("is refused with its invalid fields: %s", async (_, body, errors) => {
    const answer = await kit.post("/api/Feed/PreviewFeed", body)
    expect(answer).toMatchObject({ status: 400, body: { ...refused, errors } })
    expect(answer.body.message).not.toBe("")
    expect(Object.keys(answer.body.errors ?? {})).toEqual(Object.keys(errors))
  })

  it("is refused if the error is in a query or in a header", async () => {
    const query = await kit.get("/api/Feed/MostPopularFeeds?pageSize=51")
    expect(query).toMatchObject({
      status: 400,
      body: { errors: { pageSize: ["pageSize: must be a number from 1 to 50"] } },
    })
    const header = await kit.post("/api/Access/AddAccessNews", { itemId: "x" }, { headers: { from: "a@example.org" } })
    expect(header).toMatchObject({ status: 400, body: { errors: { from: ["from: must be one of pc, mobile"] } } })
  })

  it("is refused if it is not JSON", async () => {
    const form = { method: "POST", body: "feedId=1", headers: { "content-type": "application/x-www-form-urlencoded" } }
    expect(await kit.send("/api/Feed/PreviewFeed", form)).toMatchObject({
      status: 415,
      body: { ...refused, message: "The request body must be JSON" },
    })
  })

  it("[S9-007] is refused above 2,000,000 bytes, announced or not, and accepted up to that", async () => {
    expect(BODY_BYTES_MAX).toBe(2_000_000)
    const body = (length: number) => `{"feedId":"unknown","pad":"${"x".repeat(length - 30)}"}`.padEnd(length)
    const refusal = { status: 413, body: { ...refused, message: "The content is larger than 2,000,000 bytes" } }
    expect(await kit.post("/api/Feed/PreviewFeed", body(2_000_000))).toMatchObject({ status: 404 })
    expect(await kit.post("/api/Feed/PreviewFeed", body(2_000_001))).toMatchObject(refusal)
    const announced = { headers: { "content-length": "2000001" } }
    expect(await kit.post("/api/Feed/PreviewFeed", {}, announced)).toMatchObject(refusal)
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536))
      },
    })
    const stream = { method: "POST", body: endless, duplex: "half", headers: { "content-type": "application/json" } }
    expect(await kit.send("/api/Feed/PreviewFeed", stream as RequestInit)).toMatchObject(refusal)
    expect(sent).toBeLessThan(2_500_000)
  })

  it.each(LOCALES)("is refused in the reader's language: %s", async (locale) => {
    const { body } = await kit.post("/api/Feed/PreviewFeed", { feedId: "", url: 5 }, { locale })
    expect({ message: body.message, errors: body.errors }).toMatchSnapshot()
  })
})

describe("an unknown call", () => {
  it.each([
    "/api/Nothing/AtAll",
    "/api",
    "/api/",
    "/api/Feed",
    "/api/feed/PreviewFeed",
    "/api/Feed/constructor",
    "/api/__proto__",
  ])("%s is answered with the envelope", async (path) => {
    for (const answer of [await kit.get(path), await kit.post(path, {})]) {
      expect(answer).toMatchObject({ status: 404, body: { ...refused, message: `Unknown API call: ${path}` } })
    }
  })

  it("an address without a feed is refused by its reason", async () => {
    server.serve("/words", "<!doctype html><p>words</p>")
    server.serve("/forbidden", faults.status(403))
    for (const [url, status] of [
      ["two words", 400],
      ["http://10.0.0.1/feed", 400],
      ["ftp://example.org/", 400],
      [at("/words"), 404],
      [at("/nothing"), 502],
      [at("/forbidden"), 502],
    ] as const) {
      const answer = await kit.post("/api/Feed/CreateLocalFeed", { url })
      expect(answer, url).toMatchObject({ status, body: refused })
      expect(answer.body.message.length, url).toBeGreaterThan(10)
      if (status === 400) expect(answer.body.errors).toEqual({ url: [answer.body.message] })
    }
  })
})

it("[S7-132] [S7-133] features that are not configured say so", async () => {
  const translate = { text: "Hello", languageCode: "DE" }
  expect(await kit.post("/api/Feed/AITranslate", translate)).toMatchObject({
    status: 501,
    body: { ...refused, message: "Translation isn’t set up on this site" },
  })
  const item = { itemId: "no-such-item", languageCode: "DE" }
  expect(await kit.post("/api/Feed/AITranslate", item), "no item is opened for it").toMatchObject({ status: 501 })
  expect(await kit.post("/api/Feed/AIWrite", { instruction: "Greet" }, { userCode: "QI1" })).toMatchObject({
    status: 501,
    body: { ...refused, message: "AI writing isn’t set up on this site" },
  })
})

describe("rate limited calls", () => {
  it("say when to retry, in a header too", async () => {
    const request = () => kit.get("/api/Feed/MostPopularFeeds", { address: "busy" })
    let answer = await request()
    for (let calls = 1; calls <= 2 * STANDARD_CALLS.calls && answer.status === 200; calls++) answer = await request()
    expect(answer).toMatchObject({ status: 429, body: { ...refused, retryAfterSeconds: 1 } })
    expect(answer.headers.get("retry-after")).toBe("1")
    expect(answer.body.message).toBe("Too many requests. Please try again in 1 second.")
    expect((await kit.get("/api/Feed/MostPopularFeeds", { address: "another" })).status).toBe(200)
  })

  it.each(["PreviewFeed", "ListRemoteContent", "LoadTargetFeed", "CreateLocalFeed", "ValidateFeed"])(
    "of %s stay within the limit of outgoing requests, however many addresses they name",
    async (name) => {
      // Concurrent, because the limit refills while calls run one after the other.
      const paths = Array.from({ length: OUTGOING.calls + 2 }, (_, index) => `/unknown/${name}/${index}`)
      const call = (path: string) =>
        kit.post(`/api/Feed/${name}`, { url: at(path) }, { address: `stranger ${name}` }).then(({ status }) => status)
      const statuses = await Promise.all(paths.map(call))
      const refusedPaths = paths.filter((_, index) => statuses[index] === 429)
      expect(refusedPaths).toHaveLength(2)
      expect(server.seen.filter(({ path }) => refusedPaths.includes(path))).toEqual([])
    },
  )

  it("do not count feeds that are in the library already", async () => {
    server.serve("/known.xml", rss("Known", [{ guid: "one" }]))
    for (let calls = 0; calls < 3 * OUTGOING.calls; calls++) {
      const { status } = await kit.post("/api/Feed/PreviewFeed", { url: at("/known.xml") }, { address: "reader" })
      expect(status).toBe(200)
    }
  })
})

describe("a repeated command", () => {
  it("is executed once and gets the first response again", async () => {
    server.serve("/twice.xml", rss("Twice", [{ guid: "one" }]))
    const send = (url: string, key = "try-1") =>
      kit.post("/api/Feed/CreateLocalFeed", { url }, { headers: { "idempotency-key": key } })
    const first = await send(at("/twice.xml"))
    const events = async () => (await kit.sql`select count(*) as events from es.event`)[0]?.["events"]
    const before = await events()
    server.serve("/other.xml", rss("Other", [{ guid: "one" }]))
    expect((await send(at("/twice.xml"))).body).toEqual(first.body)
    expect(await events()).toBe(before)
    // The key identifies the command of this call, whatever the body says.
    expect((await send(at("/other.xml"))).body).toEqual(first.body)
    expect(server.seen.filter(({ path }) => path === "/other.xml")).toEqual([])
    const preview = { url: at("/other.xml") }
    const other = await kit.post("/api/Feed/PreviewFeed", preview, { headers: { "idempotency-key": "try-1" } })
    expect(other.body.data).toMatchObject({ feed: { title: "Other" } })
    expect((await send(at("/other.xml"), "try-2")).body.data).toMatchObject({ feed: { title: "Other" } })
  })

  it("needs a valid key", async () => {
    for (const key of ["x".repeat(201), "two words", ""]) {
      const { status, body } = await kit.post(
        "/api/Feed/PreviewFeed",
        { feedId: "a" },
        { headers: { "idempotency-key": key } },
      )
      expect({ status, errors: body.errors }).toEqual({
        status: 400,
        errors: { "Idempotency-Key": ["Idempotency-Key: is not valid"] },
      })
    }
  })
})

describe("a feature that operators turned off", () => {
  it("refuses its calls in every process, in the caller's language, until it is turned on again", async () => {
    const setAt = new Date(0).toISOString()
    const signUp = (locale: (typeof LOCALES)[number] = "en") => kit.post("/api/User/SignUp", {}, { locale })
    expect((await signUp()).status).toBe(400)
    const rule = { kind: "off" }
    await kit.notify("flags-", "all", "flags.FlagSet.v1", { flag: "signUp", rule, reason: "Attack", by: "test", setAt })
    await expect.poll(async () => (await signUp()).status).toBe(503)
    expect((await signUp("de")).body).toEqual({
      ...refused,
      message: "Diese Funktion ist im Moment abgeschaltet. Bitte versuchen Sie es später noch einmal.",
    })
    expect((await kit.post("/api/Feed/SearchFeedById", { feedId: "a" })).status).toBe(404)
    await kit.notify("flags-", "all", "flags.FlagReset.v1", { flag: "signUp", by: "test", resetAt: setAt })
    await expect.poll(async () => (await signUp()).status).toBe(400)
  })

  it("has calls that exist", () => {
    expect(
      Object.keys(description().paths)
        .filter((path) => flagOfCall(path) !== null)
        .toSorted(),
    ).toEqual([
      "/api/Channel/BeginImport",
      "/api/Channel/ImportFeed",
      "/api/Feed/AITranslate",
      "/api/Feed/AIWrite",
      "/api/Feed/CreateComment",
      "/api/Feed/createContent",
      "/api/User/SignUp",
      "/api/UserProfile/BeginKYC",
    ])
  })
})

describe("an internal error", () => {
  it("contains the call and the correlation id and reveals nothing else", async () => {
    await kit.sql`alter view read.feed rename to feed_away`
    const answer = await kit.post("/api/Feed/SearchFeedById", { feedId: "a" })
    const german = await kit.post("/api/Feed/SearchFeedById", { feedId: "a" }, { locale: "de" })
    await kit.sql`alter view read.feed_away rename to feed`
    expect(answer).toMatchObject({
      status: 500,
      body: {
        ...refused,
        message: "API request error: /api/Feed/SearchFeedById (01890000-0000-7000-8000-000000000001)",
      },
    })
    expect(Object.keys(answer.body)).toEqual(["status", "message", "data"])
    expect(answer.text).not.toMatch(/read\.feed|at .*\.ts|node_modules/)
    expect(german.body.message).toMatch(/^Fehler beim API-Aufruf: \/api\/Feed\/SearchFeedById/)
    expect(await kit.post("/api/Feed/SearchFeedById", { feedId: "a" })).toMatchObject({ status: 404 })
  })
})
