import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { itemIdOf } from "#core/feeds"
import { type LibraryKit, makeLibraryKit, NOW_MS, type TestItem } from "#projections/testing"
import { type TestDatabase, testDatabase } from "#testing"
import { type FoundItem, type SearchQuery, search, searchBySource, searchFeeds, suggest } from "./index.ts"

const HOUR_MS = 3_600_000
const at = (hoursAgo: number) => NOW_MS - hoursAgo * HOUR_MS

let db: TestDatabase
let kit: LibraryKit
let ids: Readonly<Record<"en" | "de" | "fr" | "sv" | "zh" | "ja" | "ru" | "video", string>>

const published = (name: string, hoursAgo: number, rest: Partial<TestItem> = {}): TestItem => ({
  name,
  atMs: at(hoursAgo),
  ...rest,
})

beforeAll(async () => {
  db = await testDatabase()
  kit = await makeLibraryKit(db.url)
  const story = "https://story.example/ferry"
  const en = await kit.notify(
    "https://harbour.example/feed",
    [
      published("ferries", 1, { words: "the ferries are running late", page: story, tags: ["Transport", "#Deep Sea"] }),
      published("runner", 5, { words: "a runner rests" }),
      published("news", 2, {
        words: "news of the day",
        html: "<p>Old boats. <b>Running water</b> in a C++ program at www.docs.example.org/x</p>",
      }),
      published("quote", 3, {
        words: "it's raining — cats &amp; dogs",
        summary: "Cats and dogs, raining since Monday #Weather",
        author: "Mara Lind",
      }),
      published("long", 30, {
        words: "archive",
        html: `<p>${"filler words here. ".repeat(60)} a lonely lighthouse stands ${"more filler. ".repeat(60)}</p>`,
      }),
    ],
    {
      about: { title: "Harbour Letter", language: "en-GB", description: "Notes from the quay", categories: ["Boats"] },
    },
  )
  const de = await kit.notify(
    "https://nord.example/feed",
    [
      published("haeuser", 4, { words: "Die Häuser von München, die Straße" }),
      published("die", 6, { words: "die Fähren fahren spät", page: story }),
    ],
    { about: { title: "Nordwind", language: "de" } },
  )
  const fr = await kit.notify(
    "https://lutece.example/feed",
    [published("pari", 7, { words: "un pari sur l’économie" })],
    {
      about: { title: "Lutèce", language: "fr" },
    },
  )
  const sv = await kit.notify("https://malmo.example/feed", [published("for", 8, { words: "båtarna för Malmö" })], {
    about: { language: "sv" },
  })
  const zh = await kit.notify(
    "https://he.example/feed",
    [published("jingji", 9, { words: "繁體中文的經濟新聞，臺北書店" })],
    {
      about: { title: "河岸周刊", language: "zh-Hant" },
    },
  )
  const ja = await kit.notify(
    "https://yoru.example/feed",
    [published("keizai", 10, { words: "日本の経済ニュースと東京タワー、ｶﾞｲﾄﾞ" })],
    { about: { language: "ja" } },
  )
  const ru = await kit.notify("https://mir.example/feed", [published("iphone", 11, { words: "новый iPhone и ёлка" })], {
    about: { language: "ru" },
  })
  const video = await kit.notify(
    "https://tube.example/feed",
    [published("film", 12, { words: "the ferries on film" })],
    {
      about: { source: "YouTube", title: "Tube" },
    },
  )
  ids = { en, de, fr, sv, zh, ja, ru, video }
  await kit.settle()
})
afterAll(async () => {
  await kit.close()
  await db.drop()
})

const page = (query: string, rest: Partial<SearchQuery> = {}) => kit.run(search({ query, ...rest }))
/** The names of the items that were found. */
const names = async (query: string, rest: Partial<SearchQuery> = {}) => {
  const all = [
    "ferries",
    "runner",
    "news",
    "quote",
    "long",
    "haeuser",
    "die",
    "pari",
    "for",
    "jingji",
    "keizai",
    "iphone",
    "film",
  ]
  const byId = new Map(
    Object.values(ids).flatMap((feedId) =>
      all.map((name) => [itemIdOf(feedId as never, `guid:${name}`), name] as const),
    ),
  )
  return (await page(query, rest)).items.map(({ itemId }) => byId.get(itemId as never))
}
const marked = ({ title, titleMarks }: FoundItem) => titleMarks.map(([from, to]) => title.slice(from, to))

