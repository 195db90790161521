import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { labelOf, readSearch } from "#core/library"
import { digest, findLive, rebuild } from "#projections/runner"
import { type LibraryKit, makeLibraryKit, NOW_MS, type TestItem } from "#projections/testing"
import { type TestDatabase, testDatabase } from "#testing"
import { type SearchQuery, search, searchables, searchBySource } from "../index.ts"
import { Frequencies } from "./postgres/Frequencies.ts"
import { findItems } from "./postgres/findItems.ts"
import type { PageQuery } from "./SearchIndex.ts"

const ITEMS = 1_300
const LANGUAGES = ["en", "de", "ja"] as const
const MINUTE_MS = 60_000

let db: TestDatabase
let kit: LibraryKit

/** Every item contains `orbit`, every tenth `comet`, and every hundredth both as a phrase. */
const published = (n: number): TestItem => ({
  name: `n${n}`,
  atMs: NOW_MS - n * MINUTE_MS,
  words: `orbit ${n % 100 === 0 ? "comet" : "path"} ${n}`,
  html: `<p>${n % 10 === 0 ? "comet far from any other word" : "nothing"} 彗星${n % 2 === 0 ? "軌道" : "観測"}</p>`,
  tags: n % 4 === 0 ? ["Space"] : [],
})

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeLibraryKit(db.url)
  for (const [at, language] of LANGUAGES.entries()) {
    const items = Array.from({ length: ITEMS }, (_, n) => n).filter((n) => n % LANGUAGES.length === at)
    await kit.notify(`https://many-${language}.example/feed`, items.map(published), {
      about: { language, source: at === 0 ? "Podcast" : "RSS" },
    })
  }
  await kit.settle()
})
afterAll(async () => {
  await kit.close()
  await db.drop()
})

const page = (query: string, rest: Partial<SearchQuery> = {}) => kit.run(search({ query, ...rest }))

describe("a search with many matches", () => {
  it("is counted up to a thousand, and reports if there are more", async () => {
    expect((await page("orbit")).found).toEqual({ count: 1_000, isMore: true })
    expect((await page("orbit", { sources: ["Podcast"] })).found).toEqual({ count: 434, isMore: false })
    expect((await page("orbit", { languages: ["ja"], tag: "space" })).found).toEqual({ count: 108, isMore: false })
    expect((await page("comet")).found).toEqual({ count: 130, isMore: false })
    expect((await page('"orbit comet"')).found).toEqual({ count: 13, isMore: false })
    expect((await page("彗星", { time: { fromMs: NOW_MS - 99 * MINUTE_MS } })).found).toEqual({
      count: 100,
      isMore: false,
    })
  })

  it("is counted by source in the same way", async () => {
    expect((await kit.run(searchBySource({ query: "orbit" }))).sources).toEqual([
      { source: "RSS", count: 866, isMore: false },
      { source: "Podcast", count: 434, isMore: false },
    ])
  })

  it("can be paged to its end, with each item once", async () => {
    const seen: Array<string> = []
    for (let cursor: string | undefined, turn = 0; turn === 0 || cursor !== undefined; turn += 1) {
      const { items, next } = await page("comet", { pageSize: 50, cursor })
      seen.push(...items.map(({ itemId }) => itemId))
      cursor = next ?? undefined
    }
    expect(new Set(seen).size).toBe(130)
    expect(seen).toHaveLength(130)
  })

  it("is ordered by the weight of the matching part, then by age", async () => {
    const { items } = await page("comet", { sort: "best", pageSize: 20 })
    expect(items.slice(0, 13).every(({ title }) => title.includes("comet"))).toBe(true)
    expect(items.slice(13).some(({ title }) => title.includes("comet"))).toBe(false)
    const times = items.slice(13).map(({ updatedMs }) => updatedMs)
    expect(times).toEqual(times.toSorted((one, other) => other - one))
  })
})

describe("with either query plan", () => {
  const rareAndCommon = (term: string) => [
    new Frequencies(1_000_000, new Map([[term, 0.000_01]])),
    new Frequencies(1_000_000, new Map([[term, 0.9]])),
  ]
  it.each([
    ["orbit", "orbit/en", {}],
    ["comet", "comet/en", { fromMs: NOW_MS - 600 * MINUTE_MS, beforeMs: NOW_MS - 50 * MINUTE_MS }],
    ['"orbit comet"', "comet/en", {}],
    ["彗星軌道", "彗星", {}],
    ["orbit -comet tag:space", "orbit/en", { sources: ["Podcast"] }],
    ["lang:de orbit", labelOf.language("de"), {}],
  ] as const)("%s finds the same items", async (typed, term, narrowed) => {
    const requested: PageQuery = {
      search: readSearch(typed),
      feedIds: null,
      itemIds: null,
      sources: [],
      sort: "newest",
      after: null,
      limit: 100,
      nowMs: NOW_MS,
      isCounted: false,
      ...narrowed,
    }
    const [rare, common] = await Promise.all(rareAndCommon(term).map((of) => findItems(kit.sql, of, requested)))
    expect(rare?.hits.length).toBeGreaterThan(5)
    expect(common?.hits).toEqual(rare?.hits)
  })
})

it("gives the same index when rebuilt from the log", async () => {
  const live = await findLive(kit.sql, searchables.name)
  const { build } = await rebuild(kit.sql, searchables, { decode: kit.decode })
  expect(await digest(kit.sql, searchables, build)).toEqual(await digest(kit.sql, searchables, live?.build ?? 0))
})
