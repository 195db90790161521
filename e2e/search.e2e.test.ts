import type { Browser, Page } from "playwright-core"
import postgres from "postgres"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import type { FollowableFeed } from "#contract/follows"
import {
  accessibilityProblems,
  launchBrowser,
  openPage,
  type PublishedItem,
  startLibrary,
  type TestLibrary,
  WIDTHS,
} from "./lib/index.ts"

/** Feeds of 300 items each, the maximum per document: together more than the search counts. */
const LANTERNS = ["LanternsA", "LanternsB", "LanternsC", "LanternsD"]
const ITEMS_A_FEED = 300
const HOUR_MS = 3_600_000

let library: TestLibrary
let browser: Browser
let harbour: FollowableFeed
let hafen: FollowableFeed

beforeAll(async () => {
  ;[library, browser] = await Promise.all([startLibrary(), launchBrowser()])
  harbour = await library.add("Harbour", [
    story("Ferries return to the river", 1),
    story("The ferry that never was", 2),
    story("A quiet week at the bridge", 3),
    story("Old ferry timetables", 24 * 40),
  ])
  hafen = await library.add("Hafenbrief", [
    story("Die Fähre fährt wieder, und der Fluss ist frei: ferry", 4),
    story("Die Nachtzüge nach Wien sind zurück", 5),
  ])
  await library.add("Riverside", [story("旧城墙下的独立书店迎来第十个冬天", 6), story("夜班火车回来了", 7)])
  for (const [at, name] of LANTERNS.entries()) {
    const first = at * ITEMS_A_FEED
    const items = Array.from({ length: ITEMS_A_FEED }, (_, index) =>
      story(`Lantern ${first + index}`, 8 + first + index),
    )
    await library.add(name, items)
  }
  await vi.waitFor(async () => expect((await markupOf("/searchcontents?kw=lantern")).includes("1,000+")).toBe(true), {
    timeout: 60_000,
    interval: 500,
  })
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

const story = (title: string, hoursAgo: number): PublishedItem => ({
  key: encodeURIComponent(title),
  title,
  published: new Date(Date.now() - hoursAgo * HOUR_MS),
})

/** The text of a page, fetched without a browser. */
const markupOf = async (path: string): Promise<string> => (await fetch(library.site.origin + path)).text()

type Options = Parameters<typeof openPage>[1] & { readonly lang?: string }

const open = async (path: string, { lang = "en", ...options }: Options = {}): Promise<Page> => {
  const { page } = await openPage(browser, { baseURL: library.site.origin, ...options })
  await page.context().addCookies([{ name: "quire_lang", value: lang, url: library.site.origin }])
  await page.addInitScript(() => localStorage.setItem("quire:welcome", '{"showedWelcome":true}'))
  await page.addInitScript(() => localStorage.setItem("quire:intro", '{"shown":5}'))
  await page.goto(path)
  return page
}
const titles = (page: Page): Promise<ReadonlyArray<string>> => page.locator("main article h3 > a").allTextContents()
const marks = (page: Page): Promise<ReadonlyArray<string>> => page.locator("main article h3 mark").allTextContents()
const box = (page: Page) => page.getByRole("combobox", { name: /Search Feeds/ })
const header = (page: Page) => page.locator("#search input")

describe("a misspelt search", () => {
  it("offers what was meant without scripts, for content and for feeds", async () => {
    const page = await open("/searchcontents?kw=Ferreis+river", { javaScriptEnabled: false, width: WIDTHS.phone })
    await page.getByRole("main").getByRole("link", { name: "Ferries river" }).click()
    expect(await titles(page)).toContain("Ferries return to the river")
    await page.goto("/newsfeeds/search?type=feed&kw=harbuor")
    await page.getByText("Did you mean:").waitFor()
    await page.getByRole("main").getByRole("link", { name: "harbour", exact: true }).click()
    await page.getByRole("main").getByRole("link", { name: "Harbour", exact: true }).first().waitFor()
  })
})

describe("search in four languages", () => {
  it.each([
    ["en", "ferries", "Search: ferries", "Ferries return to the river", "Newest"],
    ["de", "Nachtzug", "Suche: Nachtzug", "Die Nachtzüge nach Wien sind z…", "Neueste"],
    ["zh-Hans", "书店", "搜索：书店", "旧城墙下的独立书店迎来第十个冬天", "最新"],
    ["zh-Hant", "書店", "搜尋：書店", "旧城墙下的独立书店迎来第十个冬天", "最新"],
  ])(
    "[S2-032] [S6-002] finds other word forms for a guest who presses Enter in %s",
    async (lang, text, heading, found, newest) => {
      const page = await open("/faq", { lang, javaScriptEnabled: lang !== "de" })
      await header(page).fill(text)
      await header(page).press("Enter")
      await page.getByRole("heading", { level: 1, name: heading }).waitFor()
      await page.waitForLoadState()
      expect(new URL(page.url()).searchParams.get("kw")).toBe(text)
      expect(await titles(page)).toContain(found)
      expect((await marks(page)).length).toBeGreaterThan(0)
      expect(await page.locator("main [aria-current=true]", { hasText: newest }).count()).toBe(1)
    },
  )
})

describe("the search page", () => {
  it("[S2-032] [S2-094] filters by source, language and time, sorts, counts up to 1,000 and pages without scripts", async () => {
    const page = await open("/newsfeeds/search?kw=ferry", { javaScriptEnabled: false })
    await page.getByRole("heading", { name: "4 results" }).waitFor()
    const sources = page.getByRole("navigation", { name: "Sources" })
    expect((await sources.getByRole("link", { name: /RSS/ }).textContent())?.replace(/\s+/g, " ").trim()).toBe("RSS 4")
    await sources.getByRole("link", { name: /RSS/ }).click()
    await page.getByRole("navigation", { name: "Time" }).getByRole("link", { name: "7 Days" }).click()
    await page.waitForLoadState()
    expect(await titles(page)).toEqual([
      "Ferries return to the river",
      "The ferry that never was",
      "Die Fähre fährt wieder, und de…",
    ])
    await page.getByRole("navigation", { name: "Language" }).getByRole("link", { name: "Svenska" }).click()
    await page.getByText("No results with these filters.").waitFor()
    await page.getByRole("link", { name: "Clear filters" }).click()
    await page.waitForLoadState()
    expect(await titles(page)).toHaveLength(4)

    await page.goto('/newsfeeds/search?kw="ferry that" -timetables')
    expect(await titles(page)).toEqual(["The ferry that never was"])
    await page.goto("/newsfeeds/search?kw=ferry+river&sort=best")
    expect((await titles(page))[0]).toBe("Ferries return to the river")

    await page.goto("/newsfeeds/search?kw=lantern")
    await page.getByRole("heading", { name: "1,000+ results" }).waitFor()
    expect(
      await page
        .getByRole("region", { name: "Feeds / Channels" })
        .getByRole("link", { name: "LanternsA", exact: true })
        .count(),
    ).toBe(1)
    const first = await titles(page)
    await page.getByRole("link", { name: "More results" }).click()
    await page.waitForLoadState()
    const second = await titles(page)
    expect([...first, ...second]).toEqual(Array.from({ length: 40 }, (_, index) => `Lantern ${index}`))
    await page.getByRole("link", { name: "Back to the first results" }).click()
    await page.waitForLoadState()
    expect(await titles(page)).toEqual(first)
  })

  it("[S2-033] lists feeds and channels, all or by words, and links from results to previews and channels", async () => {
    const page = await open("/newsfeeds/search?type=feed")
    const rows = page.getByRole("region", { name: "Feeds / Channels" }).getByRole("listitem")
    expect(await rows.count()).toBe(7)
    await page.goto("/newsfeeds/search?kw=hafen&type=feed")
    expect(await rows.count()).toBe(1)
    expect(await rows.locator("a mark").allTextContents()).toEqual(["Hafenbrief"])
    await rows.getByRole("link", { name: "Hafenbrief" }).click()
    const drawer = page.getByRole("dialog", { name: "Hafenbrief" })
    await drawer.getByRole("link", { name: "Die Nachtzüge nach Wien sind zurück", exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get("feed")).toBe(hafen.feedId)
    await page.keyboard.press("Escape")
    await expect.poll(() => new URL(page.url()).searchParams.has("feed")).toBe(false)
    // The publisher has no name here.
    await rows.getByRole("link", { name: /^\d+ items?$/ }).click()
    await page.getByRole("heading", { level: 1, name: "Hafenbrief" }).waitFor()

    await page.goto("/newsfeeds/search?kw=fähre")
    await page.getByRole("article").getByRole("link", { name: "Hafenbrief" }).first().click()
    await drawer.getByRole("button", { name: "Follow Hafenbrief" }).click()
    await page.getByRole("button", { name: "Continue as a guest" }).click()
    await drawer.getByRole("button", { name: "unFollow Hafenbrief" }).waitFor()
    await page.keyboard.press("Escape")
    await drawer.waitFor({ state: "detached" })
    expect(new URL(page.url()).searchParams.get("kw")).toBe("fähre")
  })

  it("[S2-046] /searchcontents shows only content, by words or by tag, and explains how to begin", async () => {
    const page = await open("/searchcontents", { javaScriptEnabled: false })
    await page.getByRole("link", { name: '"night train"' }).waitFor()
    await page.getByRole("link", { name: "#NewsTicker" }).waitFor()
    await page.getByRole("main").getByRole("searchbox", { name: "Search content" }).fill("ab")
    await page.getByRole("main").getByRole("button", { name: "Search" }).click()
    await page.getByText("Please enter at least three letters. One Chinese character is enough.").waitFor()
    await page.getByRole("main").getByRole("searchbox").fill("fluss ferry")
    await page.getByRole("main").getByRole("searchbox").press("Enter")
    await page.getByRole("heading", { name: "1 result" }).waitFor()
    await page.waitForLoadState()
    expect(await titles(page)).toEqual(["Die Fähre fährt wieder, und de…"])
    expect(await page.getByRole("region", { name: "Feeds / Channels" }).count()).toBe(0)
    await page.goto("/searchcontents?tag=NewsTicker")
    await page.getByText("No Data", { exact: true }).waitFor()
  })

  it("[S8-009] shows no notice when a search fails, but says what to do", async () => {
    const sql = postgres(library.site.databaseUrl, { max: 1 })
    const page = await open("/newsfeeds/search?kw=ferry")
    // Repeated within a second, a search is shared, and fails at once nevertheless.
    for (let times = 0; times < 3; times += 1) expect((await page.request.get(page.url())).status()).toBe(200)
    try {
      await sql`alter view read.search_item rename to search_item_away`
      expect((await page.reload())?.status()).toBe(503)
      await page.getByText("The system is busy, please try again later").waitFor()
      await sql`alter view read.search_feed rename to search_feed_away`
      const refused = page.waitForResponse("**/api/Feed/SearchFeedsIndex")
      await header(page).pressSequentially(" harb")
      expect((await refused).status()).toBe(500)
      expect(await page.locator("#toasts .toast").count()).toBe(0)
    } finally {
      await sql`alter view if exists read.search_item_away rename to search_item`
      await sql`alter view if exists read.search_feed_away rename to search_feed`
      await sql.end()
    }
    await page.getByRole("link", { name: "Try again" }).click()
    await page.waitForLoadState()
    expect(await titles(page)).toHaveLength(4)
  })
})

describe("suggestions", () => {
  it("[S5-020] [S7-124] appear while typing, are selected by keyboard, cancel the previous request, and Enter still submits", async () => {
    const page = await open("/faq")
    const requested: Array<string> = []
    page.on("request", (request) => {
      if (request.url().endsWith("/SearchFeedsIndex")) requested.push(request.postDataJSON().keyword)
    })
    const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/SearchFeedsIndex"))
    await page.route("**/SearchFeedsIndex", () => {}, { times: 1 })
    await header(page).click()
    await box(page).waitFor()
    await page.keyboard.type("har")
    await expect.poll(() => requested).toEqual(["har"])
    await page.keyboard.type("b")
    await ended
    const options = page.getByRole("option")
    await options.filter({ hasText: "Harbour" }).waitFor()
    expect(requested).toEqual(["har", "harb"])
    expect(await box(page).getAttribute("aria-expanded")).toBe("true")
    expect(await page.getByRole("status").filter({ hasText: "1 suggestion" }).count()).toBe(1)
    await page.emulateMedia({ colorScheme: "dark" })
    expect(await accessibilityProblems(page)).toEqual([])

    await page.keyboard.press("ArrowDown")
    const active = await box(page).getAttribute("aria-activedescendant")
    expect(await page.locator(`#${active}`).getAttribute("aria-selected")).toBe("true")
    await page.keyboard.press("Escape")
    expect(await box(page).getAttribute("aria-expanded")).toBe("false")
    expect(await header(page).inputValue()).toBe("harb")
    // Typed at once: with pauses between the letters, the response to the last one would clear the selection.
    await page.keyboard.insertText("our la")
    await options.filter({ hasText: "harbour lang:" }).waitFor()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    expect(await header(page).inputValue()).toBe("harbour lang:")
    await page.keyboard.type("en")
    await page.keyboard.press("Enter")
    await page.waitForURL((url) => url.searchParams.get("kw") === "harbour lang:en")
  })

  it("link to a channel, on a phone too", async () => {
    const page = await open("/faq", { width: WIDTHS.phone })
    await page.getByRole("button", { name: "Search", exact: true }).first().click()
    await header(page).pressSequentially("hafen")
    await page.getByRole("option", { name: /Hafenbrief/ }).click()
    await page.getByRole("heading", { level: 1, name: "Hafenbrief" }).waitFor()
    expect(new URL(page.url()).searchParams.get("code")).toBe(hafen.code)
  })
})

describe("channels", () => {
  it("[S2-036] have a directory at the exact path, and no pages below it", async () => {
    const page = await open("/channel")
    await page.getByRole("heading", { level: 1, name: "Channels and feeds" }).waitFor()
    expect(
      await page
        .getByRole("listitem")
        .filter({ has: page.locator("form[data-feed]") })
        .count(),
    ).toBe(7)
    await page.getByRole("searchbox", { name: "Search feeds and channels" }).fill("hafen")
    await page.keyboard.press("Enter")
    await page.getByRole("region", { name: "Feeds / Channels" }).getByRole("link", { name: "Hafenbrief" }).waitFor()
    await page.goto("/channel/nothing")
    expect(new URL(page.url()).pathname).toBe("/")
  })

  it("[S2-037] [S2-093] [S3-009] have a page each with its own search, and tabs between them", async () => {
    const page = await open(`/channel/detail?code=${harbour.code.toLowerCase()}`, { javaScriptEnabled: false })
    await page.getByRole("heading", { level: 1, name: "Harbour" }).waitFor()
    for (const text of ["RSS", "4 items", "127.0.0.1", "The feed Harbour"])
      await page.getByRole("main").getByText(text, { exact: false }).first().waitFor()
    expect(await titles(page)).toHaveLength(4)
    await page.getByRole("navigation", { name: "Time" }).getByRole("link", { name: "7 Days" }).click()
    await page.waitForLoadState()
    expect(await titles(page)).toHaveLength(3)
    await page.getByRole("searchbox", { name: "Search this channel" }).fill("ferry")
    await page.keyboard.press("Enter")
    await page.getByText("Results in this channel: ferry").waitFor()
    await page.waitForLoadState()
    expect(await titles(page)).toEqual([
      "Ferries return to the river",
      "The ferry that never was",
      "Old ferry timetables",
    ])

    const tabs = page.getByRole("navigation", { name: "Channels" })
    expect(await tabs.locator("[aria-current=page]").allTextContents()).toEqual(["Harbour"])
    await tabs.getByRole("link", { name: "Hafenbrief" }).click()
    await page.getByRole("heading", { level: 1, name: "Hafenbrief" }).waitFor()
    await page.waitForLoadState()
    expect(await tabs.locator("[aria-current=page]").allTextContents()).toEqual(["Hafenbrief"])
    await page.goto("/channel/detail?code=QFNOTHING00")
    expect(new URL(page.url()).pathname).toBe("/")
    await page.getByText("Sorry, broken link").waitFor()
  })

  it("can be switched by a reader who follows them", async () => {
    const page = await open("/version.json")
    const value = encodeURIComponent(`=${harbour.feedId}.${hafen.feedId}`)
    await page.context().addCookies([{ name: "quire_follows", value, url: library.site.origin }])
    await page.goto(`/channel/detail?code=${hafen.code}`)
    const tabs = page.getByRole("navigation", { name: "Channels" }).getByRole("link")
    expect((await tabs.allTextContents()).map((text) => text.trim())).toEqual(["Harbour", "Hafenbrief"])
  })
})

describe("every search page", () => {
  const PAGES: ReadonlyArray<readonly [string, () => string]> = [
    ["results", () => "/newsfeeds/search?kw=ferry"],
    ["feeds", () => "/newsfeeds/search?type=feed"],
    ["content", () => "/searchcontents"],
    ["a channel", () => `/channel/detail?code=${harbour.code}`],
  ]
  for (const [name, path] of PAGES)
    it(`${name} is accessible and fits a phone in German`, { tags: name === "results" ? [] : ["long"] }, async () => {
      const page = await open(path())
      expect(await accessibilityProblems(page)).toEqual([])
      const phone = await open(path(), { width: 320, lang: "de" })
      const [shown, whole] = await phone.evaluate(() => [innerWidth, document.documentElement.scrollWidth])
      expect(whole).toBeLessThanOrEqual(shown ?? 0)
    })
})

it("results and suggestions shorten titles and texts, and keep the whole title as a tooltip [S9-010]", async () => {
  const name = "A-chronicle-of-the-lighthouses-of-the-northern-coast"
  const cut = "A-chronicle-of-the-lighthouses…"
  const title = "The lighthouses of the northern coast are automated"
  await library.add(name, [story(title, 1)])
  const page = await open("/newsfeeds/search?kw=lighthouses")
  await expect
    .poll(async () => {
      await page.reload()
      return titles(page)
    })
    .toEqual(["The lighthouses of the norther…"])
  expect(await page.locator("main article h3 span").first().getAttribute("title")).toBe(title)
  expect(await page.locator("main article .summary").textContent()).toBe("About The lighthouses of the northern co…")
  const feeds = page.getByRole("region", { name: "Feeds / Channels" })
  expect(await feeds.getByRole("link", { name: cut }).count()).toBe(1)
  expect(await feeds.locator("p").allTextContents()).toEqual(["The feed A-chronicle-of-the-lighthouses-…"])
  await header(page).fill("lighthous")
  await expect.poll(() => page.getByRole("option").locator(".words").allTextContents()).toContain(cut)
})
