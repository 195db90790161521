import type { Browser, Page } from "playwright-core"
import postgres from "postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hourly, launchBrowser, openPage, startLibrary, type TestLibrary } from "./lib/index.ts"

const DAY_H = 24

let library: TestLibrary
let browser: Browser
const ids = new Map<string, string>()

beforeAll(async () => {
  ;[library, browser] = await Promise.all([startLibrary({ FEED_SECONDS_MIN: "10" }), launchBrowser()])
  const shared = { key: "shared", title: "A story that both carry", link: "https://stories.example/shared" }
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const feeds = {
    Near: [...hourly("Near", 3), { ...shared, published: at(5) }],
    Far: [...hourly("Far", 6, { fromHours: 4 * DAY_H, everyHours: 10 * DAY_H }), { ...shared, published: at(4) }],
    Long: hourly("Long", 120, { everyHours: 2 }),
    Old: hourly("Old", 2, { fromHours: 500 * DAY_H }),
  }
  for (const [name, items] of Object.entries(feeds)) ids.set(name, (await library.add(name, items)).feedId)
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

/** The newsfeed of a reader with the given follows, such as `Near@Europe`. */
const openFeed = async (
  path: string,
  follows: ReadonlyArray<string>,
  options: Parameters<typeof openPage>[1] = {},
): Promise<Page> => {
  const groups = new Map<string, Array<string>>()
  for (const note of follows) {
    const [name = "", group = ""] = note.split("@")
    groups.set(group, [...(groups.get(group) ?? []), ids.get(name) ?? ""])
  }
  const cookie = new URLSearchParams([...groups].map(([group, list]) => [group, list.join(".")])).toString()
  const { page } = await openPage(browser, { baseURL: library.site.origin, ...options })
  await page
    .context()
    .addCookies([{ name: "quire_follows", value: encodeURIComponent(cookie), url: library.site.origin }])
  await page.goto(path)
  return page
}
const titles = (page: Page): Promise<ReadonlyArray<string>> => page.locator("main article h3 > a").allTextContents()
const counted = async (page: Page, name: string) =>
  Object.fromEntries(
    (await page.getByRole("navigation", { name }).getByRole("listitem").allTextContents()).map((row) =>
      row.trim().split(/\s+(?=\d+$)/),
    ),
  )
/** A time zone where it is about noon, and where the day began at a different moment than in UTC. */
const zoneAtMidday = () => {
  const hoursEast = 12 - new Date().getUTCHours() || 3
  return `Etc/GMT${hoursEast > 0 ? "-" : "+"}${Math.abs(hoursEast)}`
}
const day = (daysBack: number) => new Date(Date.now() - daysBack * 86_400_000).toISOString().slice(0, 10)

describe("the personal feed", () => {
  it("[S1-006] [S2-031] lists everything followed, newest first, grouped by day", async () => {
    const page = await openFeed("/newsfeeds", ["Near", "Far"])
    const shown = await titles(page)
    expect(shown.slice(0, 3)).toEqual(["Near item 1", "Near item 2", "Near item 3"])
    expect(shown).toHaveLength(3 + 6 + 1)
    const times = await page
      .locator("main article time")
      .evaluateAll((all) => all.map((time) => time.getAttribute("datetime")))
    expect(times).toEqual([...times].sort().reverse())
    const days = await page.locator("main section > h2.day").allTextContents()
    expect(days.map((text) => text.trim())[0]).toMatch(/Today|Yesterday/)
    expect(new Set(days).size).toBe(days.length)
  })

  it("shows each web page once, and in how many other feeds it appears", async () => {
    const page = await openFeed("/newsfeeds", ["Near", "Far"])
    const story = page.getByRole("article").filter({ hasText: "A story that both carry" })
    expect(await story.count()).toBe(1)
    expect(await story.textContent()).toContain("Near")
    await story.getByRole("link", { name: "also in 1 feed" }).click()
    await page.getByRole("heading", { name: "Also in these feeds" }).waitFor()
    await page.waitForLoadState()
    expect(await page.locator("#also").getByRole("link").allTextContents()).toEqual([expect.stringContaining("Far")])
  })

  it("[S2-094] has groups and sources with their counts, and filters by them", async () => {
    const page = await openFeed("/newsfeeds", ["Near@Europe", "Old@Asia", "Far@Asia"])
    // The counts are of unread items: items older than 90 days count as read.
    expect(await counted(page, "Groups")).toMatchObject({ All: "11", Europe: "4", Asia: "7", Near: "4", Far: "7" })
    expect(await counted(page, "Sources")).toEqual({ All: "11", RSS: "11" })
    await page.getByRole("navigation", { name: "Groups" }).getByRole("link", { name: /Asia/ }).click()
    await page.waitForLoadState()
    expect((await titles(page)).slice(-2)).toEqual(["Old item 1", "Old item 2"])
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Asia")
    await page.getByRole("navigation", { name: "Sources" }).getByRole("link", { name: /RSS/ }).click()
    await page.waitForURL(/source=RSS/)
    expect((await titles(page)).slice(-2)).toEqual(["Old item 1", "Old item 2"])
    expect(new URL(page.url()).searchParams.get("source")).toBe("RSS")
  })

  it("suggests feeds to follow when nothing is followed", async () => {
    const page = await openFeed("/newsfeeds", [])
    await page.getByRole("heading", { name: "Follow your first feed" }).waitFor()
    // Suggestions are loaded every 15 seconds.
    const suggested = async () => {
      await page.reload()
      return page
        .getByRole("main")
        .getByRole("button", { name: /^Follow / })
        .count()
    }
    await expect.poll(suggested, { timeout: 25_000 }).toBeGreaterThan(0)
  })

  it("[S2-095] says No Data if a filter matches nothing, and links back", async () => {
    const page = await openFeed("/newsfeeds?time=today", ["Old"])
    await page.getByText("No Data", { exact: true }).waitFor()
    await page.getByRole("link", { name: "Show everything" }).click()
    await page.waitForLoadState()
    expect(await titles(page)).toHaveLength(2)
  })
})

describe("the time filter", () => {
  it.each([
    ["All", 9],
    ["7 Days", 4],
    ["30 Days", 6],
  ])("[S2-089] set to %s shows %i items", async (name, count) => {
    const page = await openFeed("/newsfeeds", ["Near", "Far"])
    await page.getByRole("navigation", { name: "Time" }).getByRole("link", { name, exact: true }).click()
    await page.waitForLoadState()
    const own = (await titles(page)).filter((title) => title !== "A story that both carry")
    // Near's three items are from today and yesterday; Far's six are 4, 14, 24, 34, 44 and 54 days old.
    expect(own).toHaveLength(count)
  })

  it("[S2-089] starts Today at midnight in the reader's time zone", async () => {
    const timeZone = zoneAtMidday()
    const page = await openFeed("/newsfeeds?time=today", ["Long"], { timezoneId: timeZone })
    // The first page sends the browser's time zone; the next one uses it.
    await page.reload()
    const days = await page.locator("h2.day").allTextContents()
    expect(days.map((text) => text.trim())).toEqual(["Today"])
    const times = await page
      .locator("main article time")
      .evaluateAll((all) => all.map((time) => time.getAttribute("datetime") ?? ""))
    const local = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" })
    const today = local.format(new Date())
    expect(new Set(times.map((time) => local.format(new Date(time))))).toEqual(new Set([today]))
  })

  it("[S2-090] [S9-009] [S5-030] starts its range one year ago and applies it only on OK", async () => {
    const page = await openFeed("/newsfeeds", ["Near", "Far", "Old"])
    // Phones have the same filters in a sheet.
    const time = page.getByRole("navigation", { name: "Time" })
    await time.getByText("From – to").click()
    const [from, to] = [time.getByLabel("From", { exact: true }), time.getByLabel("To", { exact: true })]
    const [year = "", ...rest] = day(0).split("-")
    expect(await from.inputValue()).toBe([Number(year) - 1, ...rest].join("-"))
    await from.fill(day(40))
    await to.fill(day(10))
    expect(await titles(page)).toHaveLength(3 + 6 + 2 + 1)
    await time.getByRole("button", { name: "OK" }).click()
    await page.waitForURL(/start=/)
    expect(await titles(page)).toEqual(["Far item 2", "Far item 3", "Far item 4"])
    await to.fill("")
    await time.getByRole("button", { name: "OK" }).click()
    await page.waitForURL(/end=(&|$)/)
    expect((await titles(page)).at(0)).toBe("Near item 1")
    expect((await titles(page)).at(-1)).toBe("Far item 4")
  })
})

describe("paging", () => {
  it("neither skips nor repeats items while new ones arrive", { tags: ["long"], timeout: 120_000 }, async () => {
    const page = await openFeed("/newsfeeds", ["Long"])
    const seen = [...(await titles(page))]
    expect(seen).toHaveLength(50)
    const older = () => page.getByRole("link", { name: "Older items" })
    const next = (await older().getAttribute("href")) ?? ""

    const fresh = { key: "fresh", title: "Long item fresh", published: new Date() }
    library.publisher.publish("Long", [fresh, ...hourly("Long", 120, { everyHours: 2 })])
    await expect
      .poll(
        async () => {
          await page.goto("/newsfeeds")
          return (await titles(page))[0]
        },
        { timeout: 90_000, interval: 1_000 },
      )
      .toBe("Long item fresh")

    await page.goto(next)
    seen.push(...(await titles(page)))
    await older().click()
    await page.waitForURL((url) => url.href.includes("cursor") && !url.href.endsWith(next))
    seen.push(...(await titles(page)))
    expect(await older().count()).toBe(0)
    expect(seen).toEqual(hourly("Long", 120).map(({ title }) => title))
    await page.getByRole("link", { name: "Back to newest" }).click()
    await page.waitForLoadState()
    expect((await titles(page))[0]).toBe("Long item fresh")
  })
})

describe("read marks", () => {
  it("appear on opened items before the first paint, and after navigating back", async () => {
    const page = await openFeed("/newsfeeds", ["Near"])
    await page.getByRole("link", { name: "Near item 2", exact: true }).click()
    await page.getByRole("heading", { level: 1, name: "Near item 2" }).waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem("quire:read"))).not.toBeNull()
    await page.goBack()
    const read = page.locator("main article[data-read]")
    await expect.poll(() => read.count()).toBe(1)
    expect(await read.textContent()).toContain("Near item 2")
    // An inline script right after the list sets the mark, not the scripts that load later.
    await page.route("**/_astro/*.js", (route) => route.abort())
    await page.goto("/newsfeeds")
    expect(await read.count()).toBe(1)
    expect(await read.getByText("Read", { exact: false }).count()).toBeGreaterThan(0)
  })

  it("[S7-036] are counted without identifying readers", async () => {
    const page = await openFeed("/newsfeeds", ["Near"])
    const requested = page.waitForRequest("**/api/Access/AddAccessNews")
    await page.getByRole("link", { name: "Near item 1", exact: true }).click()
    const request = await requested
    expect(request.headers()["from"]).toBe("pc")
    expect((await request.response())?.status()).toBe(200)
  })
})

describe("a list that fails to load", () => {
  it("[S2-096] shows an error and can be retried", async () => {
    const sql = postgres(library.site.databaseUrl, { max: 1 })
    const page = await openFeed("/newsfeeds", ["Near"])
    try {
      await sql`alter view read.item rename to item_away`
      await page.reload()
      await page.getByText("The system is busy, please try again later").waitFor()
    } finally {
      await sql`alter view read.item_away rename to item`
      await sql.end()
    }
    await page.getByRole("link", { name: "Try again" }).click()
    await page.waitForLoadState()
    expect(await titles(page)).toHaveLength(4)
  })
})
