import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { enter, hourly, launchBrowser, openPage, startLibrary, type TestLibrary } from "./lib/index.ts"

let library: TestLibrary
let browser: Browser
let feedId: string

beforeAll(async () => {
  ;[library, browser] = await Promise.all([startLibrary({ FEED_SECONDS_MIN: "10" }), launchBrowser()])
  feedId = (await library.add("Near", hourly("Near", 4, { fromHours: 2 }))).feedId
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

const openGuest = async (): Promise<Page> => {
  const { page } = await openPage(browser, { baseURL: library.site.origin })
  const follows = new URLSearchParams({ "": feedId }).toString()
  await page
    .context()
    .addCookies([{ name: "quire_follows", value: encodeURIComponent(follows), url: library.site.origin }])
  return page
}

const openMember = async (): Promise<{ readonly page: Page; readonly person: TestPerson }> => {
  const { page } = await openPage(browser, { baseURL: library.site.origin })
  const person = await library.site.person()
  const response = await fetch(`${library.site.origin}/api/Feed/Follow`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${person.token}` },
    body: JSON.stringify({ feedId }),
  })
  expect(response.status).toBe(200)
  await enter(page.context(), library.site, person)
  return { page, person }
}

/** Waits for an article and its script, which listens for keys. */
const articleShown = async (page: Page, title: string): Promise<void> => {
  await page.getByRole("heading", { level: 1, name: title }).waitFor()
  await page.waitForLoadState()
}
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const read = (page: Page) => page.locator("main article[data-read] h3 > a").allTextContents()
const unreadCount = (page: Page) =>
  page.getByRole("navigation", { name: "Groups" }).getByRole("link", { name: /^All/ }).textContent()

describe("keys on the newsfeed", () => {
  it("mark the current item without loading the page, and keep their place after Back", async () => {
    const page = await openGuest()
    await page.goto("/newsfeeds")
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    await page.keyboard.press("j")
    await expect.poll(() => focused(page)).toBe("Near item 1")
    await page.keyboard.press("n")
    await page.keyboard.press("p")
    await page.keyboard.press("n")
    await expect.poll(() => focused(page)).toBe("Near item 2")
    await page.keyboard.press("m")
    await expect.poll(() => read(page)).toEqual(["Near item 2"])
    await expect.poll(() => unreadCount(page)).toMatch(/3/)
    await page.keyboard.press("m")
    await expect.poll(() => read(page)).toEqual([])
    expect(await page.evaluate(() => "isSamePage" in globalThis)).toBe(true)

    await page.keyboard.press("o")
    await articleShown(page, "Near item 2")
    await page.keyboard.press("j")
    await articleShown(page, "Near item 3")
    expect(new URL(page.url()).searchParams.get("list")).toBe("newsfeed")
    await page.keyboard.press("k")
    await articleShown(page, "Near item 2")
    await page.goto("/newsfeeds")
    await page.keyboard.press("j")
    await expect.poll(() => focused(page)).toBe("Near item 3")
    expect(await read(page)).toEqual(["Near item 2", "Near item 3"])
  })

  it("lead through the articles of a feed that was opened without keys", async () => {
    const page = await openGuest()
    await page.goto(`/detail/${feedId}`)
    await page.getByRole("link", { name: "Near item 2", exact: true }).click()
    await articleShown(page, "Near item 2")
    await page.keyboard.press("j")
    await articleShown(page, "Near item 3")
    await page.keyboard.press("k")
    await articleShown(page, "Near item 2")
  })

  it("mark the open article as unread, and as read again", async () => {
    const page = await openGuest()
    const open = async () => {
      await page.goto("/newsfeeds")
      await page.getByRole("link", { name: "Near item 2", exact: true }).click()
      await articleShown(page, "Near item 2")
    }
    await open()
    await page.keyboard.press("m")
    await page.getByText("Marked as unread.").waitFor()
    await page.goto("/newsfeeds")
    expect(await read(page)).toEqual([])
    await open()
    await page.keyboard.press("m")
    await page.getByText("Marked as unread.").waitFor()
    await page.keyboard.press("m")
    await page.getByText("Marked as read.").waitFor()
    await page.goto("/newsfeeds")
    expect(await read(page)).toEqual(["Near item 2"])
  })

  it("save items of guests, and say when there are too many", async () => {
    const page = await openGuest()
    await page.goto("/newsfeeds")
    await page.keyboard.press("j")
    await expect.poll(() => focused(page)).toBe("Near item 1")
    const saved = page.getByRole("article").filter({ hasText: "Near item 1" }).getByRole("button", { name: "Saved" })
    await page.keyboard.press("s")
    await saved.waitFor()
    await page.reload()
    await saved.waitFor()
    const many = Array.from({ length: 50 }, (_, place) => `${place}`.padStart(20, "0")).join(".")
    await page.context().addCookies([{ name: "quire_saved", value: many, url: library.site.origin }])
    await page.reload()
    await page.keyboard.press("j")
    await page.keyboard.press("f")
    await page.getByText("You can save up to 50 items without an account.").waitFor()
    expect(await saved.count()).toBe(0)
  })

  it("mark everything above and everything, and save items of members", async () => {
    const { page } = await openMember()
    await page.goto("/newsfeeds")
    for (const key of ["j", "j", "j"]) await page.keyboard.press(key)
    await expect.poll(() => focused(page)).toBe("Near item 3")
    await page.keyboard.press("s")
    await page.getByRole("article").filter({ hasText: "Near item 3" }).getByRole("button", { name: "Saved" }).waitFor()
    await page.keyboard.press("V")
    await page.getByText("Marked 2 items as read").waitFor()
    expect(await read(page)).toEqual(["Near item 1", "Near item 2"])
    await page.keyboard.press("A")
    await expect.poll(() => read(page)).toHaveLength(4)
    await page.goto("/newsfeeds/saved")
    await page.getByRole("link", { name: "Near item 3", exact: true }).waitFor()
  })
})

describe("an open newsfeed", () => {
  it("announces new items, which a click loads", { tags: ["long"], timeout: 120_000 }, async () => {
    const { page } = await openMember()
    await page.clock.install()
    await page.goto("/newsfeeds")
    await page.mouse.move(300, 300)
    const fresh = { key: "fresh", title: "Near item fresh", published: new Date() }
    library.publisher.publish("Near", [fresh, ...hourly("Near", 4, { fromHours: 2 })])
    const line = page.getByRole("link", { name: "1 new item" })
    await expect
      .poll(
        async () => {
          await page.clock.runFor(61_000)
          return line.isVisible()
        },
        { timeout: 90_000, interval: 1_000 },
      )
      .toBe(true)
    await line.click()
    await page.getByRole("link", { name: "Near item fresh", exact: true }).waitFor()
    expect(await line.isVisible()).toBe(false)
  })

  it("marks items that are scrolled past, if the reader chose so", async () => {
    const page = await openGuest()
    await page.setViewportSize({ width: 1280, height: 500 })
    await page.goto("/newsfeeds")
    await page.mouse.move(300, 300)
    const option = page.getByLabel("Mark items as read as you scroll past them")
    expect(await option.isChecked()).toBe(false)
    await option.check()
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }))
    await expect.poll(async () => (await read(page)).length).toBeGreaterThan(0)
    await page.reload()
    expect((await read(page)).length).toBeGreaterThan(0)
    await page.mouse.move(310, 300)
    await expect.poll(() => option.isChecked()).toBe(true)
  })
})
