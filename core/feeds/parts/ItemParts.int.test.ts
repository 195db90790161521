import { Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Sql } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { type FaultServer, startFaultServer } from "../../fetch/testing/faultServer.ts"
import * as faults from "../../fetch/testing/faults.ts"
import { makeTestFetcher } from "../../fetch/testing/testFetcher.ts"
import { inlineAddress } from "../../syndication/chapters/inlineChapters.ts"
import type { PartKind } from "./ItemPart.ts"
import { ItemParts, WAITING_MAX } from "./ItemParts.ts"
import { LISTING_BYTES_MAX } from "./loadPart.ts"
import { makePartStore, type PartStore } from "./PartStore.ts"

const SENTENCE = "The ferry left the harbour at dawn, and nobody on the quay had thought that it would ever come back. "
const story = (head = "", more = "") =>
  `<!doctype html><title>The ferry</title>${head}<nav><a href="/">Home</a></nav><article><h1>The ferry</h1>${`<p>${SENTENCE.repeat(3)}</p>`.repeat(4)}${more}</article>`
const html = (body: string, headers: Record<string, string> = {}) =>
  faults.page(body, { "content-type": "text/html; charset=utf-8", ...headers })

let server: FaultServer
let closed: FaultServer
let fetcher: ReturnType<typeof makeTestFetcher>
let db: TestDatabase
let runtime: ManagedRuntime.ManagedRuntime<ItemParts | Sql, never>
let parts: typeof ItemParts.Service
let store: PartStore

beforeAll(async () => {
  server = await startFaultServer()
  closed = await startFaultServer()
  fetcher = makeTestFetcher({ allowPrivate: [server.host, closed.host] })
  db = await testDatabase()
  runtime = ManagedRuntime.make(
    ItemParts.layer.pipe(Layer.provideMerge(Layer.merge(Sql.layer(db.url, { connectionsMax: 4 }), fetcher.layer))),
  )
  parts = await runtime.runPromise(ItemParts)
  store = makePartStore((await runtime.runPromise(Sql)).client)
  server.serve("/robots.txt", "User-agent: *\nDisallow: /private/\n")
})
afterAll(async () => {
  await runtime.dispose()
  await fetcher.close()
  await db.drop()
  await server.close()
  await closed.close()
})

const load = <Kind extends PartKind>(kind: Kind, path: string) =>
  runtime.runPromise(parts.load(kind, server.origin + path))
const stored = <Kind extends PartKind>(kind: Kind, path: string) =>
  runtime.runPromise(parts.stored(kind, server.origin + path))
const requested = (path: string) => server.seen.filter((request) => request.path === path).length

it("fetches an article once, cleans it, and keeps it; robots.txt is asked once for all", async () => {
  server.serve("/story", html(story("", '<script>alert(1)</script><p><a href="/n" onclick="x()">next</a></p>')))
  expect(await stored("article", "/story")).toBeNull()
  const [one, other] = await Promise.all([load("article", "/story"), load("article", "/story")])
  expect(one).toEqual(other)
  if (!("content" in one)) throw new Error(one.refusal)
  expect(one.content.html).toContain(SENTENCE.trim())
  expect(one.content.html).toContain(`href="${server.origin}/n"`)
  expect(one.content.html).not.toMatch(/<script|onclick|Home/)
  expect(await stored("article", "/story")).toEqual(one)
  expect(await load("article", "/story")).toEqual(one)

  server.serve("/other", html(story()))
  expect(await load("article", "/other")).toHaveProperty("content")
  expect([requested("/story"), requested("/robots.txt")]).toEqual([1, 1])
})

it("asks for no page that robots.txt keeps programs from, nor for one that leads there", async () => {
  server.serve("/private/story", html(story()))
  expect(await load("article", "/private/story")).toEqual({ refusal: "robots" })
  expect(requested("/private/story")).toBe(0)

  server.serve("/short", (_, response) => response.writeHead(302, { location: "/private/story" }).end())
  expect(await load("article", "/short")).toEqual({ refusal: "robots" })
})

