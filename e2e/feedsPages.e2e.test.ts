import { gzipSync } from "node:zlib"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { FollowableFeed } from "#contract/follows"
import {
  accessibilityProblems,
  contrastProblems,
  hourly,
  launchBrowser,
  openPage,
  startLibrary,
  type TestLibrary,
  WIDTHS,
} from "./lib/index.ts"

let library: TestLibrary
let browser: Browser
let alpha: FollowableFeed
let itemPath: string

beforeAll(async () => {
  ;[library, browser] = await Promise.all([startLibrary(), launchBrowser()])
  alpha = await library.add("Alpha", hourly("Alpha", 60))
  await library.add("Bravo", hourly("Bravo", 3))
  const page = await open("/newsfeeds?view=all")
  itemPath = (await page.locator("main article h3 a").first().getAttribute("href")) ?? ""
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

type Options = Parameters<typeof openPage>[1] & { readonly lang?: string; readonly follows?: boolean }

/** Opens a page as a returning reader who by default follows Alpha in the group Europe. */
const open = async (path: string, { lang = "en", follows = true, ...options }: Options = {}): Promise<Page> => {
  const { page } = await openPage(browser, { baseURL: library.site.origin, ...options })
  const url = library.site.origin
  const followed = { name: "quire_follows", value: encodeURIComponent(`Europe=${alpha.feedId}`), url }
  await page.context().addCookies([{ name: "quire_lang", value: lang, url }, ...(follows ? [followed] : [])])
  await page.addInitScript(() => {
    localStorage.setItem("quire:welcome", '{"showedWelcome":true}')
    localStorage.setItem("quire:intro", '{"shown":5}')
  })
  await page.goto(path)
  return page
}
/** Pages that consist of the same parts as others. */
const LIKE_OTHERS: ReadonlySet<string> = new Set(["a filtered feed", "all news", "a search without a find", "adding"])
const PAGES: ReadonlyArray<readonly [string, () => string]> = [
  ["home", () => "/"],
  ["the personal feed", () => "/newsfeeds"],
  ["a filtered feed", () => "/newsfeeds?start=2020-01-01&end=2030-01-01&group=Europe"],
  ["all news", () => "/newsfeeds?view=all"],
  ["an article", () => itemPath],
  ["a feed", () => `/detail/${alpha.feedId}`],
  ["the directory", () => "/channel"],
  ["a search", () => "/newsfeeds/search?kw=alpha"],
  ["a search without a find", () => "/newsfeeds/search?kw=zzzz"],
  ["adding", () => "/newsfeeds/add"],
  ["the follows", () => "/newsfeeds/follows"],
]

describe("pages", () => {
  it("[S2-003] [S6-001] home explains the product, shows totals, and offers a first step", async () => {
    const page = await open("/")
    await page.getByRole("heading", { level: 1, name: "Everything you follow, in one date-sorted feed" }).waitFor()
    // Pages count the library every 15 seconds.
    const isCounted = async () => {
      await page.reload()
      return page.getByText("63 items in 1 language from 2 feeds.").isVisible()
    }
    await expect.poll(isCounted, { timeout: 25_000 }).toBe(true)
    await page.getByLabel("Address of a blog, newsletter, channel or podcast").waitFor()
    expect(await page.getByRole("article").count()).toBe(12)
    expect(await page.getByRole("main").getByRole("button", { name: "Follow Bravo" }).count()).toBe(1)
  })

  it("[S2-034] an article shows its full text, and links to its publisher", async () => {
    const page = await open(itemPath)
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toMatch(/^(Alpha|Bravo) item 1$/)
    await page.getByText(/^About (Alpha|Bravo) item 1\.$/).waitFor()
    const original = page.getByRole("link", { name: "Read on 127.0.0.1" })
    expect(await original.getAttribute("href")).toContain(library.publisher.base)
  })

  it("the first page of a browser says that its times are UTC, the second has those of the reader", async () => {
    const page = await open(itemPath, { timezoneId: "Asia/Shanghai" })
    const time = async () => ((await page.locator("main time").first().textContent()) ?? "").trim()
    expect(await time()).toMatch(/ UTC$/)
    await page.reload()
    expect(await time()).toMatch(/[AP]M$/)
  })

  it("[S2-070] an article has a back bar to its author's page on a phone", async () => {
    const page = await open(itemPath, { width: WIDTHS.phone })
    expect(await page.getByRole("banner").count()).toBe(1)
    await page.getByRole("banner").getByRole("link").click()
    await page.waitForURL(/\/user\/QF[0-9A-Z]{10}\/[0-9a-z]{20}$/)
    expect(await page.getByRole("banner").getByRole("link", { name: "Quire" }).count()).toBe(1)
  })

  it.each([
    ["[S2-047] /detail/{feedId}", () => `/detail/${alpha.feedId}`],
    ["[S2-029] /user/{userCode}/{feedId}", () => `/user/${alpha.code}/${alpha.feedId}`],
    ["/user/{userCode} with a channel's code", () => `/user/${alpha.code}`],
  ])("%s shows the feed and pages through its items", async (_, path) => {
    const page = await open(path())
    await page.getByRole("heading", { level: 1, name: "Alpha" }).waitFor()
    expect(await page.getByText("The feed Alpha").first().isVisible()).toBe(true)
    expect(await page.getByText(/^Working\. Last checked/).isVisible()).toBe(true)
    expect(await page.getByRole("article").count()).toBe(50)
    await page.getByRole("link", { name: "Older items" }).click()
    await page.waitForURL(/cursor=/)
    expect(await page.getByRole("article").count()).toBe(10)
  })

  it.each(["/detail/nothing", "/user/QFNOTHING00", "/newsfeeds/newsdetail?id=nothing", "/newsfeeds/newsdetail"])(
    "[S8-004] %s redirects home and says that the link is broken",
    async (path) => {
      const page = await open(path)
      expect(new URL(page.url()).pathname).toBe("/")
      await page.getByText("Sorry, broken link").waitFor()
    },
  )

  it("the directory filters by source and by language", async () => {
    const page = await open("/channel")
    await page.getByRole("link", { name: "Deutsch" }).click()
    await page.getByText("No Data", { exact: true }).waitFor()
    await page.getByRole("link", { name: "Show everything" }).click()
    await page.getByRole("navigation", { name: "Sources" }).getByRole("link", { name: /RSS/ }).click()
    await page.getByRole("main").getByRole("link", { name: "Bravo", exact: true }).waitFor()
  })
})

describe("every page", () => {
  for (const [name, path] of PAGES) {
    const tags = LIKE_OTHERS.has(name) ? ["long"] : []
    it(`${name} is accessible, light and dark`, { tags }, async () => {
      const page = await open(path(), { colorScheme: "light" })
      expect(await accessibilityProblems(page)).toEqual([])
      await page.emulateMedia({ colorScheme: "dark" })
      expect(await contrastProblems(page)).toEqual([])
    })
  }

  it.each(PAGES)("%s fits a phone without horizontal scrolling, also in German", async (_, path) => {
    const page = await open(path(), { width: 320, lang: "de" })
    const [shown, whole] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth])
    expect(whole).toBeLessThanOrEqual(shown ?? 0)
  })

  it.each(PAGES)("%s is complete without scripts, and has no untranslated text", async (_, path) => {
    const english = await open(path(), { javaScriptEnabled: false })
    const chinese = await open(path(), { javaScriptEnabled: false, lang: "zh-Hans" })
    const words = (page: Page) => page.getByRole("main").getByRole("heading", { level: 1 }).textContent()
    expect((await words(english))?.length).toBeGreaterThan(1)
    expect(await chinese.locator("html").getAttribute("lang")).toBe("zh-Hans")
    const buttons = await chinese.locator("main button:not(.icon-button)").allTextContents()
    for (const text of buttons) expect(text).toMatch(/\p{Script=Han}/u)
  })

  it("[S1-018] is available in four languages", async () => {
    const titles = { en: "Your newsfeed", de: "Ihr Newsfeed", "zh-Hans": "我的资讯", "zh-Hant": "我的動態" }
    for (const [lang, title] of Object.entries(titles)) {
      const page = await open("/newsfeeds", { lang })
      await page.getByRole("heading", { level: 1, name: title }).waitFor()
      // Content in another language has a lang attribute; content in the page's language needs none.
      const languages = await page.locator("article h3").first().getAttribute("lang")
      expect(languages).toBe(lang === "en" ? null : "en")
      await page.close()
    }
  })
})

