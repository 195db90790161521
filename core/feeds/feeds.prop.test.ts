import { Effect, Layer, Result, Schema } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { MemoryEventStore, Sealing, writer } from "#core/kernel"
import { fingerprint, itemKeys } from "../syndication/parse/identity.ts"
import { addFeed } from "./addFeed.ts"
import { type FeedEvent, FeedEvents, type FeedFetched } from "./events.ts"
import { Feed, type FeedState } from "./Feed.ts"
import { exampleAdded, exampleFacts, exampleFeedId, exampleNow, exampleUrl } from "./feeds.controls.ts"
import { itemIdOf } from "./ids.ts"
import { INDEXED_ITEMS_MAX, NAMES_MAX } from "./itemIndex.ts"
import { type RecordFetch, recordFetch } from "./recordFetch.ts"

/** What a publisher's system knows of one piece, and how it writes it into the feed at some time. */
type Piece = { readonly number: number; readonly guids: number; readonly links: number; readonly words: number }

const parsed = ({ number, guids, links, words }: Piece) => ({
  guid: `${guids % 2 === 0 ? "https" : "http"}://blog.example/?p=${number}&v=${guids >> 1}`,
  link: `https://blog.example/${links}/${number}`,
  title: `Piece ${number}${words % 3 === 2 ? ", edited" : ""}`,
  summary: null,
  contentHtml: `<p>Words of ${number} in their version ${words}</p>`,
  enclosures: [],
  publishedAt: new Date(Date.UTC(2026, 0, 1 + number)).toISOString(),
})

const documentOf = (pieces: ReadonlyArray<Piece>, at: number): RecordFetch => {
  const items = pieces.map(parsed)
  const { keys } = itemKeys(items)
  return {
    feedId: exampleFeedId,
    nowIso: new Date(Date.parse(exampleNow) + at * 3_600_000).toISOString(),
    facts: exampleFacts,
    problems: [],
    items: items.map((item, index) => ({
      itemId: itemIdOf(exampleFeedId, keys[index]?.identity ?? ""),
      keys: keys[index]?.alternatives ?? [],
      fingerprint: fingerprint(item),
      link: item.link,
      ownPage: true,
      title: item.title,
      summary: null,
      contentHtml: item.contentHtml,
      author: null,
      publishedAt: item.publishedAt,
      updatedAt: null,
      sortAt: item.publishedAt,
      imageUrl: null,
      videoUrl: null,
      tags: [],
      language: null,
      enclosures: [],
      durationSeconds: null,
      transcriptUrl: null,
      chaptersUrl: null,
    })),
  }
}

/** What happens to a feed from one fetch to the next: one of its three names changes for all items, or none does. */
const change = fc.record({
  numbers: fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 6 }),
  renamed: fc.constantFrom("guids", "links", "words", "nothing"),
  edited: fc.boolean(),
})

const documentsOf = (changes: ReadonlyArray<{ numbers: ReadonlyArray<number>; renamed: string; edited: boolean }>) => {
  const now = { guids: 0, links: 0, words: 0 }
  return changes.map(({ numbers, renamed, edited }, at) => {
    if (renamed === "guids") now.guids++
    if (renamed === "links") now.links++
    if (renamed === "words" || edited) now.words++
    const pieces = numbers.map((number) => ({ number, ...now }))
    return { pieces, fetch: documentOf(pieces, at) }
  })
}

const start: FeedState = [exampleAdded].reduce(Feed.evolve, Feed.initial)
const notify = (fetch: RecordFetch, state: FeedState) => {
  const facts = Result.getOrThrow(recordFetch(fetch)(state)) as ReadonlyArray<FeedFetched>
  return { facts, after: facts.reduce(Feed.evolve, state) }
}

