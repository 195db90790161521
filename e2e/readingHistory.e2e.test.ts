import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  accessibilityProblems,
  enter,
  hourly,
  launchBrowser,
  openPage,
  sharedLibrary,
  type TestLibrary,
  WIDTHS,
} from "./lib/index.ts"

let library: TestLibrary
let browser: Browser
let feedId: string

beforeAll(async () => {
  ;[library, browser] = await Promise.all([sharedLibrary(), launchBrowser()])
  feedId = (await library.add("Delta", hourly("Delta", 4))).feedId
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

const openReader = async (who: "guest" | "member", options: Parameters<typeof openPage>[1] = {}): Promise<Page> => {
  const { page } = await openPage(browser, { baseURL: library.site.origin, ...options })
  if (who === "member") await enter(page.context(), library.site, await library.site.person())
  return page
}
const read = async (page: Page, title: string) => {
  await page.goto(`/detail/${feedId}`)
  await page.getByRole("link", { name: title, exact: true }).click()
  await page.getByRole("heading", { level: 1, name: title }).waitFor()
}
const history = async (page: Page) => {
  await page.goto("/newsfeeds/history")
  return page.locator("main article h3 > a").allTextContents()
}

for (const who of ["guest", "member"] as const)
  describe(`the reading history of a ${who}`, { tags: who === "guest" ? [] : ["long"] }, () => {
    it("lists opened items by day, the latest first, and is cleared after a question", async () => {
      const page = await openReader(who, { javaScriptEnabled: false })
      expect(await history(page)).toEqual([])
      for (const number of [3, 1, 3]) await read(page, `Delta item ${number}`)
      await expect.poll(() => history(page)).toEqual(["Delta item 3", "Delta item 1"])
      expect(await page.locator("main h2.day").allTextContents()).toEqual(["Today"])
      await page.getByText("Clear history", { exact: true }).click()
      await page.getByRole("link", { name: "Cancel" }).click()
      expect(await history(page)).toEqual(["Delta item 3", "Delta item 1"])
      await page.getByText("Clear history", { exact: true }).click()
      await page.getByRole("button", { name: "Clear history now" }).click()
      await page.getByText("Nothing here yet.").waitFor()
      expect(await history(page)).toEqual([])
    })

    it("is turned off and on", async () => {
      const page = await openReader(who, { javaScriptEnabled: false })
      await read(page, "Delta item 2")
      await expect.poll(() => history(page)).toEqual(["Delta item 2"])
      await page.getByRole("button", { name: "Turn off" }).click()
      await page.getByText("Your reading history is turned off.").waitFor()
      await read(page, "Delta item 1")
      expect(await history(page)).toEqual([])
      await page.getByRole("button", { name: "Turn on reading history" }).click()
      await read(page, "Delta item 4")
      await expect.poll(() => history(page)).toEqual(["Delta item 4"])
    })

    it("is accessible and fits a phone in German", async () => {
      const page = await openReader(who, { width: WIDTHS.phone, locale: "de-DE" })
      await read(page, "Delta item 2")
      await expect.poll(() => history(page)).toEqual(["Delta item 2"])
      await page.getByText("Verlauf löschen", { exact: true }).click()
      expect(await accessibilityProblems(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(WIDTHS.phone)
    })
  })

describe("a guest's reading history", () => {
  it("is taken over by the account, and does not stay in the browser", async () => {
    const page = await openReader("guest", { javaScriptEnabled: false })
    await read(page, "Delta item 2")
    await enter(page.context(), library.site, await library.site.person())
    await page.goto("/newsfeeds")
    expect(await history(page)).toEqual(["Delta item 2"])
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("quire_history")
  })

  it("is linked from the newsfeed and the settings", async () => {
    const page = await openReader("guest")
    const follows = encodeURIComponent(new URLSearchParams({ "": feedId }).toString())
    await page.context().addCookies([{ name: "quire_follows", value: follows, url: library.site.origin }])
    await page.goto("/newsfeeds")
    await page.getByRole("link", { name: "Reading history" }).click()
    await page.getByRole("heading", { level: 1, name: "Reading history" }).waitFor()
    await page.goto("/preferences")
    expect(await page.locator("main").getByRole("link", { name: "Show, clear or turn off" }).getAttribute("href")).toBe(
      "/newsfeeds/history",
    )
  })
})

for (const who of ["guest", "member"] as const)
  describe(`a saved search of a ${who}`, { tags: who === "guest" ? [] : ["long"] }, () => {
    it("is listed beside the newsfeed, opens there as a list, and is removed", async () => {
      const page = await openReader(who, { javaScriptEnabled: false })
      const rail = page.getByRole("navigation", { name: "Saved searches" })
      await page.goto("/newsfeeds/search?kw=Delta")
      await page.getByRole("button", { name: "Save this search" }).click()
      await page.getByRole("button", { name: "Remove saved search" }).waitFor()
      await page.goto("/newsfeeds")
      await rail.getByRole("link", { name: "Delta" }).click()
      await page.getByRole("heading", { level: 1, name: "Delta" }).waitFor()
      expect(await rail.getByRole("link", { name: "Delta" }).getAttribute("aria-current")).toBe("true")
      expect(await page.locator("main article h3 > a").allTextContents()).toContain("Delta item 2")
      // Other tests have a feed of the same name in this library.
      await page.getByRole("button", { name: "Save for later: Delta item 2" }).first().click()
      await page.getByRole("button", { name: "Saved: Delta item 2" }).first().waitFor()
      await page.getByRole("button", { name: "Remove saved search" }).click()
      await page.getByRole("button", { name: "Save this search" }).waitFor()
      expect(await rail.count()).toBe(0)
    })
  })

describe("a guest's saved search", () => {
  it("is taken over by the account, and does not stay in the browser", async () => {
    const page = await openReader("guest", { javaScriptEnabled: false })
    await page.goto("/newsfeeds/search?kw=Delta")
    await page.getByRole("button", { name: "Save this search" }).click()
    await page.getByRole("button", { name: "Remove saved search" }).waitFor()
    await enter(page.context(), library.site, await library.site.person())
    await page.goto("/newsfeeds")
    const rail = page.getByRole("navigation", { name: "Saved searches" })
    expect(await rail.getByRole("link").allInnerTexts()).toEqual(["Delta"])
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("quire_searches")
  })
})
