import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type LibraryKit, makeLibraryKit, NOW_MS } from "#projections/testing"
import { type TestDatabase, testDatabase } from "#testing"
import { findFeed, findItem, listItems, type NeighbourList, openArticle } from "./index.ts"

const HOUR_MS = 3_600_000
const ago = (hours: number) => NOW_MS - hours * HOUR_MS

let db: TestDatabase
let kit: LibraryKit
let words: string
let films: string
let ids: ReadonlyMap<string, string>

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeLibraryKit(db.url)
  const items = (prefix: string, hours: ReadonlyArray<number>, language: string) =>
    hours.map((hour) => ({ name: `${prefix}${hour}`, atMs: ago(hour), language }))
  words = await kit.notify("https://words.example/", items("w", [1, 3, 5], "de"))
  films = await kit.notify("https://films.example/", items("f", [2, 4], "en"), { about: { source: "YouTube" } })
  await kit.settle()
  // Read marks compare with the clock of the database.
  await kit.sql`update read.item set sort_at = now() - (row_number * interval '1 hour') from (
    select item_id as id, row_number() over (order by sort_at desc) from read.item) r where id = item_id`
  const { items: all } = await kit.run(listItems({ feedIds: [words, films] }))
  ids = new Map(all.map(({ title, itemId }) => [title.replace("About ", ""), itemId]))
})
afterAll(async () => {
  await kit.close()
  await db.drop()
})

/** What is newer and older than an item in a list. */
const around = async (name: string, list: NeighbourList) => {
  const opened = await kit.run(openArticle(ids.get(name) ?? "", list))
  return [opened?.newer, opened?.older].map((each) => each?.title.replace("About ", "") ?? null)
}
const both = () => [words, films]

it("opens an item with its feed and the feed's newest other items", async () => {
  const opened = await kit.run(openArticle(ids.get("w3") ?? "", { feedIds: "own" }))
  const [item, feed] = await Promise.all([kit.run(findItem(ids.get("w3") ?? "")), kit.run(findFeed(words))])
  expect(opened?.item).toEqual(item)
  expect(opened?.feed).toEqual(feed)
  expect(opened?.newest.map(({ itemId }) => itemId)).toEqual([ids.get("w1"), ids.get("w5")])
  expect(await kit.run(openArticle("0".repeat(20), { feedIds: "own" }))).toBeNull()
})

describe("the neighbours of an item", () => {
  it("are those of its list, with its filters", async () => {
    expect(await around("w3", { feedIds: both() })).toEqual(["f2", "f4"])
    expect(await around("w3", { feedIds: [words] })).toEqual(["w1", "w5"])
    expect(await around("w3", { feedIds: "own" })).toEqual(["w1", "w5"])
    expect(await around("w3", { feedIds: [] })).toEqual([null, null])
    expect(await around("f2", { feedIds: both(), sources: ["YouTube"] })).toEqual([null, "f4"])
    expect(await around("w3", { feedIds: both(), fromMs: Date.now() - 3.5 * HOUR_MS })).toEqual(["f2", null])
    expect(await around("w3", { feedIds: both(), beforeMs: Date.now() - 2.5 * HOUR_MS })).toEqual([null, "f4"])
    expect(await around("w3", { feedIds: both(), muted: [{ feedId: films, words: ["f4"] }] })).toEqual(["f2", "w5"])
  })
  it("are found in the whole library by language and source", async () => {
    expect(await around("w3", { feedIds: null })).toEqual(["f2", "f4"])
    expect(await around("w3", { feedIds: null, languages: ["de", ""] })).toEqual(["w1", "w5"])
    expect(await around("w3", { feedIds: null, languages: ["en"], sources: ["YouTube"] })).toEqual(["f2", "f4"])
    expect(await around("w3", { feedIds: null, sources: ["Podcast"] })).toEqual([null, null])
  })
  it("are found by date in lists of very many feeds", async () => {
    const others = Array.from({ length: 1_000 }, (_, index) => `other${String(index).padStart(15, "0")}`)
    expect(await around("w3", { feedIds: [...both(), ...others], sources: ["YouTube"] })).toEqual(["f2", "f4"])
  })
  it("are unread in a list of unread items, except on the way back", async () => {
    const marks = { read: [], unread: [], horizons: new Map() }
    const read = (...names: ReadonlyArray<string>) => names.map((name) => ids.get(name)?.slice(0, 8) ?? "")
    const list = (reader: NeighbourList["reader"]) => ({ feedIds: both(), unreadOnly: true, reader })
    expect(await around("w3", list({ ...marks, read: read("f4", "f2", "w3") }))).toEqual(["f2", "w5"])
    const horizons = new Map([[films, Number.MAX_SAFE_INTEGER]])
    expect(await around("w3", list({ ...marks, horizons }))).toEqual(["w1", "w5"])

    const person = crypto.randomUUID()
    const mark = (name: string, hoursAgo: number) => kit.sql`
      insert into reading.mark (person_id, item_id, is_read, marked_at)
      values (${person}, ${ids.get(name) ?? ""}, true, now() - ${`${hoursAgo} hours`}::interval)`
    await mark("f4", 1)
    await mark("f2", 20)
    expect(await around("w3", list(person))).toEqual(["w1", "w5"])
    await mark("w1", 1)
    expect(await around("w3", list(person))).toEqual(["w1", "w5"])
  })
})