describe("whatever a publisher does to a feed", () => {
  it("the same document tells nothing the second time", () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 10 }), (changes) => {
        let state = start
        for (const { fetch } of documentsOf(changes)) {
          state = notify(fetch, state).after
          expect(notify(fetch, state).facts).toEqual([])
        }
      }),
    )
  })

  it("an item never gets two ids while one of its names stays", () => {
    const everyOne = fc.constant([0, 1, 2, 3])
    // A changed name is remembered with the announcement, so every document of this publisher announces something.
    const edits = fc.record({
      numbers: everyOne,
      renamed: fc.constantFrom("guids", "links", "nothing"),
      edited: fc.constant(true),
    })
    fc.assert(
      fc.property(fc.array(edits, { minLength: 1, maxLength: 10 }), (changes) => {
        const ids = new Map<string, Set<number>>()
        let state = start
        for (const { fetch, pieces } of documentsOf(changes)) {
          const { facts, after } = notify(fetch, state)
          state = after
          for (const { itemId, title } of facts.flatMap(({ items }) => items)) {
            const piece = pieces.find((each) => parsed(each).title === title)?.number ?? Number.NaN
            ids.set(itemId, (ids.get(itemId) ?? new Set()).add(piece))
          }
        }
        expect(ids.size).toBe(4)
        for (const pieces of ids.values()) expect(pieces.size).toBe(1)
      }),
    )
  })

  it("what it remembers of items is bounded, and the newest are remembered", () => {
    let state = start
    for (let day = 0; day < 12; day++) {
      for (let hour = 0; hour < 3; hour++) {
        const at = day * 24 + hour
        const pieces = Array.from({ length: 300 }, (_, index) => ({
          number: at * 300 + index,
          guids: 0,
          links: at,
          words: at,
        }))
        const { after, facts } = notify(documentOf(pieces, at), state)
        state = after
        expect(facts.flatMap(({ items }) => items)).toHaveLength(300)
        expect(notify(documentOf(pieces, at), state).facts).toEqual([])
      }
    }
    expect(Object.keys(state.itemIndex)).toHaveLength(INDEXED_ITEMS_MAX)
    for (let version = 1; version <= 3 * NAMES_MAX; version++) {
      state = notify(
        documentOf([{ number: 1, guids: 0, links: version, words: version }], 1_000 * version),
        state,
      ).after
    }
    expect(Math.max(...Object.values(state.itemIndex).map(({ names }) => names.length))).toBeLessThanOrEqual(NAMES_MAX)
  })
})

describe("a feed's state", () => {
  const snapshot = Feed.snapshot
  const states = fc.array(change, { minLength: 1, maxLength: 10 }).map((changes) => ({
    state: documentsOf(changes).reduce((state, { fetch }) => notify(fetch, state).after, start),
    last: documentsOf(changes).at(-1)?.fetch,
  }))

  it("comes back from a snapshot as it was, in whatever order the database gives its fields", () => {
    fc.assert(
      fc.property(states, ({ state, last }) => {
        if (snapshot === undefined || last === undefined) throw new Error("feeds keep snapshots")
        const stored = reordered(JSON.parse(JSON.stringify(Schema.encodeSync(snapshot.state)(state))))
        const back = Schema.decodeUnknownSync(snapshot.state)(stored)
        expect(back).toEqual(state)
        expect(notify(last, back).facts).toEqual([])
      }),
    )
  })

  it("is the same from its events as the store gives them back", () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        let state = start
        let replayed = start
        for (const { fetch } of documentsOf(changes)) {
          const { facts, after } = notify(fetch, state)
          state = after
          replayed = facts.map(stored).reduce(Feed.evolve, replayed)
        }
        expect(replayed).toEqual(state)
      }),
    )
  })

  it("is written once by many who add the same feed at once", async () => {
    const program = Effect.gen(function* () {
      const write = yield* writer(Feed)
      const written = yield* Effect.all(
        Array.from({ length: 10 }, () =>
          write(exampleFeedId, addFeed({ url: exampleUrl, source: "RSS", nowIso: exampleNow })),
        ),
        { concurrency: "unbounded" },
      )
      return written.flatMap(({ events }) => events)
    })
    const layer = Layer.mergeAll(MemoryEventStore, Sealing.layerMemory)
    expect(await Effect.runPromise(program.pipe(Effect.provide(layer)))).toHaveLength(1)
  })
})

/** jsonb keeps no order of fields. */
const reordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reordered)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => one.length - other.length || (one < other ? -1 : 1))
      .map(([name, each]) => [name, reordered(each)]),
  )
}

const stored = ({ _tag, ...data }: FeedEvent): FeedEvent =>
  FeedEvents.decodeSync(_tag, reordered(JSON.parse(JSON.stringify(data))))
