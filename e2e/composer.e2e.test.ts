import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { makeCreator } from "../core/channels/testing/makeCreator.ts"
import { LOCALES } from "../src/i18n/locales.ts"
import {
  accessibilityProblems,
  enter,
  launchBrowser,
  notice,
  openPage,
  sharedSite,
  type TestSite,
  WIDTHS,
} from "./lib/index.ts"

const COMPOSE = "/writers/compose"

let site: TestSite
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([sharedSite(), launchBrowser()])
})
afterAll(() => browser?.close())

const makeWriter = async (options: Parameters<TestSite["person"]>[0] = {}): Promise<TestPerson> => {
  const person = await site.person(options)
  await makeCreator(site.databaseUrl, person)
  return person
}
const openAs = async (person: TestPerson, options: Parameters<typeof openPage>[1] = {}): Promise<Page> => {
  const { page } = await openPage(browser, { baseURL: site.origin, ...options })
  await enter(page.context(), site, person)
  return page
}
const title = (page: Page) => page.getByLabel("Title", { exact: true })
const publicPart = (page: Page) => page.getByLabel("Public part")
const gatedPart = (page: Page) => page.getByLabel("Part for your readers")
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).last().click()

describe("the composer", () => {
  for (const javaScriptEnabled of [true, false])
    it(`saves, previews, publishes, hides and deletes a post (scripts: ${javaScriptEnabled}) [S7-099] [S7-115] [S7-116]`, {
      tags: javaScriptEnabled ? [] : ["long"],
    }, async () => {
      const page = await openAs(await makeWriter(), { javaScriptEnabled })
      await page.goto("/writers/managechannel")
      await page.getByRole("link", { name: "New post" }).click()
      await page.getByRole("heading", { level: 1, name: "New post" }).waitFor()
      await title(page).fill("Harbours in winter")
      await publicPart(page).fill("\nThe *first* part.\n\n- [x] done")
      await gatedPart(page).fill("# The rest\n\nOnly for **subscribers**.")
      await page.getByLabel("Who can read the second part").selectOption("2")
      await page.getByLabel("Tags").fill("Sea, Winter")
      await press(page, "Save draft")
      await notice(page, "Draft saved").waitFor()
      await page.getByRole("heading", { level: 1, name: "Edit post" }).waitFor()
      expect(await publicPart(page).inputValue()).toBe("The *first* part.\n\n- [x] done")
      if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])

      await publicPart(page).fill("The *second* try.")
      await press(page, "Guest")
      const preview = page.getByRole("region", { name: "As readers see it" })
      await preview.getByRole("heading", { name: "Harbours in winter" }).waitFor()
      await preview.locator("em", { hasText: "second" }).waitFor()
      await preview.getByText("More content required").waitFor()
      expect(await preview.getByText("Only for").count()).toBe(0)
      await press(page, "Subscriber")
      await preview.locator("strong", { hasText: "subscribers" }).waitFor()
      expect(await publicPart(page).inputValue()).toBe("The *second* try.")

      await press(page, "Publish")
      await notice(page, "Published").waitFor()
      await page.getByRole("link", { name: "Versions" }).waitFor()
      await press(page, "Hide")
      await notice(page, "Post hidden").waitFor()
      await press(page, "Show again")
      await notice(page, "Post is visible again").waitFor()

      await page.goto("/writers/managechannel")
      await page.locator("#posts").getByText("Published", { exact: true }).waitFor()
      await page.locator("#posts").getByRole("link", { name: "Harbours in winter" }).click()
      await page.getByText("Delete post", { exact: true }).first().click()
      await press(page, "Delete post")
      await notice(page, "Post deleted").waitFor()
      await page.getByText("No posts yet").waitFor()
    })

  it("keeps what is typed through a closed tab, and shows it in another browser", async () => {
    const person = await makeWriter()
    const page = await openAs(person)
    await page.goto(COMPOSE)
    await title(page).fill("Never saved")
    await publicPart(page).pressSequentially("Words that nobody saved")
    await page.getByText("All changes are saved").waitFor()
    expect(new URL(page.url()).searchParams.get("post")).not.toBeNull()
    const address = page.url()
    await page.close()
    const again = await openAs(person, { javaScriptEnabled: false })
    await again.goto(address)
    await again.getByText("These are your unsaved changes").waitFor()
    expect(await publicPart(again).inputValue()).toBe("Words that nobody saved")
    await press(again, "Save draft")
    await notice(again, "Draft saved").waitFor()
    expect(await again.getByText("These are your unsaved changes").count()).toBe(0)
  })

  it("keeps a copy in the browser while the server cannot be reached", async () => {
    const page = await openAs(await makeWriter())
    await page.goto(COMPOSE)
    await title(page).fill("Offline")
    await press(page, "Save draft")
    await notice(page, "Draft saved").waitFor()
    await page.route("**/api/Feed/AutosaveContent", (route) => route.abort())
    await publicPart(page).fill("Written on a train")
    await page.getByText("Your text is stored in this browser").waitFor()
    await page.reload()
    await page.getByText("Restored from this browser").waitFor()
    expect(await publicPart(page).inputValue()).toBe("Written on a train")
    await page.unroute("**/api/Feed/AutosaveContent")
    await publicPart(page).pressSequentially(".")
    await page.getByText("All changes are saved").waitFor()
  })

  it("tells a tab that another one changed the post", async () => {
    const page = await openAs(await makeWriter())
    await page.goto(COMPOSE)
    await title(page).fill("Two tabs")
    await press(page, "Save draft")
    await notice(page, "Draft saved").waitFor()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await publicPart(other).fill("From the other tab")
    await other.getByText("All changes are saved").waitFor()
    await publicPart(page).fill("From this tab")
    await page.getByText("This post was changed in another tab").waitFor()
    await page.getByRole("button", { name: "Keep this text" }).click()
    await page.getByText("All changes are saved").waitFor()
    await publicPart(other).fill("From the other tab again")
    await other.getByRole("button", { name: "Load that text" }).click()
    await expect.poll(() => publicPart(other).inputValue()).toBe("From this tab")
  })

  it("formats by toolbar and keyboard, and pastes rich text as Markdown", async () => {
    const page = await openAs(await makeWriter())
    await page.goto(COMPOSE)
    const text = publicPart(page)
    await text.fill("one two")
    await page.getByRole("toolbar", { name: "Formatting" }).waitFor()
    await text.press("Control+A")
    await text.press("Control+B")
    expect(await text.inputValue()).toBe("**one two**")
    await text.press("Control+Z")
    expect(await text.inputValue()).toBe("one two")
    await text.press("Control+A")
    await page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name: "List", exact: true }).click()
    await text.press("End")
    await text.press("Enter")
    await text.pressSequentially("three")
    expect(await text.inputValue()).toBe("- one two\n- three")
    await text.fill("")
    await text.evaluate((area) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData("text/html", '<h2>Title</h2><p>A <b>bold</b> <a href="https://a.example/">link</a></p>')
      area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
    })
    expect(await text.inputValue()).toBe("# Title\n\nA **bold** [link](https://a.example/)")
    await page.getByRole("button", { name: "Live preview" }).click()
    const preview = page.getByRole("region", { name: "As readers see it" })
    await preview.getByRole("heading", { level: 2, name: "Title" }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it("shows what is wrong beside its field, and keeps what was typed", async () => {
    const page = await openAs(await makeWriter(), { javaScriptEnabled: false })
    await page.goto(COMPOSE)
    await publicPart(page).fill("A text without a title")
    await press(page, "Publish")
    await page.locator("#title-problem").waitFor()
    expect(await publicPart(page).inputValue()).toBe("A text without a title")
  })

  it("schedules in the author's time zone, and cancels", async () => {
    const page = await openAs(await makeWriter(), { javaScriptEnabled: false })
    await page.goto(COMPOSE)
    await title(page).fill("Later")
    await publicPart(page).fill("Text")
    await page.getByText("Publish later", { exact: true }).click()
    const wall = `${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)}T09:30`
    await page.getByLabel("Date and time").fill(wall)
    await page.getByLabel("Time zone").selectOption("Asia/Tokyo")
    await press(page, "Schedule")
    await page.getByText("Will be published on").waitFor()
    expect(await page.getByLabel("Date and time").inputValue()).toBe(wall)
    expect(await page.getByLabel("Time zone").inputValue()).toBe("Asia/Tokyo")
    await press(page, "Cancel schedule")
    await notice(page, "Schedule cancelled").waitFor()
  })

  it("compares versions and restores an older one", async () => {
    const page = await openAs(await makeWriter(), { javaScriptEnabled: false })
    await page.goto(COMPOSE)
    await title(page).fill("Tides")
    for (const [text, said] of [
      ["High water at noon.", "Draft saved"],
      ["Low water at noon.", "Draft saved"],
    ] as const) {
      await publicPart(page).fill(text)
      await press(page, "Save draft")
      await notice(page, said).waitFor()
    }
    await page.getByRole("link", { name: "Versions" }).click()
    await page.getByRole("link", { name: "Show changes: Version 1" }).click()
    await page.locator("#changes del", { hasText: "High" }).waitFor()
    await page.locator("#changes ins", { hasText: "Low" }).waitFor()
    await page.getByRole("button", { name: "Restore: Version 1" }).click()
    await notice(page, "Version restored").waitFor()
    expect(await publicPart(page).inputValue()).toBe("High water at noon.")
  })

  for (const javaScriptEnabled of [true, false])
    it(`sets who may comment, before and after publication (scripts: ${javaScriptEnabled})`, {
      tags: javaScriptEnabled ? [] : ["long"],
    }, async () => {
      const page = await openAs(await makeWriter(), { javaScriptEnabled })
      await page.goto(COMPOSE)
      const level = page.getByLabel("Who can comment")
      expect(await level.inputValue()).toBe("0")
      await title(page).fill("Quiet")
      await publicPart(page).fill("Text")
      await level.selectOption("Nobody")
      await press(page, "Publish")
      await notice(page, "Published").waitFor()
      await page.locator("summary", { hasText: "Settings" }).click()
      expect(await level.inputValue()).toBe("4")
      const address = page.url()
      await page.getByRole("link", { name: "See post" }).click()
      expect(await page.getByLabel("Who can comment on this post?").inputValue()).toBe("4")
      await page.goto(address)
      await page.locator("summary", { hasText: "Settings" }).click()
      await level.selectOption("Premium subscribers")
      await press(page, "Save changes")
      await notice(page, "Changes saved").waitFor()
      await page.locator("summary", { hasText: "Settings" }).click()
      expect(await level.inputValue()).toBe("3")
    })

  it("does not overwrite a newer version without saying so", async () => {
    const person = await makeWriter()
    const page = await openAs(person, { javaScriptEnabled: false })
    await page.goto(COMPOSE)
    await title(page).fill("Two tabs")
    await press(page, "Save draft")
    await notice(page, "Draft saved").waitFor()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await publicPart(other).fill("From the other tab")
    await press(other, "Save draft")
    await notice(other, "Draft saved").waitFor()
    await publicPart(page).fill("From this tab")
    await press(page, "Save draft")
    await page.getByText("Version 2 was saved in the meantime").waitFor()
    expect(await publicPart(page).inputValue()).toBe("From this tab")
    await press(page, "Save draft")
    await notice(page, "Draft saved").waitFor()
    expect(await publicPart(page).inputValue()).toBe("From this tab")
  })

  it("does not open the posts of others", async () => {
    const page = await openAs(await makeWriter(), { javaScriptEnabled: false })
    await page.goto(COMPOSE)
    await title(page).fill("Mine")
    await press(page, "Save draft")
    await notice(page, "Draft saved").waitFor()
    const address = page.url()
    const stranger = await openAs(await makeWriter())
    for (const path of [address, address.replace("compose", "versions")]) {
      // The notice is shown for five seconds, and the pictures of the page may take longer.
      await stranger.goto(path, { waitUntil: "commit" })
      await notice(stranger, "Sorry, broken link").waitFor()
      expect(new URL(stranger.url()).pathname).toBe("/")
    }
  })

  for (const locale of LOCALES)
    it(`is complete in ${locale}, and not too wide on a phone`, { tags: locale === "de" ? [] : ["long"] }, async () => {
      const page = await openAs(await makeWriter({ locale }), { width: WIDTHS.phone, locale })
      await page.goto(COMPOSE)
      expect(await page.locator("html").getAttribute("lang")).toBe(locale)
      expect(await page.locator("main").textContent()).not.toMatch(/compose\.\w/)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTHS.phone)
      await page.locator("#title").fill("Häfen im Winter")
      await page.locator("#preview").fill("Text")
    })
})
