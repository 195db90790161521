import { Effect, Metric, Result } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { feedIdOf } from "../ids.ts"
import { readFeed } from "../readFeed.ts"
import { rss } from "../testing/feedsKit.ts"
import { FeedReader, secondReadings } from "./FeedReader.ts"
import { type ReadingOptions, ReadingThreads } from "./ReadingThreads.ts"

const about = { feedId: feedIdOf("https://blog.example/feed"), nowMs: Date.UTC(2026, 10, 20), source: "RSS" } as const
const document = (text: string) => ({
  bytes: new TextEncoder().encode(text),
  finalUrl: "https://blog.example/feed",
  contentType: "application/rss+xml",
  links: { hubs: [], self: null },
})

const stubborn = new URL("./testing/stubbornThread.ts", import.meta.url)
let threads: ReadingThreads
const start = (options: ReadingOptions = {}) => (threads = new ReadingThreads(options))
const read = (text: string) => threads.read(document(text), about)
afterEach(() => threads.close())

describe("documents read in threads", () => {
  it("tell what they tell anywhere else, in any number at once", { timeout: 30_000 }, async () => {
    start({ threads: 2 })
    const texts = Array.from({ length: 12 }, (_, index) => rss(`Feed ${index}`, [{ guid: `${index}`, date: index }]))
    const outcomes = await Promise.all(texts.map(read))
    expect(outcomes).toEqual(texts.map((text) => ({ read: Result.getOrThrow(readFeed(document(text), about)) })))
    expect(await read("<!doctype html><p>a page</p>")).toEqual({ reason: "page" })
  })

  it("are read by feedparser if our reader finds no items in a damaged document", async () => {
    start({ threads: 1 })
    const item = "<item><title>One</title><link>https://blog.example/1</link></item>"
    expect(await read(`<rss><chan\u0000nel x><title>T</title></cannel><div>${item}</div></rss>`)).toMatchObject({
      read: { items: [{ title: "One", link: "https://blog.example/1" }] },
      secondReader: "helped",
    })
    expect(await read("<note><item/></note")).toEqual({ reason: "other-xml", secondReader: "failed" })
    expect(await read("<note><to>x</to></note>")).toEqual({ reason: "other-xml" })
    expect(await read(rss("Empty", []))).not.toHaveProperty("secondReader")
  })

  it("are counted if they were read a second time", async () => {
    const failed = Effect.map(Metric.value(secondReadings), ({ occurrences }) => occurrences.get("failed"))
    const counts = await Effect.gen(function* () {
      const reader = yield* FeedReader
      const before = yield* failed
      yield* Effect.flip(reader.read(document("<note><item/></note>"), about))
      return [before, yield* failed]
    }).pipe(Effect.provide(FeedReader.layer({ threads: 1 })), Effect.runPromise)
    expect(counts).toEqual([0, 1])
  })

  it("are refused with the reason where they take too long, and hold up nobody else", async () => {
    start({ threads: 2, readMsMax: 300, module: stubborn })
    const slow = read("spin")
    expect(await Promise.all(Array.from({ length: 6 }, () => read("fine")))).toHaveLength(6)
    expect(await slow).toEqual({ reason: "too-slow" })
    expect(await Promise.all([read("spin"), read("spin"), read("fine")])).toEqual([
      { reason: "too-slow" },
      { reason: "too-slow" },
      { reason: "page" },
    ])
  })

  it("are refused with the reason where they take too much memory", async () => {
    start({ threads: 1, readMsMax: 20_000, heapMbMax: 24, module: stubborn })
    expect(await read("fill")).toEqual({ reason: "too-heavy" })
    expect(await read("fine")).toEqual({ reason: "page" })
  })

  it("are no refusal where the fault is ours, and the next ones are read", async () => {
    start({ threads: 1, module: stubborn })
    await expect(read("throw")).rejects.toThrow("it threw")
    await expect(read("die")).rejects.toThrow("a reading thread ended")
    expect(await read("fine")).toEqual({ reason: "page" })
  })

  it("fail at once where threads cannot start", async () => {
    start({ threads: 1, module: new URL("./testing/missing.ts", import.meta.url) })
    await expect(Promise.all([read("fine"), read("fine")])).rejects.toThrow("missing.ts")
  })

  it("need no thread once there is no work", async () => {
    start({ threads: 1, idleMs: 1, module: stubborn })
    expect(await read("fine")).toEqual({ reason: "page" })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(await read("fine")).toEqual({ reason: "page" })
  })
})
