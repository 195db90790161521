import { Result } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import type { PreviousItems } from "../syndication/parse/ParsedFeed.ts"
import type { FeedEvent } from "./events.ts"
import { Feed, type FeedState } from "./Feed.ts"
import { feedIdOf } from "./ids.ts"
import { type AboutDocument, readFeed } from "./readFeed.ts"
import { recordFetch, rememberDocument } from "./recordFetch.ts"
import { type Piece, rss } from "./testing/feedsKit.ts"

const feedId = feedIdOf("https://blog.example/feed")
const HOUR_MS = 3_600_000
const START_MS = Date.UTC(2026, 10, 1)

type ItemIndex = {
  readonly state: FeedState
  readonly previousItems: PreviousItems
  readonly contentHash: string | null
}
const nothing: ItemIndex = { state: Feed.initial, previousItems: {}, contentHash: null }

/** One look at a feed: what it tells, and what is known after it. */
const check = (known: ItemIndex, text: string, at: number, previousItems: PreviousItems) => {
  const nowMs = START_MS + at * HOUR_MS
  const document = { finalUrl: "https://blog.example/feed", contentType: null, links: { hubs: [], self: null } }
  const about = { feedId, nowMs, source: "RSS", previousItems } as const
  const bytes = new TextEncoder().encode(text)
  const nowIso = new Date(nowMs).toISOString()
  const record = (about: AboutDocument) => {
    const read = Result.getOrThrow(readFeed({ ...document, bytes }, about))
    return { read, recorded: recordFetch({ feedId, nowIso, ...read })(known.state) }
  }
  const quick = record(about)
  // As checkFeed does it: what turns out to be another item is read whole.
  const { read, recorded } = Result.isFailure(quick.recorded) ? record({ ...about, previousItems: {} }) : quick
  const events: ReadonlyArray<FeedEvent> = Result.getOrThrow(recorded)
  const state = events.reduce(Feed.evolve, known.state)
  return { read, events, known: { state, ...rememberDocument(state, read) } satisfies ItemIndex }
}

it("reads only what is new or has changed, and knows the same document by its content", () => {
  const first = check(nothing, rss("News", [{ guid: "one" }, { guid: "two" }]), 0, {})
  expect(Object.keys(first.known.previousItems)).toHaveLength(2)
  const text = rss("News", [{ guid: "three" }, { guid: "one" }, { guid: "two", words: "edited" }])
  const second = check(first.known, text, 1, first.known.previousItems)
  expect(second.read.items.map((item) => "unchanged" in item)).toEqual([false, true, false])
  expect(second.events).toMatchObject([{ items: [{ title: "About three" }, { title: "About two", isNew: false }] }])
  const third = check(
    second.known,
    text.replace("<channel>", "<channel><lastBuildDate>Sun, 01 Nov 2026 08:00:00 GMT</lastBuildDate>"),
    2,
    {},
  )
  expect(third.read.contentHash).toBe(second.known.contentHash)
  expect(third.events).toEqual([])
})

it("reads an item whole again that turns out to be another one, once its neighbour is gone", () => {
  const video = { words: "https://youtu.be/dQw4w9WgXcQ", link: "https://blog.example/2" }
  const first = check(nothing, rss("News", [{ guid: "b", ...video }, { guid: "b" }]), 0, {})
  const text = rss("News", [
    { guid: "b", ...video },
    { guid: "a", ...video },
  ])
  expect(check(first.known, text, 1, first.known.previousItems).events).toEqual(check(first.known, text, 1, {}).events)
})

it("tells the same whether or not it remembers what it has read", { timeout: 30_000 }, () => {
  const piece: fc.Arbitrary<Piece> = fc.record(
    {
      guid: fc.constantFrom("a", "b", "c", "d", "e"),
      words: fc.constantFrom("first", "second <b>words</b>", "https://youtu.be/dQw4w9WgXcQ"),
      link: fc.constantFrom("https://blog.example/1", "http://blog.example/1", "https://blog.example/2"),
      date: fc.integer({ min: START_MS - 100 * HOUR_MS, max: START_MS }),
    },
    { requiredKeys: ["guid"] },
  )
  const documents = fc.array(fc.array(piece, { maxLength: 6 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(documents, (pages) => {
      let forgetful = nothing
      let mindful = nothing
      for (const [at, pieces] of pages.entries()) {
        const text = rss("News", pieces)
        const one = check(forgetful, text, at, {})
        const other = check(mindful, text, at, mindful.previousItems)
        expect(other.events).toEqual(one.events)
        expect(other.read.contentHash).toBe(one.read.contentHash)
        forgetful = one.known
        mindful = other.known
      }
    }),
    { numRuns: 100 },
  )
})
