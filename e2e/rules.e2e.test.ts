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
  feedId = (await library.add("Estuary", hourly("Estuary", 4))).feedId
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

/** A member who follows the feed, on the page of rules. */
const openRules = async (options: Parameters<typeof openPage>[1] = {}): Promise<Page> => {
  const { page } = await openPage(browser, { baseURL: library.site.origin, ...options })
  const person = await library.site.person()
  const followed = await fetch(`${library.site.origin}/api/Feed/Follow`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${person.token}` },
    body: JSON.stringify({ feedId }),
  })
  expect(followed.status).toBe(200)
  await enter(page.context(), library.site, person)
  await page.goto("/newsfeeds/rules")
  return page
}
const rows = (page: Page) => page.getByRole("region", { name: "Your rules" }).getByRole("listitem")

describe("the page of rules", () => {
  it("tries, saves, applies, changes and deletes rules without scripts", async () => {
    const page = await openRules({ javaScriptEnabled: false, width: WIDTHS.phone })
    await page.getByText("No rules yet.").waitFor()
    await page.getByRole("button", { name: "Save rule" }).click()
    await page.getByText("Enter words, or choose one feed.").waitFor()
    await page.getByLabel("If an item contains").fill("item 2, ITEM 3")
    await page.getByLabel("Save for later").check()
    await page.getByLabel("Tags").fill("Tides")
    await page.getByRole("button", { name: "Try it" }).click()
    await page.getByText("2 items from the last 30 days match").waitFor()
    expect(await page.getByRole("status").getByRole("link").allTextContents()).toEqual([
      "Estuary item 2",
      "Estuary item 3",
    ])
    await page.getByLabel("Also apply to items").check()
    await page.getByRole("button", { name: "Save rule" }).click()
    await expect
      .poll(() => rows(page).allInnerTexts())
      .toEqual([expect.stringMatching(/item 2, item 3\s+Save for later #tides/)])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(WIDTHS.phone)
    await page.goto("/newsfeeds/saved?tag=tides")
    expect(await page.locator("main article h3 > a").count()).toBe(2)

    await page.goto("/newsfeeds/rules")
    await page.getByRole("link", { name: "Change rule: item 2, item 3" }).click()
    await page.getByLabel("Hide from newsfeed").check()
    await page.getByLabel("If an item contains").fill("item 1")
    await page.getByRole("button", { name: "Save rule" }).click()
    await expect.poll(() => rows(page).allInnerTexts()).toEqual([expect.stringMatching(/item 1\s+Hide from newsfeed/)])
    await page.goto("/newsfeeds")
    expect(await page.locator("main article h3 > a").allTextContents()).not.toContain("Estuary item 1")
    await page.goto("/newsfeeds/rules")
    await page.getByRole("button", { name: "Delete rule: item 1" }).click()
    await page.getByText("No rules yet.").waitFor()
  })

  it("has labels for everything, and sends guests to sign in", async () => {
    const page = await openRules()
    expect(await accessibilityProblems(page)).toEqual([])
    const guest = (await openPage(browser, { baseURL: library.site.origin })).page
    await guest.goto("/newsfeeds/rules")
    await guest.getByRole("main").getByRole("link", { name: "Sign in" }).click()
    await guest.waitForURL("**/signin?redirect=%2Fnewsfeeds%2Frules")
  })
})