describe("words", () => {
  it.each([
    ["running ferry", ["ferries"]],
    ["RUN", ["ferries", "news"]],
    ["häuser", ["haeuser"]],
    ["Haus Muenchen strasse", ["haeuser"]],
    ["economies", ["pari"]],
    ["économies", ["pari"]],
    // "pari" is the English stem of Paris and a French word for bet; the search does not confuse them.
    ["paris", []],
    ["for Malmö", ["for"]],
    ["båt", ["for"]],
    ["经济", ["jingji", "keizai"]],
    ["経済ニュース", ["keizai"]],
    ["台北书店", ["jingji"]],
    ["ガイド", ["keizai"]],
    ["京タ", ["keizai"]],
    ["河", []],
    ["新", ["jingji"]],
    ["Iphone новая", ["iphone"]],
    ["елка", ["iphone"]],
    ["C++", ["news"]],
    ["example.org", ["news"]],
    ["#weather", ["quote"]],
    ["Mara", ["quote"]],
    ["weather -cats", []],
    ["ferries -film", ["ferries"]],
    ['"late ferries"', []],
    ['"ferries running"', []],
    ['"running late"', ["ferries"]],
    ["site:story.example", ["ferries"]],
    ["lang:sv", ["for"]],
    ["lang:de lang:fr", ["haeuser", "die", "pari"]],
    ['tag:"deep sea"', ["ferries"]],
    ["harbour runner", ["runner"]],
    ["lighthouse", ["long"]],
  ] as const)("%s", async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  it("[S5-021] requires three bytes of UTF-8, so one Chinese character is enough", async () => {
    expect(await page("of")).toEqual({ items: [], found: { count: 0, isMore: false }, next: null, isTooShort: true })
    expect((await page("新")).isTooShort).toBe(false)
    expect((await page("  ab  ")).isTooShort).toBe(true)
    expect((await page("", { tag: "transport" })).items).toHaveLength(1)
  })

  it("accepts anything that can be typed", async () => {
    for (const typed of [
      "'",
      "\\'",
      "& | !",
      "<->",
      ":*",
      '"""',
      "tag:",
      "-",
      "!!! ???",
      "lang:zz x",
      "a:b:c",
      "\u0000\ud800",
      "(((",
      "'; drop table x",
    ]) {
      expect(await page(typed)).toMatchObject({ items: [] })
    }
  })
})

describe("search results", () => {
  it("highlight matches in title and text, with the words of the text", async () => {
    const [ferry] = (await page("running FERRY -film")).items as [FoundItem]
    expect(marked(ferry)).toEqual(["ferries", "running"])
    expect(ferry.snippet?.marks.map(([from, to]) => ferry.snippet?.text.slice(from, to))).toEqual([
      "ferries",
      "running",
    ])
    const [guide] = (await page("ガイド")).items as [FoundItem]
    expect(marked(guide)).toEqual(["ｶﾞｲﾄﾞ"])
    const [books] = (await page("台北书店")).items as [FoundItem]
    expect(marked(books)).toEqual(["臺北書店"])
  })

  it("show the matching part of the body if summary and title do not match", async () => {
    const [long] = (await page("lonely lighthouse")).items as [FoundItem]
    const { text = "", marks = [] } = long.snippet ?? {}
    expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(["lonely", "lighthouse"])
    expect(text).toMatch(/^….* a lonely lighthouse stands .*…$/)
    expect(text.length).toBeLessThan(260)
    const [news] = (await page("boats running")).items as [FoundItem]
    expect(news.snippet?.text).toBe("Old boats. Running water in a C++ program at www.docs.example.org/x")
  })

  it("show copies of one page once, the first in the requested order", async () => {
    expect(await names("lang:en ferries lang:de")).toEqual(["ferries", "film"])
    const [one] = (await page("site:story.example")).items as [FoundItem]
    expect(one.alsoIn.map(({ feedId }) => feedId)).toEqual([ids.de])
    // A copy that the search does not find hides nothing.
    expect(await names("site:story.example lang:de")).toEqual(["die"])
    expect(await names("fähren")).toEqual(["die"])
  })
})

describe("order and filters", () => {
  it("filters by language, source, time, tag and feed", async () => {
    expect(await names("ferries", { sources: ["YouTube"] })).toEqual(["film"])
    expect(await names("economies", { languages: ["en"] })).toEqual([])
    expect(await names("经济", { languages: ["ja", "zh"] })).toEqual(["jingji", "keizai"])
    expect(await names("ferries", { time: { beforeMs: at(2) } })).toEqual(["film"])
    expect(await names("ferries", { time: { fromMs: at(2) } })).toEqual(["ferries"])
    expect(await names("about", { tag: "TRANSPORT" })).toEqual(["ferries"])
    expect(await names("ferries", { feedIds: [ids.video] })).toEqual(["film"])
    expect(await names("-ferries", { feedIds: [ids.en] })).toEqual(["news", "quote", "runner", "long"])
  })

  it("puts the best matches first if requested: titles before texts", async () => {
    expect(await names("running", { sort: "newest" })).toEqual(["ferries", "news"])
    expect(await names("news", { sort: "best" })).toEqual(["news"])
    expect(await names("raining cats", { sort: "best" })).toEqual(["quote"])
  })

  it.each(["newest", "best"] as const)("pages by %s without gaps or repeats while items arrive", async (sort) => {
    const feed = `https://pager-${sort}.example/feed`
    const word = `pager${sort}`
    const told100 = Array.from({ length: 43 }, (_, n) =>
      published(`p${n}`, 20 + n, {
        words: n % 3 === 0 ? word : `${word} ${n}`,
        html: `<p>${word.concat(" ").repeat(n % 7)}</p>`,
      }),
    )
    await kit.notify(feed, told100)
    await kit.settle()
    const whole = await page(word, { sort, pageSize: 50 })
    expect(whole).toMatchObject({ found: { count: 43, isMore: false }, next: null })
    const seen: Array<string> = []
    for (let cursor: string | undefined, turn = 0; turn === 0 || cursor !== undefined; turn += 1) {
      const { items, next, found } = await page(word, { sort, pageSize: 10, cursor })
      expect(found.count).toBe(43)
      seen.push(...items.map(({ itemId }) => itemId))
      cursor = next ?? undefined
      await kit.notify(`${feed}/${turn}`, [published(`late${turn}`, 0, { words: word })])
      await kit.settle()
    }
    expect(seen).toEqual(whole.items.map(({ itemId }) => itemId))
    expect((await page(word, { sort, cursor: "nonsense" })).items).not.toHaveLength(0)
  })

  it("counts by source, whatever sources are selected", async () => {
    expect((await kit.run(searchBySource({ query: "ferries", sources: ["RSS"] }))).sources).toEqual([
      { source: "RSS", count: 1, isMore: false },
      { source: "YouTube", count: 1, isMore: false },
    ])
    expect((await kit.run(searchBySource({ query: "" }))).sources).toEqual([])
  })

  it("finds an edited item only by its new words, at the same position", async () => {
    await kit.notify("https://edit.example/feed", [published("a", 100, { words: "zeppelin" })])
    await kit.settle()
    await kit.notify("https://edit.example/feed", [published("a", 100, { words: "balloon" })], {
      nowMs: NOW_MS + HOUR_MS,
    })
    await kit.settle()
    expect((await page("zeppelin")).items).toEqual([])
    expect((await page("balloon")).items).toMatchObject([{ updatedMs: at(100) }])
  })
})

describe("feeds", () => {
  const feeds = async (query: string) => (await kit.run(searchFeeds({ query, pageSize: 5 }))).feeds

  it("are found by the typed beginnings of words in title, host, tags and description", async () => {
    for (const query of ["harb", "letter harbour", "HARBOUR.exam", "boat", "quays"]) {
      expect((await feeds(query)).map(({ title }) => title)).toEqual(["Harbour Letter"])
    }
    expect((await feeds("周刊")).map(({ title }) => title)).toEqual(["河岸周刊"])
    expect((await feeds("lutece")).map(({ title }) => title)).toEqual(["Lutèce"])
    expect(await feeds("nowhere")).toEqual([])
    expect((await kit.run(searchFeeds({ query: "", sources: ["YouTube"] }))).feeds.map(({ title }) => title)).toEqual([
      "Tube",
    ])
  })

  it("are suggested while typing, together with operators", async () => {
    expect(await kit.run(suggest("harb"))).toMatchObject({
      feeds: [{ title: "Harbour Letter", titleMarks: [[0, 7]] }],
      texts: [],
    })
    expect(await kit.run(suggest("boats la"))).toMatchObject({ texts: [{ text: "boats lang:", marks: [[8, 11]] }] })
    expect((await kit.run(suggest("lang:e"))).texts.map(({ text }) => text)).toEqual(["lang:en", "lang:es"])
    expect(await kit.run(suggest(""))).toEqual({ feeds: [], hasMore: false, texts: [] })
  })
})

describe("the word index", () => {
  it("stores words in exactly the form in which the database returns them", async () => {
    const rows = await kit.sql<Array<{ words: string; again: string }>>`
      select words::text, words::text::tsvector::text as again from read.search_item`
    expect(rows.length).toBeGreaterThan(13)
    for (const { words, again } of rows) expect(again).toBe(words)
  })
})
