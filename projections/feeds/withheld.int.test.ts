import { afterAll, beforeAll, expect, it } from "vitest"
import type { FeedId, ItemId } from "#contract/feeds"
import { Feeds, itemIdOf } from "#core/feeds"
import { search, searchFeeds, suggest } from "#projections/library"
import { type LibraryKit, makeLibraryKit, NOW_MS } from "#projections/testing"
import { type TestDatabase, testDatabase } from "#testing"
import { findFeed, findItem, findItems, findWithheldFeed, findWithheldItem, listFeeds, listItems } from "./index.ts"

const HOUR_MS = 3_600_000
const at = (hoursAgo: number) => NOW_MS - hoursAgo * HOUR_MS
const [URL_OF, OTHER_URL] = ["https://harbour.example/feed", "https://nord.example/feed"]

let db: TestDatabase
let kit: LibraryKit
let feedId: FeedId
let otherId: FeedId
let [boats, tides] = ["", ""] as [ItemId, ItemId]

const BOATS = { name: "boats", atMs: at(1), title: "Boats", words: "razorbills over the quay" }
const TIDES = { name: "tides", atMs: at(2), title: "Tides", words: "razorbills at dawn" }
const about = { title: "Harbour Letter", description: "Notes from the quay" }

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeLibraryKit(db.url)
  feedId = await kit.notify(URL_OF, [BOATS, TIDES], { about })
  otherId = await kit.notify(OTHER_URL, [
    { name: "birds", atMs: at(3), title: "Birds", words: "razorbills in the north" },
  ])
  ;[boats, tides] = [itemIdOf(feedId, "guid:boats"), itemIdOf(feedId, "guid:tides")]
  await kit.settle()
})
afterAll(async () => {
  await kit.close()
  await db.drop()
})

/** The titles in each outlet, with each feed's number of items. */
const outlets = async () => {
  await kit.settle()
  const { items } = await kit.run(listItems({ feedIds: null }))
  const ofFeed = await kit.run(listItems({ feedIds: [feedId, otherId], counted: [feedId, otherId] }))
  const found = await kit.run(search({ query: "razorbills" }))
  const { feeds } = await kit.run(listFeeds({}))
  return {
    all: items.map(({ title }) => title),
    ofFeeds: ofFeed.items.map(({ title }) => title),
    counts: [feedId, otherId].map((id) => ofFeed.counts.find((each) => each.feedId === id)?.count),
    found: found.items.map(({ title }) => title).toSorted(),
    byId: (await kit.run(findItems([boats, tides]))).map(({ title }) => title).toSorted(),
    feeds: feeds.map(({ title }) => title).toSorted(),
    foundFeeds: (await kit.run(searchFeeds({ query: "harbour" }))).feeds.map(({ title }) => title),
    suggested: (await kit.run(suggest("harb"))).feeds.map(({ title }) => title),
  }
}
const withhold = (itemId: ItemId | null) => kit.run(Feeds.use((feeds) => feeds.withhold({ feedId, itemId })))
const release = (itemId: ItemId | null) => kit.run(Feeds.use((feeds) => feeds.release({ feedId, itemId })))

it("an item that operators withhold is in no outlet, also after an edit, and comes back as it is then", async () => {
  const before = await outlets()
  expect(before).toMatchObject({ all: ["Boats", "Tides", "Birds"], counts: [2, 1] })
  for (const _ of [1, 2]) await withhold(boats)
  expect(await outlets()).toMatchObject({
    ...{ all: ["Tides", "Birds"], ofFeeds: ["Tides", "Birds"], counts: [1, 1] },
    ...{ found: ["Birds", "Tides"], byId: ["Tides"], feeds: before.feeds },
  })
  expect(await kit.run(findItem(boats))).toBeNull()
  expect(await kit.run(findWithheldItem(boats))).toEqual({ kind: "item", targetId: boats })
  expect(await kit.run(findWithheldItem(tides))).toBeNull()

  await kit.notify(URL_OF, [{ ...BOATS, title: "Boats, corrected", words: "razorbills over the pier" }, TIDES], {
    about,
    nowMs: NOW_MS + HOUR_MS,
  })
  expect((await outlets()).all).toEqual(["Tides", "Birds"])
  for (const _ of [1, 2]) await release(boats)
  expect((await outlets()).all).toEqual(["Boats, corrected", "Tides", "Birds"])
  await kit.notify(URL_OF, [BOATS, TIDES], { about, nowMs: NOW_MS + 2 * HOUR_MS })
  expect(await outlets()).toEqual(before)
})

it("a feed that operators withhold vanishes with all its items, goes on being fetched, and comes back", async () => {
  const before = await outlets()
  await withhold(null)
  expect(await outlets()).toEqual({
    ...{ all: ["Birds"], ofFeeds: ["Birds"], counts: [undefined, 1], found: ["Birds"], byId: [] },
    ...{ feeds: ["nord.example"], foundFeeds: [], suggested: [] },
  })
  expect(await kit.run(findFeed(feedId))).toBeNull()
  expect(await kit.run(findWithheldFeed(feedId))).toMatchObject({ feedId })
  expect(await kit.run(findWithheldFeed(otherId))).toBeNull()
  expect(await kit.run(findWithheldItem(tides))).toEqual({ kind: "feed", targetId: feedId })
  const fresh = { name: "fresh", atMs: at(0.5), title: "Fresh", words: "no birds" }
  await kit.notify(URL_OF, [fresh, BOATS, TIDES], { about, nowMs: NOW_MS + 3 * HOUR_MS })
  expect((await outlets()).all).toEqual(["Birds"])
  await release(null)
  expect(await outlets()).toEqual({
    ...before,
    ...{ all: ["Fresh", ...before.all], ofFeeds: ["Fresh", ...before.ofFeeds], counts: [3, 1] },
  })
})

it("an item that is withheld alone stays so when its feed comes back", async () => {
  await withhold(tides)
  await withhold(null)
  await release(null)
  expect((await outlets()).all).toEqual(["Fresh", "Boats", "Birds"])
  await release(tides)
  expect((await outlets()).all).toEqual(["Fresh", "Boats", "Tides", "Birds"])
})
