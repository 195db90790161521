import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { type FeedEvent, FeedFetched } from "./events.ts"
import { Feed, type FeedState } from "./Feed.ts"
import {
  exampleAdded,
  exampleFacts,
  exampleFailed,
  exampleFeedId,
  exampleFetched,
  exampleItem,
  exampleNow,
  newItem,
} from "./feeds.controls.ts"
import { itemIdOf } from "./ids.ts"
import { EDITS_FREE_MAX } from "./itemIndex.ts"
import {
  EVENT_ITEMS_LENGTH_MAX,
  FETCH_ITEMS_LENGTH_MAX,
  NEW_ITEMS_A_DAY_MAX,
  type RecordFetch,
  recordFetch,
} from "./recordFetch.ts"

const given = (...history: ReadonlyArray<FeedEvent>) => replay(Feed, history)
const later = "2026-02-01T12:00:00.000Z"
const document = (...items: RecordFetch["items"]): RecordFetch => ({
  feedId: exampleFeedId,
  nowIso: later,
  facts: exampleFacts,
  items,
  problems: [],
})
const recorded = (fetch: RecordFetch, state: FeedState) =>
  Result.getOrThrow(recordFetch(fetch)(state)) as ReadonlyArray<FeedFetched>
const fetched = (more: Partial<Omit<FeedFetched, "_tag">>) =>
  FeedFetched.make({ feedId: exampleFeedId, fetchedAt: later, facts: null, items: [], problems: null, ...more })

const before = [exampleAdded, exampleFetched()]
const one = exampleItem("one")
const rewritten = exampleItem("one", { fingerprint: "other words", title: "About one, again" })

describe("recording what was fetched", () => {
  it.each<readonly [string, ReadonlyArray<FeedEvent>, RecordFetch, ReadonlyArray<FeedEvent>]>([
    [
      "the first document is recorded whole",
      [exampleAdded],
      document(one),
      [fetched({ facts: exampleFacts, items: [newItem("one")] })],
    ],
    ["an empty first document is recorded too", [exampleAdded], document(), [fetched({ facts: exampleFacts })]],
    ["the same document tells nothing", before, document(one), []],
    ["a document without the item tells nothing", before, document(), []],
    [
      "a new item is recorded, the known one not again",
      before,
      document(exampleItem("two"), one),
      [fetched({ items: [newItem("two")] })],
    ],
    [
      "a changed item keeps its id",
      before,
      document(rewritten),
      [fetched({ items: [{ ...rewritten, isNew: false }] })],
    ],
    [
      "other words about itself",
      before,
      { ...document(one), facts: { ...exampleFacts, title: "New name" } },
      [fetched({ facts: { ...exampleFacts, title: "New name" } })],
    ],
    [
      "a fault of the document",
      before,
      { ...document(one), problems: ["malformed-xml"] },
      [fetched({ problems: ["malformed-xml"] })],
    ],
    [
      "a fault that is gone",
      [...before, exampleFetched({ items: [], problems: ["malformed-xml"] })],
      document(one),
      [fetched({ problems: [] })],
    ],
    ["that it works again", [...before, exampleFailed], document(one), [fetched({})]],
    [
      "that it works again, with news",
      [...before, exampleFailed],
      document(exampleItem("two")),
      [fetched({ items: [newItem("two")] })],
    ],
  ])("%s", (_, history, fetch, facts) => {
    expect(recordFetch(fetch)(given(...history))).toEqual(Result.succeed(facts))
  })
})

describe("an item that comes back under another guid", () => {
  /** What a publisher does to a feed of three items, all at once; the items were known before. */
  const guids = ["one", "two", "three"]
  const known = given(exampleAdded, exampleFetched({ items: guids.map((guid) => newItem(guid)) }))
  const flipped = (more: (guid: string) => object = () => ({})) =>
    document(
      ...guids.map((guid) => exampleItem(guid, { itemId: itemIdOf(exampleFeedId, `guid:new ${guid}`), ...more(guid) })),
    )

  it("is the item it was", () => expect(recorded(flipped(), known)).toEqual([]))

  it("is the item it was when its words have changed too, and is remembered by both", () => {
    const changed = flipped((guid) => ({ fingerprint: `new words of ${guid}` }))
    const [fact] = recorded(changed, known)
    expect(fact?.items.map(({ itemId, isNew }) => [itemId, isNew])).toEqual(
      guids.map((guid) => [exampleItem(guid).itemId, false]),
    )
    const after = fact === undefined ? known : Feed.evolve(known, fact)
    // The link changes later, and only the new guid tells.
    const moved = flipped((guid) => ({ fingerprint: `new words of ${guid}`, keys: [`link:elsewhere.example/${guid}`] }))
    expect(recorded(moved, after)).toEqual([])
  })

  it("is new where nothing of it was known", () => {
    const [fact] = recorded(
      flipped((guid) => ({ keys: [`link:elsewhere.example/${guid}`] })),
      known,
    )
    expect(fact?.items.every(({ isNew }) => isNew)).toBe(true)
  })

  it("never takes the place of an item that the document still has", () => {
    const twin = exampleItem("one", { itemId: itemIdOf(exampleFeedId, "guid:twin"), fingerprint: "twin" })
    const [fact] = recorded(document(one, twin, exampleItem("two"), exampleItem("three")), known)
    expect(fact?.items).toEqual([{ ...twin, isNew: true }])
  })

  it("is one item for one other only", () => {
    const first = exampleItem("a", { keys: ["link:blog.example/one"] })
    const second = exampleItem("b", { keys: ["file:blog.example/one.mp3", "link:blog.example/one"] })
    const [fact] = recorded(document(first, second), known)
    expect(fact?.items.map(({ itemId, isNew }) => [itemId, isNew])).toEqual([
      [one.itemId, false],
      [second.itemId, true],
    ])
  })
})

