import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { search } from "#projections/library"
import { type LibraryKit, makeLibraryKit, NOW_MS, type TestItem } from "#projections/testing"
import { type TestDatabase, testDatabase } from "#testing"
import { findItem, listItems } from "./index.ts"

let db: TestDatabase
let kit: LibraryKit

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeLibraryKit(db.url)
})
afterAll(async () => {
  await kit.close()
  await db.drop()
})

const HOUR_MS = 3_600_000

/** Fetches feeds of one host one after the other, and returns their entries in one list. */
const given = async (host: string, published: ReadonlyArray<readonly [string, ReadonlyArray<TestItem>]>) => {
  const ids: Record<string, string> = {}
  for (const [name, items] of published) {
    ids[name] = await kit.notify(`https://${name}.${host}.example/`, items)
    await kit.settle()
  }
  await kit.settle()
  const { items } = await kit.run(listItems({ feedIds: Object.values(ids) }))
  return {
    ids,
    entries: items.map(({ feedId, title, alsoIn }) => [nameOf(ids, feedId), title, alsoIn.length] as const),
    items,
  }
}
const nameOf = (ids: Readonly<Record<string, string>>, feedId: string) =>
  Object.entries(ids).find(([, id]) => id === feedId)?.[0]
const published = (name: string, title: string, hoursAgo: number, more: Partial<TestItem> = {}): TestItem => ({
  name,
  title,
  atMs: NOW_MS - hoursAgo * HOUR_MS,
  ...more,
})

describe("a story of several feeds", () => {
  it("is one entry from the first feed, which links to each source", async () => {
    const { ids, entries, items } = await given("story", [
      ["first", [published("f", "Harbour of Delft closes after the storm of Friday", 5)]],
      ["second", [published("s", "Harbour of Delft closes after the storm of Friday - The Second", 3)]],
      [
        "third",
        [
          published("t", "Breaking: Harbour of Delft closes after the storm of Friday", 1),
          published("o", "Nothing to do with it at all", 2),
        ],
      ],
    ])
    expect(entries).toEqual([
      ["third", "Nothing to do with it at all", 0],
      ["first", "Harbour of Delft closes after the storm of Friday", 2],
    ])
    expect(items[1]?.alsoIn.map(({ feedId }) => nameOf(ids, feedId))).toEqual(["second", "third"])
    const copy = items[1]?.alsoIn[1]?.itemId ?? ""
    const opened = await kit.run(findItem(copy))
    expect(opened).toMatchObject({ title: "Breaking: Harbour of Delft closes after the storm of Friday" })
    expect(opened?.alsoIn.map(({ feedId }) => nameOf(ids, feedId))).toEqual(["first", "second"])
  })

  it("is found by its page first, and then by its title", async () => {
    const page = "https://agency.example/reports/77"
    const { entries } = await given("pages", [
      ["agency", [published("a", "Council of Gouda votes to keep its old trams", 9, { page })]],
      ["copy", [published("c", "Trams of Gouda stay, says council in a vote", 8, { page: `${page}?utm_source=x` })]],
      ["other", [published("o", "Council of Gouda votes to keep its old trams, at last", 7)]],
    ])
    expect(entries).toEqual([["agency", "Council of Gouda votes to keep its old trams", 2]])
  })

  it("is one search result", async () => {
    await given("found", [
      ["one", [published("1", "Zeppelin lands on the market square of Leiden", 6)]],
      ["two", [published("2", "Zeppelin lands on the market square of Leiden", 4)]],
    ])
    const { items } = await kit.run(search({ query: "zeppelin" }))
    expect(items).toMatchObject([{ alsoIn: [{}] }])
  })

  it("stays one entry after an edit and after another fetch", async () => {
    const title = "Mill of Kinderdijk turns again after repairs"
    const { ids } = await given("edited", [
      ["one", [published("1", title, 6)]],
      ["two", [published("2", title, 4)]],
    ])
    await kit.notify("https://two.edited.example/", [published("2", title, 4, { words: "edited" })])
    await kit.settle()
    const { items } = await kit.run(listItems({ feedIds: Object.values(ids) }))
    expect(items).toHaveLength(1)
  })
})

describe("items that only look like one story", () => {
  it.each<[string, ReadonlyArray<readonly [string, ReadonlyArray<TestItem>]>]>([
    ["numbers", [["a", [published("a", "Ferry to Texel delayed by 20 minutes today", 5)]], ["b", [published("b", "Ferry to Texel delayed by 30 minutes today", 4)]]]],
    ["days", [["a", [published("a", "Lights go out along the coast road", 5)]], ["b", [published("b", "Lights go out along the coast road", 5 + 80)]]]],
    ["languages", [["a", [published("a", "Tour de France in Paris am Ende", 5, { language: "de" })]], ["b", [published("b", "Tour de France in Paris am Ende", 4, { language: "fr" })]]]],
    ["feed", [["a", [published("a", "Pictures of the week from everywhere", 5), published("b", "Pictures of the week from everywhere", 4)]]]],
  ])("stay apart in the case of %s", async (kind, feeds) => {
    expect((await given(kind, feeds)).entries).toHaveLength(2)
  }) // biome-ignore format: one table

  it("stay apart if a title occurs twice in one feed, because it names a series", async () => {
    const { entries } = await given("series", [
      [
        "a",
        [
          published("1", "Letters from our readers of the week", 50),
          published("2", "Letters from our readers of the week", 5),
        ],
      ],
      ["b", [published("3", "Letters from our readers of the week", 4)]],
    ])
    expect(entries).toHaveLength(3)
  })

  it("stay apart if old items arrive much later with a new feed", async () => {
    const { entries } = await given("archive", [
      ["a", [published("1", "An evening with the bell ringers of Utrecht", 24 * 30)]],
      ["b", [published("2", "An evening with the bell ringers of Utrecht", 24 * 30)]],
    ])
    expect(entries).toHaveLength(2)
  })
})
