import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  accessibilityProblems,
  addFeed,
  enter,
  hourly,
  launchBrowser,
  notice,
  openPage,
  type Publisher,
  silence,
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
  await addFeed(library.site, publishPodcast(library.publisher))
  follows = new URLSearchParams({ Europe: near.feedId, "": far.feedId }).toString()
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

/** Publishes a podcast with one episode. Returns its address. */
const publishPodcast = ({ serve }: Publisher): string => {
  const sound = serve("/sound.wav", "audio/wav", silence(60))
  const episode = `<item><guid isPermaLink="false">1</guid><title>Episode</title><pubDate>${new Date().toUTCString()}</pubDate><enclosure url="${sound}" type="audio/wav" length="480044"/></item>`
  return serve(
    "/podcast.xml",
    "application/rss+xml",
    `<rss version="2.0"><channel><title>Podcast</title><language>en</language>${episode}</channel></rss>`,
  )
}

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

  it("shows an item while the player is open", { timeout: 60_000 }, async () => {
    const page = await openPhone("/newsfeeds?view=all")
    await page.getByRole("link", { name: "Play: Episode" }).click()
    const player = page.locator("#player")
    await player.waitFor()
    await page.getByRole("navigation", { name: "Quick links" }).getByRole("link", { name: "Newsfeed" }).click()
    await page.waitForURL("**/newsfeeds")
    const headline = await page.locator("main article h3").first().boundingBox()
    const bar = await player.boundingBox()
    expect((headline?.y ?? PHONE_HEIGHT) + (headline?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
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

/** Moves a finger across the page, in steps as a touch screen reports them. */
const drag = async (page: Page, from: readonly [number, number], by: readonly [number, number]): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", part = 0) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: from[0] + by[0] * part, y: from[1] + by[1] * part }],
    })
  await touch("touchStart")
  // It rests at the end, so that the page does not go on scrolling.
  for (const part of [0.1, 0.3, 0.6, 1, 1, 1, 1]) await touch("touchMove", part)
  await touch("touchEnd")
  await session.detach()
}

const item = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title })
const read = (page: Page) => page.locator("main article[data-read] h3 > a").allTextContents()

describe("gestures on the newsfeed", () => {
  const openTouch = async () => {
    // Not openPhone: its guest's follows would open the dialog that merges them.
    const options = { baseURL: library.site.origin, width: WIDTHS.phone, hasTouch: true }
    const { page } = await openPage(browser, options)
    await page.setViewportSize({ width: WIDTHS.phone, height: PHONE_HEIGHT })
    const person = await library.site.person()
    for (const feedId of new URLSearchParams(follows).values()) {
      const response = await fetch(`${library.site.origin}/api/Feed/Follow`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${person.token}` },
        body: JSON.stringify({ feedId }),
      })
      expect(response.status).toBe(200)
    }
    await enter(page.context(), library.site, person)
    await page.goto("/newsfeeds")
    // Marked in place, so the script is loaded.
    await item(page, "Near item 2").getByRole("button", { name: "Mark as read" }).tap()
    await expect.poll(() => read(page)).toEqual(["Near item 2"])
    return page
  }
  const centre = async (page: Page, title: string): Promise<readonly [number, number]> => {
    const box = await item(page, title).boundingBox()
    if (box === null) throw new Error("The item is not visible.")
    return [box.x + box.width / 2, box.y + box.height / 2]
  }

  it("do nothing if the swipe is short or scrolls", async () => {
    const page = await openTouch()
    const near = await centre(page, "Near item 1")
    await drag(page, near, [60, 0])
    await drag(page, near, [40, -150])
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50)
    expect(await read(page)).toEqual(["Near item 2"])
    expect(await page.locator("[data-swipe]").count()).toBe(0)
  })

  it("mark the item that is swiped to the right, which can be undone", async () => {
    const page = await openTouch()
    await drag(page, await centre(page, "Near item 1"), [150, 5])
    await notice(page, "Marked as read.").waitFor()
    expect(await read(page)).toEqual(["Near item 1", "Near item 2"])
    await page.getByRole("button", { name: "Undo" }).click()
    await expect.poll(() => read(page)).toEqual(["Near item 2"])
  })

  it("save the item that is swiped to the left, which can be undone", async () => {
    const page = await openTouch()
    await drag(page, await centre(page, "Near item 1"), [-150, 5])
    await notice(page, "Saved for later.").waitFor()
    await item(page, "Near item 1").getByRole("button", { name: "Saved" }).waitFor()
    await expect.poll(() => page.locator(".behind").count()).toBe(0)
    await page.getByRole("button", { name: "Undo" }).click()
    await item(page, "Near item 1").getByRole("button", { name: "Save for later" }).waitFor()
  })

  it("load the list again if it is pulled at the top", async () => {
    const page = await openTouch()
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    await drag(page, [180, 200], [0, 60])
    expect(await page.evaluate(() => "isSamePage" in globalThis)).toBe(true)
    await drag(page, [180, 200], [0, 250])
    await expect.poll(() => page.evaluate(() => "isSamePage" in globalThis).catch(() => true)).toBe(false)
  })
})

describe("the bottom bar", () => {
  it("leads to the main places on phones, instead of the tabs", async () => {
    const page = await openPhone("/faq")
    const bar = page.getByRole("navigation", { name: "Quick links" })
    expect(await page.getByRole("navigation", { name: "Main" }).isVisible()).toBe(false)
    await bar.getByRole("button", { name: "Search" }).click()
    // Not by its role, which changes when the suggestions have loaded.
    await page.getByPlaceholder("Search").waitFor()
    await page.keyboard.press("Escape")
    await bar.getByRole("link", { name: "Newsfeed" }).click()
    await page.waitForURL("**/newsfeeds")
    expect(await bar.getByRole("link", { name: "Newsfeed" }).getAttribute("aria-current")).toBe("page")
    await page.goto("/newsfeeds/search?kw=river")
    const currents = () => bar.locator("[aria-current]").allInnerTexts()
    expect(await currents()).toEqual(["Search"])
    await bar.getByRole("link", { name: "Me", exact: true }).click()
    await page.waitForURL("**/signin")
  })

  it("leaves the header's chat icon visible beside its badge and the avatar", async () => {
    const page = await openPhone("/faq")
    await enter(page.context(), library.site, await library.site.person())
    await page.goto("/faq")
    // In one step, because the page's own count would replace this one.
    const [icon, badge, avatar] = await page.locator("header [data-chat-link]").evaluate((link) => {
      const count = link.querySelector("[data-unread] > :first-child")
      if (count !== null) count.textContent = "10"
      const all = [link.querySelector("svg"), count?.parentElement, document.querySelector("header .face")]
      return all.map((each) => each?.getBoundingClientRect().toJSON() as DOMRect | undefined)
    })
    if (!icon || !badge || !avatar) throw new Error("Something of the header is not visible.")
    expect(badge.width).toBeGreaterThan(badge.height)
    expect(badge.x + badge.width).toBeLessThanOrEqual(avatar.x)
    const across = icon.x + icon.width - badge.x
    const along = badge.y + badge.height - icon.y
    expect((across * along) / (icon.width * icon.height)).toBeLessThan(0.15)
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
