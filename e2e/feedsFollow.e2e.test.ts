import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  hourly,
  keptFollows,
  launchBrowser,
  NAMES,
  notedFollows,
  notice,
  openPage,
  sharedLibrary,
  type TestLibrary,
  toldFollows,
} from "./lib/index.ts"

/** No other file publishes in Portuguese. */
const DIRECTORY = "/channel?language=PT"

let library: TestLibrary
let browser: Browser

beforeAll(async () => {
  ;[library, browser] = await Promise.all([sharedLibrary({ language: "pt" }), launchBrowser()])
  for (const name of NAMES) await library.add(name, hourly(name, 3))
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

const openAs = async (options: Parameters<typeof openPage>[1] = {}): Promise<Page> =>
  (await openPage(browser, { baseURL: library.site.origin, ...options })).page

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
const follow = async (page: Page, ...names: ReadonlyArray<string>) => {
  if (!page.url().includes("/channel")) await page.goto(DIRECTORY)
  for (const name of names) {
    await button(page, `Follow ${name}`).click()
    await button(page, `Unfollow ${name}`).waitFor()
    // Checks the attribute, not visibility: a dialog that was just closed is still fading out.
    const first = page.locator("#first-follow[open]")
    if ((await first.count()) > 0) await first.getByRole("button", { name: "Continue as a guest" }).click()
  }
}
/** A new browser that starts with the stored state of an older one. */
const restarted = async (context: BrowserContext, options: Parameters<typeof openPage>[1] = {}) =>
  openAs({ storageState: await context.storageState(), ...options })

describe("following", () => {
  it("[S4-023] [S8-003] says where the first follow is stored and offers to sign in, then shows Success for each", async () => {
    const page = await openAs()
    await page.goto(DIRECTORY)
    await button(page, "Follow Alpha").click()
    const dialog = page.getByRole("dialog", { name: "Saved in this browser" })
    await dialog.waitFor()
    expect(await dialog.textContent()).toContain("Your follows are saved in this browser. Sign in to sync them.")
    expect(await dialog.getByRole("link", { name: "Sign In" }).getAttribute("href")).toBe("/signin")
    await notice(page, "Success").waitFor()
    await dialog.getByRole("button", { name: "Continue as a guest" }).click()
    await button(page, "Follow Bravo").click()
    await button(page, "Unfollow Bravo").waitFor()
    expect(await page.locator("#first-follow[open]").count()).toBe(0)
    await page.reload()
    await button(page, "Unfollow Alpha").click()
    await button(page, "Follow Alpha").waitFor()
    await notice(page, "Success").waitFor()
  })

  it("offers to undo an unfollow, which brings the feed back into its group", async () => {
    const page = await openAs()
    await follow(page, "Alpha", "Bravo")
    await page.goto("/newsfeeds/follows")
    await page.getByLabel("New group").fill("Europe")
    await page.keyboard.press("Enter")
    await page.getByRole("region", { name: "Europe" }).waitFor()
    await page.getByLabel("Group of Alpha").selectOption("Europe")
    await expect.poll(() => notedFollows(page)).toEqual(["Bravo", "Alpha@Europe"])
    await page.goto(DIRECTORY)
    await button(page, "Unfollow Alpha").click()
    await button(page, "Follow Alpha").waitFor()
    await page.getByRole("button", { name: "Undo" }).click()
    await button(page, "Unfollow Alpha").waitFor()
    expect(await notedFollows(page)).toEqual(["Bravo", "Alpha@Europe"])
  })

  it("offers the reader's groups beside the button of a new follow", async () => {
    const page = await openAs()
    await follow(page, "Alpha")
    expect(await page.getByLabel("Group for Alpha").count()).toBe(0)
    await page.goto("/newsfeeds/follows")
    await page.getByLabel("New group").fill("Europe")
    await page.keyboard.press("Enter")
    await page.getByRole("region", { name: "Europe" }).waitFor()
    await page.goto(DIRECTORY)
    await follow(page, "Bravo")
    await page.getByLabel("Group for Bravo").selectOption("Europe")
    await expect.poll(() => notedFollows(page)).toEqual(["Alpha", "Bravo@Europe"])
    await button(page, "Unfollow Bravo").click()
    await button(page, "Follow Bravo").waitFor()
    await expect.poll(() => page.getByLabel("Group for Bravo").count()).toBe(0)
  })

  it("[S1-007] [S3-032] keeps follows in local storage across a reload and a restart", async () => {
    const page = await openAs()
    await follow(page, "Alpha", "Bravo")
    await page.reload()
    await button(page, "Unfollow Alpha").waitFor()
    const again = await restarted(page.context())
    await again.goto(DIRECTORY)
    await button(again, "Unfollow Bravo").waitFor()
    expect(await notedFollows(again)).toEqual(["Alpha", "Bravo"])
    const group = await again.evaluate(() => JSON.parse(localStorage.getItem("quire:userGroup") ?? "null"))
    expect(Object.keys(group).sort()).toEqual(["feedListData", "groupData", "loadData"])
    expect(group.feedListData.map(({ feedName }: { feedName: string }) => feedName)).toEqual(["Alpha", "Bravo"])
  })

  it("[S3-004] stores the fields that the specification names for each follow", async () => {
    const page = await openAs()
    await follow(page, "Alpha")
    const [stored] = await keptFollows(page)
    expect(Object.keys(stored ?? {}).sort()).toEqual(
      "code contentType description feedId follow groupName iconUrl id lastUpdated recentUpdate subsribers tags title url".split(
        " ",
      ),
    )
  })

  it("[S8-001] [S6-004] stops at the tenth feed with the exact message", async () => {
    const page = await openAs()
    const [eleventh = "", ...ten] = NAMES
    await follow(page, ...ten)
    await button(page, `Follow ${eleventh}`).click()
    await notice(page, "An unregistered user can follow up to 10 CCs.").waitFor()
    expect(await notedFollows(page)).toEqual(ten)
    await button(page, `Follow ${eleventh}`).waitFor()
    expect(await toldFollows(page)).toEqual({ "": 10 })
  })

  it("shows the same state in every tab and in the menu's count", async () => {
    const page = await openAs()
    await page.goto(DIRECTORY)
    const other = await page.context().newPage()
    await other.goto(DIRECTORY)
    await follow(page, "Charlie")
    await button(other, "Unfollow Charlie").waitFor()
    await other.locator("[data-follow-count]", { hasText: "1 followed feed" }).waitFor({ state: "attached" })
  })

  it("[S4-051] restores the cookie from local storage, and reloads the page that needs it", async () => {
    const page = await openAs()
    await follow(page, "Delta")
    await page.context().clearCookies({ name: "quire_follows" })
    await page.goto("/newsfeeds")
    await page.getByRole("link", { name: "Delta item 1" }).waitFor()
    expect(await toldFollows(page)).toEqual({ "": 1 })
  })
})

describe("following without scripts", () => {
  it("removes the feed from the popular ones, which recommend others", async () => {
    const page = await openAs({ javaScriptEnabled: false })
    const popular = page.getByRole("region", { name: "Popular feeds" })
    const shown = async () => {
      await page.goto("/")
      return popular
        .locator("[data-preview]")
        .evaluateAll((links) => links.map((link) => link.getAttribute("data-preview")))
    }
    // Pages count popular feeds every 15 seconds.
    await expect.poll(async () => (await shown()).length, { timeout: 40_000 }).toBeGreaterThan(1)
    const first = await popular.locator("[data-preview]").first().getAttribute("data-preview")
    await Promise.all([
      page.waitForResponse((response) => response.request().method() === "POST"),
      popular.getByRole("button").first().click(),
    ])
    expect(await shown()).not.toContain(first)
    expect(await popular.getByRole("button", { name: /^Unfollow/ }).count()).toBe(0)
  })

  it("[S8-003] follows and unfollows through forms, and scripts take over the changes", async () => {
    const first = await openAs()
    await follow(first, "Alpha", "Bravo")
    const plain = await restarted(first.context(), { javaScriptEnabled: false })
    await plain.goto(DIRECTORY)
    await button(plain, "Follow Echo").click()
    await plain.getByText("Success", { exact: true }).waitFor()
    await button(plain, "Unfollow Alpha").click()
    await plain.waitForLoadState()
    expect(await plain.getByRole("button", { name: /^Unfollow/ }).count()).toBe(2)
    const scripted = await restarted(plain.context())
    await scripted.goto(DIRECTORY)
    await expect.poll(() => notedFollows(scripted)).toEqual(["Bravo", "Echo"])
    expect(await toldFollows(scripted)).toEqual({ "": 2 })
  })

  it("[S4-023] [S8-001] [S8-002] says where follows are stored, and what the limits are", async () => {
    const page = await openAs({ javaScriptEnabled: false })
    await page.goto(DIRECTORY)
    const [eleventh = "", ...ten] = NAMES
    for (const name of ten) {
      await button(page, `Follow ${name}`).click()
      if (name !== ten[0]) continue
      await page.waitForLoadState()
      expect(await page.locator("#toasts").textContent()).toContain("Your follows are saved in this browser")
    }
    await button(page, `Follow ${eleventh}`).click()
    await page.waitForLoadState()
    expect(await page.locator("#toasts").textContent()).toContain("An unregistered user can follow up to 10 CCs.")
    await page.goto("/newsfeeds/follows")
    for (const name of ["One", "Two", "Three", "Four"]) {
      await page.getByLabel("New group").fill(name)
      await button(page, "Create").click()
    }
    await page.waitForLoadState()
    expect(await page.locator("#toasts").textContent()).toContain("An unregistered user create up to 3 groups.")
    expect(await page.getByRole("heading", { level: 2 }).allInnerTexts()).not.toContain("Four")
  })
})