describe("a feed of one item that always links to the same page", () => {
  const page = { keys: ["link:blog.example/today"], link: "https://blog.example/today" }
  const known = given(exampleAdded, exampleFetched({ items: [newItem("monday", page)] }))

  it("brings a new item every day", () => {
    const [fact] = recorded(document(exampleItem("tuesday", page)), known)
    expect(fact?.items).toMatchObject([{ itemId: exampleItem("tuesday").itemId, isNew: true }])
  })

  it("brings the same item where only the guid is another", () => {
    const again = exampleItem("tuesday", { ...page, fingerprint: exampleItem("monday").fingerprint })
    expect(recorded(document(again), known)).toEqual([])
  })
})

describe("bounds on what a feed may tell", () => {
  const long = (guid: string, length: number) => exampleItem(guid, { contentHtml: "x".repeat(length) })

  it("tells a large document in several facts of one append, its own words only in the first", () => {
    const items = Array.from({ length: 10 }, (_, at) => long(`item ${at}`, EVENT_ITEMS_LENGTH_MAX / 4))
    const facts = recorded({ ...document(...items), problems: ["truncated"] }, given(exampleAdded))
    expect(facts.flatMap((fact) => fact.items.map(({ itemId }) => itemId))).toEqual(items.map(({ itemId }) => itemId))
    expect(facts.length).toBeGreaterThan(2)
    expect(facts.every(({ items: recorded }) => JSON.stringify(recorded).length < EVENT_ITEMS_LENGTH_MAX + 100)).toBe(
      true,
    )
    expect(facts.map(({ facts: words }) => words !== null)).toEqual(facts.map((_, at) => at === 0))
    expect(facts.map(({ problems }) => problems)).toEqual(facts.map((_, at) => (at === 0 ? ["truncated"] : null)))
  })

  it("tells an item that is larger than that in a fact of its own", () => {
    const facts = recorded(
      document(one, long("huge", 2 * EVENT_ITEMS_LENGTH_MAX), exampleItem("two")),
      given(exampleAdded),
    )
    expect(facts.map(({ items }) => items.length)).toEqual([1, 1, 1])
  })

  it("stops telling where one append would become too large", () => {
    const items = Array.from({ length: 300 }, (_, at) => long(`item ${at}`, 100_000))
    const facts = recorded(document(...items), given(exampleAdded))
    const length = JSON.stringify(facts).length
    expect(length).toBeLessThan(FETCH_ITEMS_LENGTH_MAX * 1.01)
    expect(length).toBeGreaterThan(FETCH_ITEMS_LENGTH_MAX * 0.9)
  })

  it("takes no more new items on one day than the bound, and takes them again on the next", () => {
    const items = Array.from({ length: NEW_ITEMS_A_DAY_MAX - 1 }, (_, at) =>
      newItem(`item ${at}`, { contentHtml: null }),
    )
    const state = given(exampleAdded, exampleFetched({ items }))
    const fetch = document(exampleItem("two"), exampleItem("three"))
    expect(recorded({ ...fetch, nowIso: exampleNow }, state).flatMap((fact) => fact.items)).toEqual([newItem("two")])
    expect(recorded(fetch, state).flatMap((fact) => fact.items)).toEqual([newItem("two"), newItem("three")])
  })

  it("believes an item that changes at every fetch less and less often", () => {
    const start = Date.parse(exampleNow)
    let state = given(exampleAdded, exampleFetched())
    let edits = 0
    const quarters = 4 * 24 * 365
    for (let quarter = 1; quarter <= quarters; quarter++) {
      const nowIso = new Date(start + quarter * 900_000).toISOString()
      const facts = recorded({ ...document(exampleItem("one", { fingerprint: `${quarter}` })), nowIso }, state)
      edits += facts.length
      state = facts.reduce(Feed.evolve, state)
      if (quarter === EDITS_FREE_MAX) expect(edits).toBe(EDITS_FREE_MAX)
    }
    expect(edits).toBeLessThan(2 * EDITS_FREE_MAX + 2)
    expect(edits).toBeGreaterThan(EDITS_FREE_MAX + 5)
  })
})
