import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestDatabase, testDatabase } from "#testing"
import { type FaultServer, startFaultServer } from "../../core/fetch/testing/faultServer.ts"
import * as faults from "../../core/fetch/testing/faults.ts"
import { type EngineServer, startChatServer } from "../../core/library/assist/testing/engines.ts"
import { type ApiKit, makeApiKit } from "./testing/apiKit.ts"

let server: FaultServer
let engine: EngineServer
let db: TestDatabase
let kit: ApiKit
let itemId: string

beforeAll(async () => {
  server = await startFaultServer()
  engine = await startChatServer({ post: (text) => (text === "fail" ? "" : text.toUpperCase()) })
  db = await testDatabase()
  const env = { AI_URL: `${engine.url}/v1`, AI_MODEL: "tiny", AI_PERSON_CHARACTERS: "200" }
  kit = await makeApiKit({ url: db.url, allowPrivate: [server.host], env })
  const article = "&lt;p&gt;It rains.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;And pours&lt;/li&gt;&lt;/ul&gt;"
  server.serve(
    "/blog.xml",
    faults.page(
      `<rss version="2.0"><channel><title>Blog</title><link>https://b.example/</link><language>en</language><item><title>On rain</title><guid>r</guid><link>https://b.example/r</link><description>${article}</description></item></channel></rss>`,
    ),
  )
  const { body } = await kit.post("/api/Feed/CreateLocalFeed", { url: `${server.origin}/blog.xml` })
  const { feedId } = body.data["feed"] as { feedId: string }
  const preview = await kit.post("/api/Feed/PreviewFeed", { feedId })
  itemId = (preview.body.data["items"] as ReadonlyArray<{ id: string }>)[0]?.id ?? ""
})
afterAll(async () => {
  await kit.close()
  await db.drop()
  await server.close()
  await engine.close()
})

const translate = (payload: object, init: Parameters<ApiKit["post"]>[2] = {}) =>
  kit.post("/api/Feed/AITranslate", payload, init)

describe("[S7-132] POST /api/Feed/AITranslate", () => {
  it("translates a text paragraph by paragraph", async () => {
    expect((await translate({ text: "Tea & rain.\n\n1 < 2", languageCode: "DE" })).body).toEqual({
      status: true,
      message: "",
      data: {
        languageCode: "de",
        text: "TEA & RAIN.\n\n1 < 2",
        parts: [
          { kind: "text", source: "Tea & rain.", text: "TEA & RAIN." },
          { kind: "text", source: "1 < 2", text: "1 < 2" },
        ],
        isCut: false,
      },
    })
  })

  it("translates an item, title first", async () => {
    const { data } = (await translate({ itemId, languageCode: "JP" })).body
    expect(data).toMatchObject({
      languageCode: "ja",
      parts: [
        { kind: "heading", source: "On rain", text: "ON RAIN" },
        { kind: "text", source: "It rains.", text: "IT RAINS." },
        { kind: "item", source: "And pours", text: "AND POURS" },
      ],
    })
  })

  it("streams each piece as soon as it exists, and the whole text at the end", async () => {
    const answer = await translate(
      { text: "One longer text.\n\nAnother", languageCode: "FR" },
      { headers: { accept: "text/event-stream" } },
    )
    expect(answer.status).toBe(200)
    expect(answer.headers.get("content-type")).toBe("text/event-stream")
    expect(answer.headers.get("cache-control")).toBe("no-store, no-transform")
    const events = answer.text
      .split("\n\n")
      .filter(Boolean)
      .map((event) => {
        const [name = "", data = ""] = event.split("\n").map((line) => line.replace(/^\w+: /, ""))
        return { name, data: JSON.parse(data) as { index: number; text: string; data: { text: string } } }
      })
    expect(events[0]).toMatchObject({
      name: "parts",
      data: {
        parts: [
          { kind: "text", source: "One longer text." },
          { kind: "text", source: "Another" },
        ],
      },
    })
    expect(events.at(-1)).toMatchObject({ name: "done", data: { data: { text: "ONE LONGER TEXT.\n\nANOTHER" } } })
    const first = events.filter(({ name, data }) => name === "piece" && data.index === 0)
    expect(first.length).toBeGreaterThan(2)
    expect(first.map(({ data }) => data.text).join("")).toBe("ONE LONGER TEXT.")
  })

  it("refuses each unsupported request with its own error", async () => {
    expect(await translate({ text: "x", languageCode: "All" })).toMatchObject({
      status: 400,
      body: { errors: { languageCode: ["This language isn’t supported"] } },
    })
    expect(await translate({ languageCode: "DE" })).toMatchObject({
      status: 400,
      body: { errors: { text: [expect.any(String)] } },
    })
    expect(await translate({ itemId: "unknown", languageCode: "DE" })).toMatchObject({ status: 404 })
    expect(await translate({ text: "x".repeat(40_001), languageCode: "DE" })).toMatchObject({ status: 400 })
    expect(await translate({ text: "fail", languageCode: "DE" })).toMatchObject({
      status: 502,
      body: { status: false },
    })
    const streamed = await translate({ text: "fail", languageCode: "DE" }, { headers: { accept: "text/event-stream" } })
    expect(streamed.text).toMatch(/\n\nevent: failed\ndata: \{"status":false,"message":"This didn’t work/)
  })

  it("enforces the budget of a person, and says when to retry", async () => {
    const text = (letter: string) => ({ text: letter.repeat(150), languageCode: "DE" })
    const requested = { address: "192.0.2.7" }
    expect(await translate(text("a"), requested)).toMatchObject({ status: 200 })
    const refused = await translate(text("b"), requested)
    expect(refused).toMatchObject({ status: 429, body: { retryAfterSeconds: expect.any(Number) } })
    expect(refused.headers.get("retry-after")).toBe(String(refused.body.retryAfterSeconds))
    expect(await translate(text("a"), requested)).toMatchObject({ status: 200 })
    expect(await translate(text("b"), { address: "192.0.2.8" })).toMatchObject({ status: 200 })
  })
})

it("[S7-133] POST /api/Feed/AIWrite writes for signed-in people", async () => {
  const order = { instruction: "Say more", text: "It rains.", languageCode: "DE" }
  expect(await kit.post("/api/Feed/AIWrite", order)).toMatchObject({ status: 401, body: { message: "Please signin" } })
  const { status, body } = await kit.post("/api/Feed/AIWrite", order, { userCode: "QI4711" })
  expect(status).toBe(200)
  expect(body.data["text"]).toBe("SAY MORE\n\nTHE TEXT SO FAR:\n\nIT RAINS.")
  const long = { instruction: "x".repeat(2_001) }
  expect(await kit.post("/api/Feed/AIWrite", long, { userCode: "QI4711" })).toMatchObject({ status: 400 })
})
