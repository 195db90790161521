import { readFileSync } from "node:fs"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  accessibilityProblems,
  hourly,
  launchBrowser,
  NAMES,
  notedFollows,
  notice,
  openPage,
  sharedLibrary,
  type TestLibrary,
  toldFollows,
} from "./lib/index.ts"

const SHOWN = NAMES.slice(0, 4)

let library: TestLibrary
let browser: Browser
const ids = new Map<string, string>()

beforeAll(async () => {
  ;[library, browser] = await Promise.all([sharedLibrary(), launchBrowser()])
  for (const name of SHOWN) ids.set(name, (await library.add(name, hourly(name, 2))).feedId)
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

/** Opens the follows page in a browser with the given follows: `Alpha@Europe`, `@Empty`. */
const openFollows = async (...notes: ReadonlyArray<string>): Promise<Page> => {
  const groups = new URLSearchParams()
  for (const note of notes) {
    const [name = "", group = ""] = note.split("@")
    const before = groups.get(group)
    groups.set(group, [before, ids.get(name)].filter(Boolean).join("."))
  }
  const { page } = await openPage(browser, { baseURL: library.site.origin })
  const value = encodeURIComponent(groups.toString())
  await page.context().addCookies([{ name: "quire_follows", value, url: library.site.origin }])
  await page.goto("/newsfeeds/follows")
  await expect.poll(() => notedFollows(page)).toHaveLength(notes.length)
  return page
}
const group = (page: Page, name: string) => page.getByRole("region", { name, exact: true })
const create = async (page: Page, name: string) => {
  await page.getByLabel("New group").fill(name)
  await page.getByRole("button", { name: "Create" }).click()
}

describe("groups", () => {
  it("[S8-002] [S6-004] are limited to three, and a fourth is refused with the exact message", async () => {
    const page = await openFollows("Alpha")
    for (const name of ["One", "Two", "Three"]) {
      await create(page, name)
      await group(page, name).waitFor()
    }
    await create(page, "Four")
    await notice(page, "An unregistered user create up to 3 groups.").waitFor()
    expect(await notedFollows(page)).toEqual(["Alpha", "@One", "@Two", "@Three"])
  })

  it("[S3-005] are stored as an item without an id when empty", async () => {
    const page = await openFollows("Alpha")
    await create(page, "Empty")
    await group(page, "Empty").getByText("No feeds in this group yet.").waitFor()
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("quire:followList") ?? "[]"))
    expect(stored[1]).toMatchObject({ id: "", groupName: "Empty" })
    expect(await toldFollows(page)).toEqual({ "": 1, Empty: 0 })
  })

  it("[S4-025] are renamed with all their items, and a taken name is refused", async () => {
    const page = await openFollows("Alpha@Europe", "Bravo@Europe", "Charlie@Asia")
    const europe = group(page, "Europe")
    await europe.getByText("Rename", { exact: true }).click()
    const name = europe.getByLabel("Group name")
    await name.fill("asia")
    await europe.getByRole("button", { name: "Save" }).click()
    await europe.getByText("A group with this name already exists.").waitFor()
    await name.fill("Near home")
    await name.press("Enter")
    await group(page, "Near home").waitFor()
    expect(await notedFollows(page)).toEqual(["Alpha@Near home", "Bravo@Near home", "Charlie@Asia"])
    await page.goto("/newsfeeds")
    await page
      .getByRole("navigation", { name: "Groups" })
      .getByRole("link", { name: /Near home/ })
      .waitFor()
  })

  it("[S4-026] are deleted with all their items, after a confirmation", async () => {
    const page = await openFollows("Alpha@Europe", "Bravo", "Charlie@Europe")
    const europe = group(page, "Europe")
    await europe.getByText("Delete", { exact: true }).first().click()
    await europe.getByLabel("Also unfollow its feeds").check()
    await europe.getByRole("button", { name: "Delete", exact: true }).click()
    await europe.waitFor({ state: "detached" })
    expect(await notedFollows(page)).toEqual(["Bravo"])
  })

  it.each([true, false])(
    "are deleted without their feeds, unless the question is cancelled, with scripts %s",
    async (scripts) => {
      const first = await openFollows("Alpha@Europe", "Bravo", "Charlie@Europe")
      const storageState = await first.context().storageState()
      const { page } = await openPage(browser, {
        baseURL: library.site.origin,
        javaScriptEnabled: scripts,
        storageState,
      })
      await page.goto("/newsfeeds/follows")
      const europe = group(page, "Europe")
      const question = europe.getByText("Delete the group “Europe”? Its feeds stay in your newsfeed.")
      await europe.getByText("Delete", { exact: true }).first().click()
      await question.waitFor()
      await europe.getByRole("link", { name: "Cancel" }).click()
      await question.waitFor({ state: "hidden" })
      await europe.getByText("Delete", { exact: true }).first().click()
      await europe.getByRole("button", { name: "Delete", exact: true }).click()
      await europe.waitFor({ state: "detached" })
      expect(await toldFollows(page)).toEqual({ "": 3 })
    },
  )

  it("[S4-024] remain when their last feed is removed", async () => {
    const page = await openFollows("Alpha@Europe", "Bravo@Asia")
    await page.getByRole("button", { name: "Unfollow Alpha" }).click()
    await group(page, "Europe").getByText("No feeds in this group yet.").waitFor()
    await page.getByLabel("Group of Bravo").selectOption("Europe")
    await group(page, "Asia").getByText("No feeds in this group yet.").waitFor()
    expect(await notedFollows(page)).toEqual(["Bravo@Europe", "@Asia"])
  })

  it("are created and filled with the keyboard alone", async () => {
    const page = await openFollows("Alpha")
    await page.getByLabel("New group").focus()
    await page.keyboard.type("Quiet")
    await page.keyboard.press("Enter")
    await group(page, "Quiet").waitFor()
    await page.getByLabel("Group of Alpha").focus()
    await page.keyboard.type("Q")
    await page.keyboard.press("Tab")
    await expect.poll(() => notedFollows(page)).toEqual(["Alpha@Quiet"])
  })

  it("are all cleared at once, after a confirmation", async () => {
    const page = await openFollows("Alpha@Europe", "@Empty", "Bravo")
    await page.getByText("Remove everything").first().click()
    await page.getByText("Remove all follows and groups from this browser?").waitFor()
    await page.getByRole("button", { name: "Remove everything" }).click()
    await expect.poll(() => notedFollows(page)).toEqual([])
    expect(await toldFollows(page)).toEqual({})
  })

  it.each(["light", "dark"] as const)("are accessible on their page in the %s theme", async (colorScheme) => {
    const page = await openFollows("Alpha@Europe", "Bravo", "@Empty")
    await page.emulateMedia({ colorScheme })
    await group(page, "Europe").getByText("Rename", { exact: true }).click()
    await group(page, "Europe").getByLabel("Group name").waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
  })
})

