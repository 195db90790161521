import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  accessibilityProblems,
  addFeed,
  enter,
  launchBrowser,
  notice,
  openPage,
  sharedLibrary,
  type TestLibrary,
  WIDTHS,
} from "./lib/index.ts"

const HOUR_MS = 3_600_000
const LONG = `<p>${"Ferries run again on the river. ".repeat(120)}</p>`

let library: TestLibrary
let browser: Browser
let feedId: string

beforeAll(async () => {
  ;[library, browser] = await Promise.all([sharedLibrary(), launchBrowser()])
  const entries = ["One", "Two", "Three"].map((title, index) => {
    const published = new Date(Date.now() - (index + 1) * HOUR_MS).toUTCString()
    return `<item><title>Ferry ${title}</title><guid>ferry-${index}</guid><link>https://ferries.example/${index}</link>
      <pubDate>${published}</pubDate><description><![CDATA[${LONG}]]></description></item>`
  })
  const feed = `<rss version="2.0"><channel><title>Ferries</title><language>en</language>${entries.join("")}</channel></rss>`
  feedId = (await addFeed(library.site, library.publisher.serve("/ferries.xml", "application/rss+xml", feed))).feedId
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

/** An article, opened from the page of its feed. */
const openArticle = async (title: string, options: Parameters<typeof openPage>[1] = {}): Promise<Page> => {
  const { page } = await openPage(browser, { baseURL: library.site.origin, ...options })
  await page.goto(`/detail/${feedId}`)
  await page.getByRole("link", { name: title }).first().click()
  await page.getByRole("heading", { level: 1, name: title }).waitFor()
  return page
}
const tools = (page: Page) => page.getByRole("region", { name: "Tools for this article" })
const savedTitles = async (page: Page) => {
  await page.goto("/newsfeeds/saved")
  return page.locator("main article h3 > a").allTextContents()
}

describe("the tools of an article", () => {
  it("tell the reading time and lead to the items before and after it", async () => {
    const page = await openArticle("Ferry Two", { javaScriptEnabled: false })
    expect(await page.locator(".facts").textContent()).toContain("3 min read")
    await page
      .getByRole("navigation", { name: "More from this list" })
      .getByRole("link", { name: "Ferry Three" })
      .click()
    await page.getByRole("heading", { level: 1, name: "Ferry Three" }).waitFor()
    await tools(page).getByRole("link", { name: "Newer: Ferry Two" }).click()
    await page.getByRole("heading", { level: 1, name: "Ferry Two" }).waitFor()
  })

  it("remember the text size", async () => {
    const page = await openArticle("Ferry One", { javaScriptEnabled: false })
    const sizeOf = () => page.locator("#article").evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize))
    const before = await sizeOf()
    await tools(page).locator("summary", { hasText: "Text size" }).click()
    await tools(page).getByRole("button", { name: "Large", exact: true }).click()
    await expect.poll(sizeOf).toBeGreaterThan(before)
    await page.getByRole("link", { name: "Ferry Two" }).first().click()
    await page.getByRole("heading", { level: 1, name: "Ferry Two" }).waitFor()
    expect(await sizeOf()).toBeGreaterThan(before)
  })

  it("copy the link and list ways to share it", async () => {
    const page = await openArticle("Ferry One", { permissions: ["clipboard-read", "clipboard-write"] })
    await tools(page).getByRole("button", { name: "Copy link" }).click()
    await notice(page, "Link copied").waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/\/newsfeeds\/newsdetail\?id=[0-9a-z]{20}$/)
    await page.evaluate(() => Object.defineProperty(navigator, "share", { value: undefined, configurable: true }))
    await tools(page).getByText("Share").click()
    expect(await tools(page).getByRole("link", { name: "E-mail" }).getAttribute("href")).toContain(
      encodeURIComponent(copied),
    )
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it("fit one row of a phone in German", async () => {
    const page = await openArticle("Ferry Two", { width: WIDTHS.phone, locale: "de-DE" })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(WIDTHS.phone)
    const rows = await page.locator("section.tools > *").evaluateAll((all) =>
      all.map((each) => {
        const { top, height } = each.getBoundingClientRect()
        return Math.round(top + height / 2)
      }),
    )
    expect(rows.length).toBeGreaterThanOrEqual(5)
    expect(Math.max(...rows) - Math.min(...rows)).toBeLessThan(8)
  })
})

describe("saved items of a guest", () => {
  it("are kept in the browser without scripts, and removed again", async () => {
    const page = await openArticle("Ferry One", { javaScriptEnabled: false })
    await tools(page).getByRole("button", { name: "Save for later: Ferry One" }).click()
    await tools(page).getByRole("button", { name: "Saved: Ferry One" }).waitFor()
    expect(await savedTitles(page)).toEqual(["Ferry One"])
    await page.getByRole("link", { name: "Ferry One" }).click()
    await tools(page).getByRole("button", { name: "Saved: Ferry One" }).click()
    await tools(page).getByRole("button", { name: "Save for later: Ferry One" }).waitFor()
    expect(await savedTitles(page)).toEqual([])
  })

  it("are taken over into the account", async () => {
    const page = await openArticle("Ferry One", { javaScriptEnabled: false })
    await tools(page).getByRole("button", { name: "Save for later: Ferry One" }).click()
    await tools(page).getByRole("link", { name: "Older: Ferry Two" }).click()
    await tools(page).getByRole("button", { name: "Save for later: Ferry Two" }).click()
    await tools(page).getByRole("button", { name: "Saved: Ferry Two" }).waitFor()
    await enter(page.context(), library.site, await library.site.person())
    expect(await savedTitles(page)).toEqual([])
    await page.getByText("2 items are saved in this browser only.").waitFor()
    await page.getByRole("button", { name: "Add to my account" }).click()
    await expect.poll(() => page.locator("main article h3 > a").allTextContents()).toEqual(["Ferry Two", "Ferry One"])
    expect((await page.context().cookies()).some(({ name }) => name === "quire_saved")).toBe(false)
  })
})
