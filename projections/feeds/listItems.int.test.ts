import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type LibraryKit, makeLibraryKit, NOW_MS, type TestItem } from "#projections/testing"
import { type TestDatabase, testDatabase } from "#testing"
import { type GuestMarks, type ItemPage, type ListItems, listItems } from "./index.ts"

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
const at = (hoursAgo: number) => NOW_MS - hoursAgo * HOUR_MS
const list = (options: ListItems): Promise<ItemPage> => kit.run(listItems(options))
const names = (page: ItemPage) => page.items.map(({ title }) => title.replace("About ", ""))

/** A library per test: feeds of one host, fetched at once. */
const given = async (host: string, feeds: Readonly<Record<string, ReadonlyArray<TestItem>>>) => {
  const ids: Record<string, string> = {}
  for (const [name, published] of Object.entries(feeds))
    ids[name] = await kit.notify(`https://${name}.${host}.example/`, published)
  await kit.settle()
  return { ids, all: Object.values(ids) }
}

describe("a list of items", () => {
  it("[S7-108] is the same for a person who follows thousands of feeds, page by page", async () => {
    const hours = Array.from({ length: 9 }, (_, index) => index)
    const { all } = await given("many", {
      a: hours.map((hour) => ({ name: `a${hour}`, atMs: at(2 * hour) })),
      b: hours.map((hour) => ({ name: `b${hour}`, atMs: at(2 * hour + 1) })),
    })
    const others = Array.from({ length: 1_000 }, (_, index) => `other${String(index).padStart(15, "0")}`)
    const pages = async (feedIds: ReadonlyArray<string>) => {
      const first = await list({ feedIds, pageSize: 10, counted: all })
      const second = await list({ feedIds, pageSize: 10, cursor: first.next ?? undefined })
      return [names(first), names(second), second.next]
    }
    expect(await pages([...all, ...others])).toEqual(await pages(all))
    expect((await pages(all)).flat()).toHaveLength(19)
  })

  it("leaves out muted items, of one feed or of all, and still fills its pages", async () => {
    const { all, ids } = await given("muted", {
      a: ["rain", "sun", "snow", "wind"].map((name, hour) => ({ name, atMs: at(hour) })),
      b: ["rain two", "fog"].map((name, hour) => ({ name, atMs: at(hour + 0.5) })),
    })
    const muting = async (feedId: string | null, ...words: ReadonlyArray<string>) => {
      const page = await list({ feedIds: all, muted: [{ feedId, words }], pageSize: 3 })
      return [...names(page), page.next === null]
    }
    expect(await muting(null, "rain")).toEqual(["sun", "fog", "snow", false])
    expect(await muting(ids["a"] ?? "", "rain", "sun")).toEqual(["rain two", "fog", "snow", false])
    expect(await muting(ids["b"] ?? "", "%", "_")).toEqual(["rain", "rain two", "sun", false])
    expect(await muting(null, "about")).toEqual([true])
  })

  it("[S3-007] starts with the newest item of any feed, with the fields that lists show", async () => {
    const { all, ids } = await given("order", {
      a: [
        { name: "a1", atMs: at(5) },
        { name: "a2", atMs: at(1) },
      ],
      b: [
        { name: "b1", atMs: at(3) },
        { name: "b2", atMs: at(900) },
      ],
    })
    const page = await list({ feedIds: all })
    expect(names(page)).toEqual(["a2", "b1", "a1", "b2"])
    expect(page.next).toBeNull()
    expect(page.items[1]).toMatchObject({
      feedId: ids["b"],
      feedTitle: "b.order.example",
      source: "RSS",
      summary: "In short: b1",
      link: `https://pages.example/${ids["b"]}/b1`,
      updatedMs: at(3),
      language: "en",
      alsoIn: [],
    })
    expect(await list({ feedIds: [] })).toEqual({ items: [], next: null, counts: [], asOf: 0 })
    expect(names(await list({ feedIds: [ids["b"] ?? "", ids["b"] ?? "", "unknown"] }))).toEqual(["b1", "b2"])
  })

  it("shows a page that several feeds carry once, from the first feed that had it, and names the others", async () => {
    const story = "https://www.paper.example/story?utm_source=rss"
    const { all, ids } = await given("merged", {
      first: [
        { name: "story", atMs: at(5), page: story },
        { name: "own", atMs: at(4) },
      ],
      second: [{ name: "copy", atMs: at(2), page: "http://paper.example/story/" }],
      third: [{ name: "third", atMs: at(1), page: `${story}#part` }],
    })
    const page = await list({ feedIds: all })
    expect(names(page)).toEqual(["own", "story"])
    expect(page.items[1]?.alsoIn.map(({ feedId }) => feedId)).toEqual([ids["second"], ids["third"]])
    expect(names(await list({ feedIds: [ids["second"] ?? "", ids["third"] ?? ""] }))).toEqual(["copy"])
    expect((await list({ feedIds: [ids["third"] ?? ""] })).items[0]?.alsoIn).toEqual([])
  })

  it("keeps items apart that only link to the same front page", async () => {
    const front = { page: "https://front.example/", ownPage: false }
    const { all } = await given("front", {
      a: [
        { name: "a1", atMs: at(3), ...front },
        { name: "a2", atMs: at(2), ...front },
      ],
      b: [
        { name: "b1", atMs: at(1), ...front },
        { name: "b2", atMs: at(0.5), page: null },
      ],
    })
    expect(names(await list({ feedIds: all }))).toEqual(["b2", "b1", "a2", "a1"])
  })

  it("never merges two items of the same feed", async () => {
    const today = { page: "https://daily.example/today" }
    const { all } = await given("daily", {
      a: [
        { name: "mon", atMs: at(48), ...today },
        { name: "tue", atMs: at(24), ...today },
      ],
    })
    expect(names(await list({ feedIds: all }))).toEqual(["tue", "mon"])
  })

  it("accepts addresses of any length", async () => {
    const page = `https://long.example/${Array.from({ length: 900 }, (_, index) => (index * 7919).toString(36)).join("/")}`
    const { all } = await given("long", {
      a: [{ name: "a", atMs: at(3), page }],
      b: [{ name: "b", atMs: at(2), page }],
    })
    expect(names(await list({ feedIds: all }))).toEqual(["a"])
  })

  it("is complete however unevenly feeds publish, and however many of a feed's items are copies", async () => {
    const many = (name: string, count: number, hours: (index: number) => number, page?: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => ({
        name: `${name}${index}`,
        atMs: at(hours(index)),
        ...(page === undefined ? {} : { page: page(index) }),
      }))
    const shared = (index: number) => `https://uneven.example/${index}`
    const slow = Object.fromEntries(
      Array.from({ length: 9 }, (_, feed) => [`slow${feed}`, many(`s${feed}-`, 3, (index) => 24 * (index + 1) + feed)]),
    )
    const { all } = await given("uneven", {
      ...slow,
      torrent: many("t", 120, (index) => index / 10),
      // All its recent items were in the original feed before.
      original: many("o", 90, (index) => 2_000 + index, shared),
      copy: [...many("c", 90, (index) => index / 10, shared), ...many("own", 30, (index) => 20 + index)],
    })
    const expected = (await list({ feedIds: all, pageSize: 1_000 })).items.map(({ itemId }) => itemId)
    expect(expected).toHaveLength(27 + 120 + 90 + 30)
    const read: Array<string> = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: ItemPage = await list({ feedIds: all, cursor })
      read.push(...page.items.map(({ itemId }) => itemId))
      cursor = page.next
    }
    expect(read).toEqual(expected)
    const offset = await list({ feedIds: all, offset: 140 })
    expect(offset.items.map(({ itemId }) => itemId)).toEqual(expected.slice(140, 190))
  })

  it("finds the items of a rare source in a large library", async () => {
    const rare = await kit.notify("https://rare.sources.example/", [{ name: "rare", atMs: at(900) }], {
      about: { source: "Bitchute" },
    })
    await kit.settle()
    const page = await list({ feedIds: null, sources: ["Bitchute"] })
    expect(page.items.map(({ feedId }) => feedId)).toEqual([rare])
    expect((await list({ feedIds: null, sources: ["Rumble"] })).items).toEqual([])
  })

  it("filters by time span: from inclusive, before exclusive", async () => {
    const { all } = await given("span", { a: [1, 2, 3, 4].map((hour) => ({ name: `${hour}`, atMs: at(hour) })) })
    const span = (fromMs?: number, beforeMs?: number) => list({ feedIds: all, fromMs, beforeMs }).then(names)
    expect(await span(at(3))).toEqual(["1", "2", "3"])
    expect(await span(undefined, at(3))).toEqual(["4"])
    expect(await span(at(3), at(1))).toEqual(["2", "3"])
    expect(await span(at(0))).toEqual([])
  })

  it("filters by sources, without losing an item whose copy comes from another source", async () => {
    const page = "https://both.example/clip"
    const rss = await kit.notify("https://rss.sources.example/", [{ name: "post", atMs: at(5), page }])
    const tube = await kit.notify(
      "https://tube.sources.example/",
      [
        { name: "clip", atMs: at(4), page },
        { name: "film", atMs: at(3) },
      ],
      {
        about: { source: "YouTube" },
      },
    )
    await kit.settle()
    const of = (sources: ListItems["sources"]) => list({ feedIds: [rss, tube], sources }).then(names)
    expect(await of(undefined)).toEqual(["film", "post"])
    expect(await of([])).toEqual(["film", "post"])
    expect(await of(["YouTube"])).toEqual(["film", "clip"])
    expect(await of(["RSS"])).toEqual(["post"])
    expect(await of(["Podcast"])).toEqual([])
  })

  it("filters by the language of the item, otherwise that of its feed", async () => {
    const mixed = await kit.notify(
      "https://mixed.languages.example/",
      [
        { name: "de", atMs: at(5) },
        { name: "fr", atMs: at(4), language: "fr-CA" },
      ],
      { about: { language: "de-AT" } },
    )
    await kit.settle()
    expect(names(await list({ feedIds: [mixed], languages: ["de"] }))).toEqual(["de"])
    expect(names(await list({ feedIds: [mixed], languages: ["fr"] }))).toEqual(["fr"])
    expect(names(await list({ feedIds: [mixed], languages: ["en"] }))).toEqual([])
    const silent = await kit.notify("https://silent.languages.example/", [{ name: "unknown", atMs: at(3) }], {
      about: { language: null },
    })
    await kit.settle()
    expect(names(await list({ feedIds: [mixed, silent], languages: ["de", ""] }))).toEqual(["unknown", "de"])
    expect(names(await list({ feedIds: [mixed, silent], languages: ["de"] }))).toEqual(["de"])
  })

  it("counts the items of feeds in the same time span, whatever the other filters", async () => {
    const { all, ids } = await given("counted", {
      a: [1, 2, 3].map((hour) => ({ name: `a${hour}`, atMs: at(hour) })),
      b: [{ name: "b", atMs: at(9) }],
      none: [],
    })
    const counted = async (options: Omit<ListItems, "counted">) =>
      new Map((await list({ ...options, counted: [...all, "unknown"] })).counts.map((each) => [each.feedId, each]))
    const whole = new Map(
      Object.entries({ a: 3, b: 1, none: 0 }).map(([name, count]) => {
        const feedId = ids[name] ?? ""
        return [feedId, { feedId, source: "RSS", title: `${name}.counted.example`, count, isMore: false }]
      }),
    )
    expect(await counted({ feedIds: all })).toEqual(whole)
    expect(await counted({ feedIds: [] })).toEqual(whole)
    expect(await counted({ feedIds: [ids["b"] ?? ""], sources: ["YouTube"], languages: ["xx"] })).toEqual(whole)
    const inTime = await counted({ feedIds: all, fromMs: at(9), beforeMs: at(2) })
    expect(Array.from(inTime.values(), ({ count }) => count).toSorted()).toEqual([0, 1, 1])
    expect((await list({ feedIds: all })).counts).toEqual([])
  })

  it("shows and counts what a guest has not read, by single marks, read positions and age", async () => {
    const { all, ids } = await given("guest", {
      a: [1, 2, 3].map((hour) => ({ name: `a${hour}`, atMs: at(hour) })),
      b: [{ name: "b", atMs: at(4) }],
    })
    // Items older than 90 days count as read: by the database clock this applies to the items of this file.
    await kit.sql`update read.item set sort_at = now() - (row_number * interval '1 hour') from (
      select item_id as id, row_number() over (order by title) from read.item where feed_id = any(${all})) r where id = item_id`
    const { items, asOf } = await list({ feedIds: all })
    const [first, second] = items.map(({ itemId }) => itemId)
    const shown = async (marks: Partial<GuestMarks>) => {
      const reader = { read: [], unread: [], horizons: new Map(), ...marks }
      const page = await list({ feedIds: all, reader, unreadOnly: true, counted: all })
      const { count } = page.counts.find(({ feedId }) => feedId === ids["a"]) ?? {}
      return { names: names(page), count }
    }
    expect(await shown({})).toEqual({ names: ["a1", "a2", "a3", "b"], count: 3 })
    expect(await shown({ read: [first?.slice(0, 8) ?? ""] })).toEqual({ names: ["a2", "a3", "b"], count: 2 })
    const horizons = new Map([[ids["a"] ?? "", asOf]])
    expect(await shown({ horizons })).toEqual({ names: ["b"], count: 0 })
    expect(await shown({ horizons, unread: [second ?? ""] })).toEqual({ names: ["a2", "b"], count: 1 })
  })

  it("gives the same result for the whole library as for all its feeds", async () => {
    const { all } = await given("whole", {
      a: [{ name: "w1", atMs: at(0.2), language: "mk" }],
      b: [{ name: "w2", atMs: at(0.1), language: "mk" }],
    })
    const options = { languages: ["mk"], fromMs: at(1) }
    expect(names(await list({ feedIds: null, ...options }))).toEqual(["w2", "w1"])
    expect(await list({ feedIds: null, ...options })).toEqual(await list({ feedIds: all, ...options }))
  })

  it("counts pages for clients that do", async () => {
    const { all } = await given("offset", {
      a: [1, 2, 3].map((hour) => ({ name: `a${hour}`, atMs: at(hour) })),
      b: [1.5, 2.5].map((hour) => ({ name: `b${hour}`, atMs: at(hour) })),
    })
    const page = (offset: number) =>
      list({ feedIds: all, pageSize: 2, offset }).then((found) => [names(found), found.next !== null])
    expect(await page(0)).toEqual([["a1", "b1.5"], true])
    expect(await page(2)).toEqual([["a2", "b2.5"], true])
    expect(await page(4)).toEqual([["a3"], false])
    expect(await page(6)).toEqual([[], false])
  })

  it("keeps the position of an edited item", async () => {
    const { all } = await given("edited", {
      a: [
        { name: "old", atMs: at(9) },
        { name: "new", atMs: at(1) },
      ],
    })
    await kit.notify("https://a.edited.example/", [{ name: "old", atMs: at(0), words: "old, edited" }])
    await kit.settle()
    expect(names(await list({ feedIds: all }))).toEqual(["new", "old, edited"])
  })

  it.each(["", "nonsense", "1.2.3", "-1.00000000000000000000.0", `9${"9".repeat(30)}.${"0".repeat(20)}.1`])(
    "starts from the beginning if the cursor is invalid: %s",
    async (cursor) => {
      const { all } = await given("cursor", { a: [{ name: "a", atMs: at(1) }] })
      expect((await list({ feedIds: all, cursor })).items.length).toBeLessThanOrEqual(1)
    },
  )
})

