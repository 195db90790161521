import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  accessibilityProblems,
  hourly,
  launchBrowser,
  notedFollows,
  notice,
  openPage,
  sharedLibrary,
  type TestLibrary,
  WIDTHS,
} from "./lib/index.ts"

/** No other file publishes in Swedish. */
const DIRECTORY = "/channel?language=SV"

let library: TestLibrary
let browser: Browser
const ids = new Map<string, string>()

beforeAll(async () => {
  ;[library, browser] = await Promise.all([sharedLibrary({ language: "sv" }), launchBrowser()])
  for (const [name, count] of [
    ["Alpha", 70],
    ["Bravo", 3],
    ["Empty", 0],
  ] as const)
    ids.set(name, (await library.add(name, hourly(name, count))).feedId)
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

const open = async (path: string, options: Parameters<typeof openPage>[1] = {}) => {
  const watched = await openPage(browser, { baseURL: library.site.origin, ...options })
  await watched.page.goto(path)
  return watched
}
const drawer = (page: Page) => page.locator("dialog.drawer[open]")
const openDrawer = (page: Page, name: string) =>
  page.getByRole("main").getByRole("link", { name, exact: true }).first().click()
const shows = (page: Page, name: string) => drawer(page).getByRole("heading", { level: 2, name }).waitFor()
const address = (name: string) => `${DIRECTORY}&feed=${ids.get(name)}`

describe("the preview drawer", () => {
  it.each([
    ["a desk", WIDTHS.desk, 868],
    ["a phone", WIDTHS.phone, WIDTHS.phone],
  ])("[S2-077] opens at the right, on %s of %i px, %i px wide", async (_, width, wide) => {
    const { page } = await open(DIRECTORY, { width })
    await openDrawer(page, "Alpha")
    await shows(page, "Alpha")
    await expect.poll(async () => (await drawer(page).boundingBox())?.x).toBe(width - wide)
    expect((await drawer(page).boundingBox())?.width).toBe(wide)
  })

  it("[S2-078] [S7-140] shows a spinner, then the items of the request for 50 items on page 1", async () => {
    const { page } = await open(DIRECTORY)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route("**/api/Feed/PreviewFeed", async (route) => {
      await held
      await route.continue()
    })
    const requested = page.waitForRequest("**/api/Feed/PreviewFeed")
    await openDrawer(page, "Alpha")
    await drawer(page).getByRole("status", { name: "Loading" }).waitFor()
    release()
    expect((await requested).postDataJSON()).toEqual({
      feedId: ids.get("Alpha"),
      url: `${library.publisher.base}/Alpha/feed.xml`,
      filter: { pageSize: 50, page: 1 },
    })
    await expect.poll(() => drawer(page).getByRole("listitem").count()).toBe(50)
    expect(await drawer(page).getByRole("status", { name: "Loading" }).count()).toBe(0)
  })

  it("[S7-141] merges a second response, newest first and without duplicate links", async () => {
    const { page } = await open(address("Alpha"))
    await expect.poll(() => drawer(page).evaluate((dialog) => dialog.matches(":modal"))).toBe(true)
    await drawer(page).getByRole("button", { name: "Older items" }).click()
    await expect.poll(() => drawer(page).getByRole("listitem").count()).toBe(70)
    const titles = await drawer(page).getByRole("heading", { level: 3 }).allTextContents()
    expect(titles).toEqual(hourly("Alpha", 70).map(({ title }) => title))
  })

  it("[S2-078] says No Data for a feed without items", async () => {
    const { page } = await open(DIRECTORY)
    await openDrawer(page, "Empty")
    await drawer(page).getByText("No Data", { exact: true }).waitFor()
  })

  it("[S8-014] shows an error if the feed is unavailable, and retries", async () => {
    const { page } = await open(DIRECTORY)
    await page.route("**/api/Feed/PreviewFeed", (route) => route.abort(), { times: 1 })
    await openDrawer(page, "Bravo")
    await drawer(page).getByText("Feed content temporarily unavailable, Possibly due to network issues.").waitFor()
    await drawer(page).getByRole("button", { name: "Try again" }).click()
    await drawer(page).getByRole("link", { name: "Bravo item 1", exact: true }).waitFor()
  })

  it("[S2-079] follows and unfollows, like the buttons of the page", async () => {
    const { page } = await open(DIRECTORY)
    await openDrawer(page, "Bravo")
    await drawer(page).getByRole("button", { name: "Follow Bravo", exact: true }).click()
    await notice(page, "Success").waitFor()
    await page.getByRole("button", { name: "Continue as a guest" }).click()
    await drawer(page).getByRole("button", { name: "unFollow Bravo" }).waitFor()
    expect(await notedFollows(page)).toEqual(["Bravo"])
    await page.keyboard.press("Escape")
    await expect.poll(() => new URL(page.url()).search).toBe("?language=SV")
    await page
      .getByRole("region", { name: "Channels and feeds" })
      .getByRole("button", { name: "Unfollow Bravo" })
      .click()
    await expect.poll(() => notedFollows(page)).toEqual([])
    await openDrawer(page, "Bravo")
    await drawer(page).getByRole("button", { name: "Follow Bravo", exact: true }).waitFor()
  })

  it("[S2-080] closes with its Close control, and the focus returns", async () => {
    const { page } = await open(DIRECTORY)
    await openDrawer(page, "Bravo")
    await drawer(page).getByRole("link", { name: "Close" }).click()
    await drawer(page).waitFor({ state: "detached" })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Bravo")
    await expect.poll(() => new URL(page.url()).search).toBe("?language=SV")
  })

  it("closes with Escape and Back, reopens with Forward, and has an address that can be linked and reloaded", async () => {
    const { page } = await open(DIRECTORY)
    await openDrawer(page, "Alpha")
    await shows(page, "Alpha")
    expect(page.url()).toBe(library.site.origin + address("Alpha"))
    await page.keyboard.press("Escape")
    await drawer(page).waitFor({ state: "detached" })
    await expect.poll(() => new URL(page.url()).search).toBe("?language=SV")
    await openDrawer(page, "Bravo")
    await shows(page, "Bravo")
    await page.goBack()
    await drawer(page).waitFor({ state: "detached" })
    await page.goForward()
    await shows(page, "Bravo")
    await page.reload()
    await shows(page, "Bravo")
    await expect.poll(() => drawer(page).evaluate((dialog) => dialog.matches(":modal"))).toBe(true)
    await page.keyboard.press("Escape")
    await drawer(page).waitFor({ state: "detached" })
    await expect.poll(() => new URL(page.url()).search).toBe("?language=SV")
  })

  it("stays open for a reader who goes back and at once forward", async () => {
    const { page } = await open(DIRECTORY)
    await openDrawer(page, "Bravo")
    await shows(page, "Bravo")
    await page.evaluate(async () => {
      const dialog = document.querySelector<HTMLDialogElement>("dialog.drawer")
      const traversed = (go: () => void) =>
        new Promise((resolve) => {
          addEventListener("popstate", resolve, { once: true })
          go()
        })
      const closed = () =>
        new Promise<void>((resolve) => {
          new MutationObserver((_, observer) => {
            observer.disconnect()
            resolve()
          }).observe(dialog as Node, { attributeFilter: ["open"] })
        })
      for (let round = 0; round < 10; round += 1) {
        const isClosed = closed()
        await traversed(() => history.back())
        await isClosed
        await traversed(() => history.forward())
        await new Promise(requestAnimationFrame)
      }
    })
    await shows(page, "Bravo")
    expect(new URL(page.url()).searchParams.get("feed")).toBe(ids.get("Bravo"))
  })

  it("traps the focus", async () => {
    const { page } = await open(address("Bravo"))
    await expect.poll(() => drawer(page).evaluate((dialog) => dialog.matches(":modal"))).toBe(true)
    for (let step = 0; step < 25; step += 1) {
      await page.keyboard.press("Tab")
      const outside = await page.evaluate(() => {
        const { activeElement } = document
        return activeElement !== document.body && !document.querySelector("dialog.drawer")?.contains(activeElement)
      })
      expect(outside).toBe(false)
    }
  })

  it("keeps its scroll position while an item is read", async () => {
    const { page } = await open(address("Alpha"))
    const body = page.locator(".drawer-body")
    await expect.poll(() => drawer(page).evaluate((dialog) => dialog.matches(":modal"))).toBe(true)
    const item = drawer(page).getByRole("link", { name: "Alpha item 30", exact: true })
    await item.scrollIntoViewIfNeeded()
    const before = await body.evaluate((list) => list.scrollTop)
    expect(before).toBeGreaterThan(500)
    await item.click()
    await page.getByRole("heading", { level: 1, name: "Alpha item 30" }).waitFor()
    await page.goBack()
    await expect.poll(() => body.evaluate((list) => list.scrollTop)).toBe(before)
  })

  it("[S2-078] is complete without scripts", async () => {
    const { page } = await open(DIRECTORY, { javaScriptEnabled: false })
    await openDrawer(page, "Bravo")
    await page.waitForLoadState()
    expect(await drawer(page).getByRole("listitem").count()).toBe(3)
    expect((await drawer(page).boundingBox())?.width).toBe(868)
    await drawer(page).getByRole("link", { name: "Close" }).click()
    await page.waitForLoadState()
    expect(await drawer(page).count()).toBe(0)
  })

  it.each(["light", "dark"] as const)("is accessible in the %s theme", async (colorScheme) => {
    const { page, problems } = await open(address("Bravo"), { colorScheme })
    await expect.poll(() => drawer(page).evaluate((dialog) => dialog.matches(":modal"))).toBe(true)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(problems).toEqual([])
  })
})
