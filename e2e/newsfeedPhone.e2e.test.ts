import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  accessibilityProblems,
  enter,
  hourly,
  launchBrowser,
  openPage,
  startLibrary,
  type TestLibrary,
  WIDTHS,
} from "./lib/index.ts"

const PHONE_HEIGHT = 720

let library: TestLibrary
let browser: Browser
let follows: string

beforeAll(async () => {
  ;[library, browser] = await Promise.all([startLibrary(), launchBrowser()])
  const near = await library.add("Near", hourly("Near", 4))
  const far = await library.add("Far", hourly("Far", 3, { fromHours: 30 }))
  follows = new URLSearchParams({ Europe: near.feedId, "": far.feedId }).toString()
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

const openPhone = async (path: string, options: Parameters<typeof openPage>[1] = {}) => {
  const { page } = await openPage(browser, { baseURL: library.site.origin, width: WIDTHS.phone, ...options })
  await page.setViewportSize({ width: WIDTHS.phone, height: PHONE_HEIGHT })
  await page
    .context()
    .addCookies([{ name: "quire_follows", value: encodeURIComponent(follows), url: library.site.origin }])
  await page.goto(path)
  return page
}

describe("the newsfeed on a phone", () => {
  it.each(["en-US", "de", "zh-CN"])("shows the first item on the first screen in %s", async (locale) => {
    const page = await openPhone("/newsfeeds", { locale })
    const item = await page.getByRole("article").first().boundingBox()
    const bar = await page.locator("nav[data-bottom]").boundingBox()
    expect((item?.y ?? PHONE_HEIGHT) + (item?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
    // Half of the screen stays for the player.
    expect(item?.y).toBeLessThan(PHONE_HEIGHT / 2)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTHS.phone)
  })

  it.each([true, false])("has its filters in a sheet, with scripts %s", async (javaScriptEnabled) => {
    const page = await openPhone("/newsfeeds", { javaScriptEnabled })
    const groups = page.getByRole("navigation", { name: "Groups" })
    expect(await groups.isVisible()).toBe(false)
    await page.getByRole("button", { name: "Filter" }).click()
    expect(await groups.isVisible()).toBe(true)
    expect(await page.getByRole("navigation", { name: "Time" }).isVisible()).toBe(true)
    if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole("button", { name: "Done" }).click()
    expect(await groups.isVisible()).toBe(false)
    await page.getByRole("button", { name: "Filter" }).click()
    await groups.getByRole("link", { name: /^Far/ }).click()
    await page.getByRole("heading", { level: 1, name: "Far" }).waitFor()
    expect(await page.locator("main article h3 > a").allTextContents()).toEqual([
      "Far item 1",
      "Far item 2",
      "Far item 3",
    ])
  })

  it("offers its densities in the sheet, and remembers the choice without scripts", async () => {
    const page = await openPhone("/newsfeeds", { javaScriptEnabled: false })
    await page.getByRole("button", { name: "Filter" }).click()
    await page.getByRole("button", { name: "Titles only" }).click()
    await page.locator("[data-density=titles]").waitFor()
    expect(await page.locator("main article .summary, main article .pic").count()).toBe(0)
    await page.goto("/newsfeeds?view=all")
    expect(await page.locator("[data-density=titles]").count()).toBe(1)
  })
})

describe("the bottom bar", () => {
  it("leads to the main places on phones, instead of the tabs", async () => {
    const page = await openPhone("/faq")
    const bar = page.getByRole("navigation", { name: "Quick links" })
    expect(await page.getByRole("navigation", { name: "Main" }).isVisible()).toBe(false)
    await bar.getByRole("button", { name: "Search" }).click()
    expect(await page.getByRole("searchbox").isVisible()).toBe(true)
    await page.keyboard.press("Escape")
    await bar.getByRole("link", { name: "Newsfeed" }).click()
    await page.waitForURL("**/newsfeeds")
    expect(await bar.getByRole("link", { name: "Newsfeed" }).getAttribute("aria-current")).toBe("page")
    await bar.getByRole("link", { name: "Me", exact: true }).click()
    await page.waitForURL("**/signin")
  })

  it("leads members to their messages and profile, and is not in the way of a chat", async () => {
    const page = await openPhone("/faq")
    const person = await library.site.person()
    await enter(page.context(), library.site, person)
    await page.goto("/newsfeeds")
    const bar = page.getByRole("navigation", { name: "Quick links" })
    expect(await bar.getByRole("link", { name: "Me", exact: true }).getAttribute("href")).toContain("/user/")
    await bar.getByRole("link", { name: "Messages" }).click()
    await page.waitForURL("**/message")
    await page.goto("/writers/chat")
    expect(await bar.count()).toBe(0)
  })
})
