import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { replay } from "#core/kernel"
import { addFeed } from "./addFeed.ts"
import { FeedAdded, type FeedEvent, FeedFailed, FeedFetched, FeedMoved } from "./events.ts"
import { Feed } from "./Feed.ts"
import {
  exampleAdded,
  exampleFacts,
  exampleFailed,
  exampleFeedId,
  exampleFetched,
  exampleMoved,
  exampleNow,
  exampleUrl,
} from "./feeds.controls.ts"
import { moveFeed } from "./moveFeed.ts"
import { recordFailure } from "./recordFailure.ts"
import { recordRecovery } from "./recordRecovery.ts"

const given = (...history: ReadonlyArray<FeedEvent>) => replay(Feed, history)
const later = "2026-02-01T12:00:00.000Z"
const recovered = FeedFetched.make({ feedId: exampleFeedId, fetchedAt: later, facts: null, items: [], problems: null })
type Row = readonly [title: string, history: ReadonlyArray<FeedEvent>, facts: ReadonlyArray<FeedEvent>]

describe("adding a feed", () => {
  const add = addFeed({ url: exampleUrl, source: "RSS", nowIso: later })
  it.each<Row>([
    ["a new feed joins the library", [], [FeedAdded.make({ ...exampleAdded, addedAt: later })]],
    ["a feed that is there stays as it is", [exampleAdded], []],
    ["a feed that has moved is the same feed", [exampleAdded, exampleMoved], []],
    ["a failing feed is there", [exampleAdded, exampleFailed], []],
  ])("%s", (_, history, facts) => expect(add(given(...history))).toEqual(Result.succeed(facts)))
})

describe("recording a failure", () => {
  const fail = recordFailure({ ...exampleFailed, feedId: exampleFeedId, nowIso: later })
  const failed = FeedFailed.make({ ...exampleFailed, failedAt: later })
  const otherFailure = FeedFailed.make({ ...exampleFailed, reason: "fetch.timedOut", status: null })
  it.each<Row>([
    ["the first one is a fact", [exampleAdded, exampleFetched()], [failed]],
    ["the same one again is none", [exampleAdded, exampleFailed], []],
    ["another one is a fact", [exampleAdded, otherFailure], [failed]],
    [
      "another status of the same kind is a fact",
      [exampleAdded, FeedFailed.make({ ...exampleFailed, status: 403 })],
      [failed],
    ],
    ["it restarts after the feed worked", [exampleAdded, exampleFailed, recovered], [failed]],
    ["one that came back by itself is a fact", [exampleAdded, exampleFailed, otherFailure], [failed]],
  ])("%s", (_, history, facts) => expect(fail(given(...history))).toEqual(Result.succeed(facts)))

  it("keeps no more of the detail than a page can show, and nothing that the log cannot hold", () => {
    const long = recordFailure({
      ...exampleFailed,
      feedId: exampleFeedId,
      nowIso: later,
      detail: `\0${"😀".repeat(400)}`,
    })
    const [fact] = Result.getOrThrow(long(given(exampleAdded)))
    expect(fact).toMatchObject({ detail: expect.stringMatching(/^(?:😀){249}\uFFFD$/u) })
  })
})

describe("recording a recovery", () => {
  const recover = recordRecovery({ feedId: exampleFeedId, nowIso: later })
  it.each<Row>([
    ["a feed that failed works again", [exampleAdded, exampleFetched(), exampleFailed], [recovered]],
    ["a feed that worked goes on", [exampleAdded, exampleFetched()], []],
    ["a feed that recovered already goes on", [exampleAdded, exampleFailed, recovered], []],
  ])("%s", (_, history, facts) => expect(recover(given(...history))).toEqual(Result.succeed(facts)))
})

describe("moving a feed", () => {
  const { to } = exampleMoved
  const moved = FeedMoved.make({ ...exampleMoved, movedAt: later })
  it.each<Row>([
    ["it lives elsewhere from now on, and where it was is remembered", [exampleAdded], [moved]],
    ["it lives there already", [exampleAdded, exampleMoved], []],
    ["a feed that was never added moves nowhere", [], []],
  ])("%s", (_, history, facts) =>
    expect(moveFeed({ feedId: exampleFeedId, nowIso: later, to })(given(...history))).toEqual(Result.succeed(facts)),
  )

  it("may move back", () => {
    const back = moveFeed({ feedId: exampleFeedId, nowIso: later, to: exampleUrl })(given(exampleAdded, exampleMoved))
    expect(back).toEqual(
      Result.succeed([FeedMoved.make({ feedId: exampleFeedId, movedAt: later, from: to, to: exampleUrl })]),
    )
  })
})

describe("what a feed's history amounts to", () => {
  it.each<readonly [string, ReadonlyArray<FeedEvent>, object]>([
    ["nothing", [], { url: null, everFetched: false, failure: null, itemIndex: {} }],
    ["an address", [exampleAdded], { url: exampleUrl, everFetched: false }],
    ["a new address", [exampleAdded, exampleMoved], { url: exampleMoved.to }],
    ["what it says of itself", [exampleFetched()], { facts: JSON.stringify(exampleFacts), everFetched: true }],
    ["what it said last", [exampleFetched(), exampleFetched({ facts: null })], { facts: JSON.stringify(exampleFacts) }],
    [
      "its faults",
      [exampleFetched({ problems: ["malformed-xml"] }), exampleFetched()],
      { problems: '["malformed-xml"]' },
    ],
    [
      "faults that are gone",
      [exampleFetched({ problems: ["a"] }), exampleFetched({ problems: [] })],
      { problems: "[]" },
    ],
    ["a failure", [exampleFetched(), exampleFailed], { failure: "fetch.httpStatus.missing 404" }],
    ["no failure any more", [exampleFailed, exampleFetched()], { failure: null }],
    [
      "the new items of a day",
      [exampleFetched(), exampleFetched()],
      { newOn: { day: exampleNow.slice(0, 10), items: 2 } },
    ],
    [
      "of the newest day",
      [exampleFetched(), exampleFetched({ fetchedAt: later })],
      { newOn: { day: later.slice(0, 10), items: 1 } },
    ],
  ])("%s", (_, history, state) => expect(given(...history)).toMatchObject(state))
})