describe("a feed list file", () => {
  it("transfers follows and groups from one browser to another", async () => {
    const page = await openFollows("Alpha@Europe", "Bravo@Europe", "Charlie", "@Later")
    const downloading = page.waitForEvent("download")
    await page.getByRole("link", { name: "Export as OPML" }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe("quire-follows.opml")
    const path = await download.path()
    expect(readFileSync(path, "utf8")).toContain(`xmlUrl="${library.publisher.base}/Alpha/feed.xml"`)

    const other = await openFollows("Delta@Asia")
    await other
      .getByLabel("OPML file")
      .setInputFiles({ name: "a.opml", mimeType: "text/x-opml", buffer: readFileSync(path) })
    await other.getByRole("button", { name: "Import" }).click()
    await other.getByText("You now follow 3 more feeds.").waitFor()
    // The list on the page updates its counts without a reload.
    await other.getByText("4 of 10 feeds").waitFor()
    const expected = ["@Later", "Alpha@Europe", "Bravo@Europe", "Charlie", "Delta@Asia"]
    await expect.poll(async () => [...(await notedFollows(other))].sort()).toEqual(expected)
  })

  it("says why a feed of the file could not be read, and retries it", async () => {
    const page = await openFollows("Alpha")
    const list = `<opml version="2.0"><body><outline text="Gone" xmlUrl="${library.publisher.base}/Gone/feed.xml"/></body></opml>`
    await page
      .getByLabel("OPML file")
      .setInputFiles({ name: "a.opml", mimeType: "text/xml", buffer: Buffer.from(list) })
    await page.getByRole("button", { name: "Import" }).click()
    await page.getByText("1 feed couldn’t be read:").waitFor()
    expect(await page.getByRole("listitem").filter({ hasText: "Gone:" }).textContent()).toMatch(/^Gone: .{10}/)
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByText("1 feed couldn’t be read:").waitFor()
  })

  it("is rejected if it is not a feed list, and works without scripts", async () => {
    const page = await openFollows("Alpha")
    await page
      .getByLabel("OPML file")
      .setInputFiles({ name: "a.opml", mimeType: "text/xml", buffer: Buffer.from("<p>no") })
    await page.getByRole("button", { name: "Import" }).click()
    await page.getByText("This file isn’t an OPML list.").waitFor()

    const plain = (await openPage(browser, { baseURL: library.site.origin, javaScriptEnabled: false })).page
    await plain.goto("/newsfeeds/follows")
    const list = `<opml version="2.0"><body><outline text="Asia"><outline text="Bravo" xmlUrl="${library.publisher.base}/Bravo/feed.xml"/></outline></body></opml>`
    await plain
      .getByLabel("OPML file")
      .setInputFiles({ name: "a.opml", mimeType: "text/xml", buffer: Buffer.from(list) })
    await plain.getByRole("button", { name: "Import" }).click()
    await plain.waitForLoadState()
    expect(await plain.locator("#toasts").textContent()).toContain("The list was imported.")
    expect(await group(plain, "Asia").getByRole("link", { name: "Bravo", exact: true }).isVisible()).toBe(true)
  })
})
