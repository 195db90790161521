import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  accessibilityProblems,
  enter,
  hourly,
  launchBrowser,
  openPage,
  startLibrary,
  type TestLibrary,
} from "./lib/index.ts"

let library: TestLibrary
let browser: Browser
const ids = new Map<string, string>()

beforeAll(async () => {
  ;[library, browser] = await Promise.all([startLibrary(), launchBrowser()])
  const day = 24
  const feeds = {
    Near: hourly("Near", 4),
    Far: hourly("Far", 3, { fromHours: 2 * day, everyHours: day }),
    Old: hourly("Old", 2, { fromHours: 200 * day }),
  }
  for (const [name, items] of Object.entries(feeds)) ids.set(name, (await library.add(name, items)).feedId)
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

/** A reader of Near in the group Europe, Far and Old: a guest, or a member with these follows. */
const openAs = async (who: "guest" | "member", options: Parameters<typeof openPage>[1] = {}): Promise<Page> => {
  const { page } = await openPage(browser, { baseURL: library.site.origin, ...options })
  if (who === "guest") {
    const rest = ["Far", "Old"].map((name) => ids.get(name)).join(".")
    const follows = new URLSearchParams({ Europe: ids.get("Near") ?? "", "": rest }).toString()
    await page
      .context()
      .addCookies([{ name: "quire_follows", value: encodeURIComponent(follows), url: library.site.origin }])
    return page
  }
  const { person } = await memberWithFollows()
  await enter(page.context(), library.site, person)
  return page
}

const memberWithFollows = async () => {
  const person = await library.site.person()
  for (const [name, feedId] of ids) {
    const response = await fetch(`${library.site.origin}/api/Feed/Follow`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${person.token}` },
      body: JSON.stringify({ feedId, ...(name === "Near" ? { groupName: "Europe" } : {}) }),
    })
    expect(response.status).toBe(200)
  }
  return { person }
}

const titles = (page: Page): Promise<ReadonlyArray<string>> => page.locator("main article h3 > a").allTextContents()
const item = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title })
/** The unread counts of the rail; rows without one are left out. */
const counts = async (page: Page, name = "Groups") => {
  const rows = await page.getByRole("navigation", { name }).getByRole("listitem").allTextContents()
  return Object.fromEntries(
    rows.flatMap((row) => {
      const [, label, count] = /^\s*(.+?)\s+(\d+\+?)\s*$/.exec(row) ?? []
      return label === undefined ? [] : [[label, count]]
    }),
  )
}

/** Each kind of reader once with scripts or without; the other two are long runs. */
const READERS = [
  ["guest", "without", []],
  ["member", "without", ["long"]],
  ["guest", "with", ["long"]],
  ["member", "with", []],
] as const

for (const [who, scripts, tags] of READERS) {
  const javaScriptEnabled = scripts === "with"
  describe(`the newsfeed of a ${who} ${scripts} scripts`, { tags: [...tags] }, () => {
    it("counts unread items by group, feed and source, and shows only them if asked to", async () => {
      const page = await openAs(who, { javaScriptEnabled })
      await page.goto("/newsfeeds")
      // Items older than 90 days count as read.
      expect(await counts(page)).toEqual({ All: "7", Europe: "4", Near: "4", Far: "3" })
      expect(await counts(page, "Sources")).toEqual({ All: "7", RSS: "7" })
      if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])

      await page.getByRole("link", { name: "Near item 2", exact: true }).click()
      await page.getByRole("heading", { level: 1, name: "Near item 2" }).waitFor()
      await page.goto("/newsfeeds")
      expect(await counts(page)).toEqual({ All: "6", Europe: "3", Near: "3", Far: "3" })

      await page.getByRole("link", { name: "Unread only" }).click()
      await page.waitForURL(/show=unread/)
      expect(await titles(page)).not.toContain("Near item 2")
      expect(await titles(page)).toHaveLength(6)
      // The choice is remembered.
      await page.goto("/newsfeeds?group=Europe")
      expect(await titles(page)).toEqual(["Near item 1", "Near item 3", "Near item 4"])
      await page.getByRole("navigation", { name: "Groups" }).getByRole("link", { name: /^Far/ }).click()
      await page.getByRole("heading", { level: 1, name: "Far" }).waitFor()
      expect(await titles(page)).toEqual(["Far item 1", "Far item 2", "Far item 3"])
      await page.getByRole("link", { name: "All items" }).click()
      await page.waitForURL(/show=all/)
      await page.goto("/newsfeeds")
      expect(await titles(page)).toHaveLength(9)
    })

    it("marks single items as read and unread", async () => {
      const page = await openAs(who, { javaScriptEnabled })
      await page.goto("/newsfeeds")
      await item(page, "Near item 1").getByRole("button", { name: "Mark as read" }).click()
      await item(page, "Near item 1").getByRole("button", { name: "Mark as unread" }).waitFor()
      await expect.poll(() => counts(page)).toEqual({ All: "6", Europe: "3", Near: "3", Far: "3" })
      await item(page, "Near item 1").getByRole("button", { name: "Mark as unread" }).click()
      await item(page, "Near item 1").getByRole("button", { name: "Mark as read" }).waitFor()
      await expect.poll(() => counts(page)).toEqual({ All: "7", Europe: "4", Near: "4", Far: "3" })
      await page.reload()
      expect(await counts(page)).toEqual({ All: "7", Europe: "4", Near: "4", Far: "3" })
    })

    it("marks everything above an item as read, which can be undone", async () => {
      const page = await openAs(who, { javaScriptEnabled })
      await page.goto("/newsfeeds")
      await item(page, "Near item 3").getByRole("button", { name: "Mark everything above" }).click()
      await page.getByText(javaScriptEnabled ? "Marked 2 items as read" : "Marked as read.").waitFor()
      await expect.poll(() => counts(page)).toEqual({ All: "5", Europe: "2", Near: "2", Far: "3" })
      await page.getByRole("button", { name: "Undo" }).click()
      await expect.poll(() => counts(page)).toEqual({ All: "7", Europe: "4", Near: "4", Far: "3" })
    })

    it("marks everything as read, of a group or of all, which can be undone", async () => {
      const page = await openAs(who, { javaScriptEnabled })
      await page.goto("/newsfeeds?group=Europe")
      await page.getByRole("button", { name: "Mark all as read" }).click()
      await page.getByText(javaScriptEnabled ? "Marked 4 items as read" : "Marked as read.").waitFor()
      await expect.poll(() => counts(page)).toEqual({ All: "3", Far: "3" })
      await page.goto("/newsfeeds")
      await item(page, "Near item 4").getByRole("button", { name: "Mark as unread" }).click()
      await expect.poll(() => counts(page)).toEqual({ All: "4", Europe: "1", Near: "1", Far: "3" })
      await page.getByRole("button", { name: "Mark all as read" }).click()
      await page.getByText(javaScriptEnabled ? "Marked 4 items as read" : "Marked as read.").waitFor()
      await expect.poll(() => counts(page)).toEqual({})
      await page.getByRole("button", { name: "Undo" }).click()
      await expect.poll(() => counts(page)).toEqual({ All: "4", Europe: "1", Near: "1", Far: "3" })
      await page.goto("/newsfeeds?show=unread")
      await page.getByRole("button", { name: "Mark all as read" }).click()
      await page.getByText("You’re all caught up.").waitFor()
      await page.getByRole("button", { name: "Undo" }).click()
      await expect.poll(() => titles(page)).toHaveLength(4)
    })
  })
}

it("marks that cannot be saved leave the newsfeed as it is, and say so", async () => {
  const page = await openAs("guest")
  await page.goto("/newsfeeds?group=Europe")
  const before = [await titles(page), await counts(page)]
  await page.waitForLoadState("networkidle")
  await page.context().setOffline(true)
  await page.getByRole("button", { name: "Mark all as read" }).click()
  const bar = page.locator("#unreachable")
  await bar.getByText("Quire can’t be reached, so nothing was saved. Please try again.").waitFor()
  expect([await titles(page), await counts(page)]).toEqual(before)
  await page.context().setOffline(false)
  await bar.getByRole("link", { name: "Try again" }).click()
  await page.getByText("Marked as read.").or(page.getByText("Marked 4 items as read")).first().waitFor()
})

describe("the marks of a guest", () => {
  it("are taken over by the account, and do not stay in the browser after signing out", async () => {
    const page = await openAs("guest", { javaScriptEnabled: false })
    await page.goto("/newsfeeds?group=Europe")
    await page.getByRole("button", { name: "Mark all as read" }).click()
    await page.getByText("Marked as read.").waitFor()
    await page.goto("/newsfeeds")
    await item(page, "Near item 4").getByRole("button", { name: "Mark as unread" }).click()
    await item(page, "Far item 2").getByRole("button", { name: "Mark as read" }).click()
    await item(page, "Far item 2").getByRole("button", { name: "Mark as unread" }).waitFor()
    expect(await counts(page)).toEqual({ All: "3", Europe: "1", Near: "1", Far: "2" })

    const { person } = await memberWithFollows()
    await enter(page.context(), library.site, person)
    await page.goto("/newsfeeds")
    expect(await counts(page)).toEqual({ All: "3", Europe: "1", Near: "1", Far: "2" })
    const names = async () => (await page.context().cookies()).map(({ name }) => name)
    expect(await names()).not.toContain("quire_read")
    await page.getByRole("button", { name: "Mark all as read" }).click()
    await page.getByText("Marked as read.").waitFor()
    expect(await names()).toContain("quire_undo")
    await page.locator("[data-member-menu]").hover()
    await page.locator("[data-member-menu]").getByRole("button", { name: "Sign out" }).click()
    await page.waitForURL(`${library.site.origin}/`)
    expect(await names()).not.toContain("quire_undo")
  })
})

describe("an older page of the newsfeed", () => {
  it("marks items without loading the page again", async () => {
    const { page } = await openPage(browser, { baseURL: library.site.origin })
    const { feedId } = await library.add("Long", hourly("Long", 60))
    const follows = encodeURIComponent(new URLSearchParams({ "": feedId }).toString())
    await page.context().addCookies([{ name: "quire_follows", value: follows, url: library.site.origin }])
    await page.goto("/newsfeeds")
    await page.getByRole("link", { name: "Older items" }).click()
    await page.waitForURL(/cursor=/)
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    await item(page, "Long item 55").getByRole("button", { name: "Mark as read" }).click()
    await item(page, "Long item 55").getByRole("button", { name: "Mark as unread" }).waitFor()
    await expect.poll(() => counts(page)).toEqual({ All: "59", Long: "59" })
    expect(await page.evaluate(() => "isSamePage" in globalThis)).toBe(true)
  })
})