describe("pages of a list", () => {
  /**
   * The initial items of the feeds, and those that arrive after each page: some older than the items already read, some
   * newer.
   */
  const published = fc.record({
    feed: fc.integer({ min: 0, max: 3 }),
    hoursAgo: fc.integer({ min: 0, max: 20 }),
    /** Pages 0 to 5 are shared by feeds; every other page belongs to one item. */
    page: fc.integer({ min: 0, max: 15 }),
  })
  const library = fc.record({
    first: fc.array(published, { minLength: 1, maxLength: 24 }),
    arriving: fc.array(fc.array(published, { maxLength: 6 }), { maxLength: 6 }),
    pageSize: fc.integer({ min: 2, max: 9 }),
    whole: fc.boolean(),
  })

  it("neither skip nor repeat an entry while new items arrive", async () => {
    let runs = 0
    await fc.assert(
      fc.asyncProperty(library, async ({ first, arriving, pageSize, whole }) => {
        const host = `run${runs++}`
        let count = 0
        const held = new Map<string, Array<TestItem>>()
        const bring = async (items: typeof first) => {
          const urls = new Set<string>()
          for (const { feed, hoursAgo, page } of items) {
            const url = `https://f${feed}.${host}.example/`
            const name = `${count++}`
            const shared = page < 6 ? { page: `https://shared.example/${host}/${page}` } : {}
            held.set(url, [...(held.get(url) ?? []), { name, atMs: at(hoursAgo), ...shared }])
            urls.add(url)
          }
          // The library has other items too; a language that only this run uses selects its own.
          const ids = []
          for (const url of urls)
            ids.push(await kit.notify(url, held.get(url) ?? [], { about: { language: `x-${host}` } }))
          await kit.settle()
          return ids
        }
        const ids = new Set(await bring(first))
        const options = () => (whole ? { feedIds: null, fromMs: at(21) } : { feedIds: [...ids] })
        const mine = (page: ItemPage) => page.items.filter(({ feedTitle }) => feedTitle.endsWith(`.${host}.example`))
        const atOnce = mine(await list({ ...options(), pageSize: 1_000 })).map(({ itemId }) => itemId)
        const read: Array<string> = []
        let page = await list({ ...options(), pageSize })
        for (let next = 0; ; next++) {
          read.push(...mine(page).map(({ itemId }) => itemId))
          if (page.next === null) break
          for (const id of await bring(arriving[next] ?? [])) ids.add(id)
          page = await list({ ...options(), pageSize, cursor: page.next })
        }
        expect(read).toEqual(atOnce)
      }),
      { numRuns: 20 },
    )
    // Later runs page through the items of the earlier ones too.
  }, 120_000)
})