it("takes no page that says no, in itself or by its server, and remembers it", async () => {
  server.serve("/noai", html(story('<meta name="robots" content="noai">')))
  server.serve("/header", html(story(), { "x-robots-tag": "noindex, noai" }))
  server.serve("/paid", html(story('<script type="application/ld+json">{"isAccessibleForFree":false}</script>')))
  server.serve("/notice", html("<p>Please sign in.</p>"))
  for (const [path, refusal] of [
    ["/noai", "reserved"],
    ["/header", "reserved"],
    ["/paid", "paywall"],
    ["/notice", "unreadable"],
    ["/missing", "unavailable"],
  ] as const) {
    expect(await load("article", path)).toEqual({ refusal })
    expect(await load("article", path)).toEqual({ refusal })
    expect(requested(path)).toBe(1)
  }
})

it("reads nothing from a host that cannot say what may be read", async () => {
  closed.serve("/robots.txt", (_, response) => response.writeHead(503).end())
  closed.serve("/story", html(story()))
  const loaded = runtime.runPromise(parts.load("article", `${closed.origin}/story`))
  expect(await loaded).toEqual({ refusal: "unavailable" })
  expect(closed.seen.map(({ path }) => path)).toEqual(["/robots.txt"])
})

it("asks nobody for what is no public address", async () => {
  for (const address of ["http://127.0.0.1:9/x", "javascript:alert(1)", "file:///etc/passwd", "nothing"])
    expect(await runtime.runPromise(parts.load("article", address))).toEqual({ refusal: "unavailable" })
})

it("loads chapters and transcripts, whatever robots.txt says of pages", async () => {
  server.serve("/private/c.json", JSON.stringify({ chapters: [{ startTime: 1, title: "One\u0000" }] }))
  server.serve("/private/t.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nHello there.\n")
  server.serve("/broken.json", "<p>no</p>")
  expect(await load("chapters", "/private/c.json")).toEqual({ content: [{ startSeconds: 1, title: "One", url: null }] })
  expect(await load("transcript", "/private/t.vtt")).toEqual({
    content: [{ startSeconds: 1, speaker: null, text: "Hello there." }],
  })
  expect(await load("chapters", "/broken.json")).toEqual({ refusal: "unreadable" })
  server.serve("/long.vtt", `WEBVTT\n\n00:01.000 --> 00:02.000\n${"long ".repeat(LISTING_BYTES_MAX / 5)}\n`)
  expect(await load("transcript", "/long.vtt")).toEqual({ refusal: "unreadable" })
  const inline = inlineAddress([{ startSeconds: 5, title: "In the feed & more", url: null }]) ?? ""
  expect(await runtime.runPromise(parts.stored("chapters", inline))).toEqual({
    content: [{ startSeconds: 5, title: "In the feed & more", url: null }],
  })
})

it("lets only so many wait, and answers the rest at once", async () => {
  const waiting: Array<() => void> = []
  let open = false
  server.serve("/slow", (_, response) => {
    const answer = () => response.writeHead(404).end()
    if (open) answer()
    else waiting.push(answer)
  })
  const outcomes = Array.from({ length: WAITING_MAX + 8 }, (_, at) => load("transcript", `/slow?${at}`))
  expect(await Promise.race(outcomes)).toEqual({ refusal: "busy" })
  open = true
  for (const answer of waiting) answer()
  const answers = await Promise.all(outcomes)
  const refusals = answers.map((answer) => ("refusal" in answer ? answer.refusal : null))
  expect(refusals.filter((refusal) => refusal === "busy").length).toBeLessThanOrEqual(5)
  expect(new Set(refusals)).toEqual(new Set(["busy", "unavailable"]))
})

it("keeps no more than its bounds, the newest first, and nothing for longer than it is good", async () => {
  await runtime.runPromise(store.sweep({ rowsMax: 0 }))
  for (const name of ["a", "b", "c"])
    await runtime.runPromise(store.keep("article", name, { content: "x".repeat(100), refusal: null }, 60))
  await runtime.runPromise(store.keep("article", "old", { content: null, refusal: "paywall" }, -1))
  const names = async () => {
    const found = await Promise.all(
      ["a", "b", "c", "old"].map((name) => runtime.runPromise(store.find("article", name))),
    )
    return found.map((row) => row !== null)
  }
  expect(await names()).toEqual([true, true, true, false])
  await runtime.runPromise(store.sweep({ bytesMax: 250 }))
  expect(await names()).toEqual([false, true, true, false])
  await runtime.runPromise(store.sweep({ rowsMax: 1 }))
  expect(await names()).toEqual([false, false, true, false])
})