describe("scripts", () => {
  /** Total bytes of the scripts that a page loaded, compressed as the server sends them. */
  const weigh = (page: Page) => {
    const sizes: Array<Promise<number>> = []
    page.on("response", (response) => {
      if (response.request().resourceType() === "script" && response.ok())
        sizes.push(response.body().then((body) => gzipSync(body).length))
    })
    return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024
  }

  it.each([
    ["the personal feed", "/newsfeeds"],
    ["home", "/"],
  ])("%s loads at most 5 kB of script before interaction, and 90 kB with everything", async (_, path) => {
    const page = await open("/version.json", { follows: false })
    const weight = weigh(page)
    await page.goto(path, { waitUntil: "networkidle" })
    const inline = await page.evaluate(() =>
      [...document.querySelectorAll("script:not([src])")].map(({ textContent }) => textContent).join(""),
    )
    const before = (await weight()) + gzipSync(inline).length / 1024
    expect(before).toBeLessThanOrEqual(5)
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Follow / })
      .first()
      .click()
    await page.getByRole("button", { name: "Continue as a guest" }).click()
    await page.locator("a[data-preview]").first().click()
    await page.locator("dialog.drawer[open] li").first().waitFor()
    expect((await weight()) + gzipSync(inline).length / 1024).toBeLessThanOrEqual(90)
  })
})
