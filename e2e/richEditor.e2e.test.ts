import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { makeCreator } from "../core/channels/testing/makeCreator.ts"
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

let site: TestSite
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([sharedSite(), launchBrowser()])
})
afterAll(() => browser?.close())

const openComposer = async (
  options: Parameters<typeof openPage>[1] & { readonly person?: TestPerson } = {},
): Promise<Page> => {
  const {
    person = await site.person(options.locale === undefined ? {} : { locale: options.locale as "de" }),
    ...rest
  } = options
  await makeCreator(site.databaseUrl, person)
  const { page } = await openPage(browser, { baseURL: site.origin, ...rest })
  await enter(page.context(), site, person)
  await page.goto("/writers/compose")
  return page
}
const markdown = (page: Page, name = "preview") => page.locator(`textarea[name=${name}]`).inputValue()
const rich = (page: Page) => page.getByRole("textbox", { name: "Public part" })
const tool = (page: Page, name: string) =>
  page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name, exact: true })
const switchTo = async (page: Page, mode: "Rich text" | "Markdown") => {
  await page.locator("#title").click()
  await page.getByRole("button", { name: mode, exact: true }).click()
}
/** Writes Markdown and opens it in the rich editor. */
const openRich = async (page: Page, text: string): Promise<void> => {
  await page.locator("textarea[name=preview]").fill(text)
  await switchTo(page, "Rich text")
  await page.locator(".ProseMirror").first().waitFor()
}
const paste = (page: Page, data: Readonly<Record<string, string>>) =>
  rich(page).evaluate((element, given) => {
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text)
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
  }, data)

describe("the rich editor", () => {
  it("shows Markdown as it will look, and writes Markdown [S7-099]", async () => {
    const page = await openComposer()
    await openRich(page, "# Head\n\nOne *two* **three**.\n\n- [ ] open\n- [x] done\n\n| a | b |\n| - | - |\n| 1 | 2 |")
    expect(await accessibilityProblems(page)).toEqual([])
    const text = rich(page)
    await text.getByRole("heading", { level: 2, name: "Head" }).waitFor()
    await text.locator("em", { hasText: "two" }).waitFor()
    expect(await text.getByRole("checkbox").count()).toBe(2)
    // Untouched, the text stays as it was written.
    expect(await markdown(page)).toContain("| - | - |")
    await text.getByRole("checkbox").first().check()
    await expect.poll(() => markdown(page)).toContain("- [x] open\n- [x] done")
    await page.getByText("All changes are saved").waitFor()
    await switchTo(page, "Markdown")
    expect(await page.locator("textarea[name=preview]").isVisible()).toBe(true)
    expect(await markdown(page)).toContain("# Head\n\nOne *two* **three**.")
  })

  it("formats by buttons and keyboard, and says which formats the selection has", async () => {
    const page = await openComposer()
    await openRich(page, "one two")
    const text = rich(page)
    await text.click()
    await text.press("Control+A")
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe("one two")
    await text.press("Control+B")
    await expect.poll(() => markdown(page)).toBe("**one two**")
    await expect.poll(() => tool(page, "Bold").getAttribute("aria-pressed")).toBe("true")
    await tool(page, "Strikethrough").click()
    await expect.poll(() => markdown(page)).toBe("**~~one two~~**")
    await tool(page, "Undo").click()
    await tool(page, "Undo").click()
    await expect.poll(() => markdown(page)).toBe("one two")
    await text.press("End")
    await tool(page, "Quote").click()
    await tool(page, "Numbered list").click()
    await expect.poll(() => markdown(page)).toBe("> 1. one two")
    await text.press("Control+A")
    await tool(page, "Link").click()
    await page.getByRole("dialog", { name: "Link" }).getByLabel("Address").fill("example.org/a")
    await page.getByRole("button", { name: "OK" }).click()
    await expect.poll(() => markdown(page)).toBe("> 1. [one two](https://example.org/a)")
    await text.press("End")
    await tool(page, "Footnote").click()
    await page.keyboard.type("A note")
    await expect.poll(() => markdown(page)).toBe("> 1. [one two](https://example.org/a)[^1]\n\n[^1]: A note")
  })

  it("turns typed Markdown into formats, and inserts by a menu at a slash", async () => {
    const page = await openComposer()
    await openRich(page, "")
    await rich(page).click()
    await page.keyboard.type("# Sea\n- one\ntwo\n\nA **bold** word\n")
    await expect.poll(() => markdown(page)).toBe("# Sea\n\n- one\n- two\n\nA **bold** word")
    await page.keyboard.type("/")
    const menu = page.getByRole("menu", { name: "Insert" })
    await menu.waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press("t")
    await page.keyboard.press("t")
    await page.keyboard.press("Enter")
    await page.keyboard.type("Port")
    await page.keyboard.press("Tab")
    await page.keyboard.type("Ships")
    await tool(page, "Add row").click()
    await tool(page, "Delete column").click()
    await expect.poll(() => markdown(page)).toMatch(/\| Port \| {2}\|\n\| --- \| --- \|/)
    await tool(page, "Delete table").click()
    await page.keyboard.press("Control+End")
    await page.keyboard.type("/")
    await menu.waitFor()
    await page.keyboard.press("Escape")
    await page.keyboard.type("x")
    await expect.poll(() => markdown(page)).toMatch(/\n\n\/x$/)
  })

  it("cleans what is pasted", async () => {
    const page = await openComposer()
    await openRich(page, "")
    await rich(page).click()
    await paste(page, {
      "text/html":
        '<h2>Title</h2><script>alert(1)</script><p style="color:red" onclick="alert(1)">A <b>bold</b> <a href="https://a.example/">link</a> <a href="javascript:alert(1)">bad</a></p><table><tr><td>a</td><td>b</td></tr><tr><td>1</td></tr></table><img src="https://x.example/p.png" alt="Pic">',
    })
    await expect
      .poll(() => markdown(page))
      .toBe(
        "# Title\n\nA **bold** [link](https://a.example/) bad\n\n| a | b |\n| --- | --- |\n| 1 |  |\n\n[Pic](https://x.example/p.png)",
      )
    await page.keyboard.press("Control+A")
    await page.keyboard.press("Backspace")
    await paste(page, { "text/plain": "https://example.org/story" })
    await expect.poll(() => markdown(page)).toBe("https://example.org/story")
    // A selected card has a line below it on Enter.
    await rich(page).locator(".link-card").click()
    await page.keyboard.press("Enter")
    await page.keyboard.type("/")
    await page.getByRole("menuitem", { name: "Divider" }).click()
    await expect.poll(() => markdown(page)).toBe("https://example.org/story\n\n---")
  })

  it("refuses what it would lose, and says why", async () => {
    const page = await openComposer()
    await page.locator("textarea[name=gated]").fill("a[^1]\n\n[^1]: one\n\n[^1]: two")
    await switchTo(page, "Rich text")
    await page.getByText("“Part for your readers” has two footnotes of the same name.").waitFor()
    expect(await page.locator("textarea[name=gated]").isVisible()).toBe(true)
    expect(await markdown(page, "gated")).toBe("a[^1]\n\n[^1]: one\n\n[^1]: two")
  })

  it("is remembered, and loaded after the first touch alone", async () => {
    const page = await openComposer()
    await page.locator("#title").fill("Remembered")
    await openRich(page, "Some words")
    await page.getByRole("button", { name: "Save draft" }).last().click()
    await notice(page, "Draft saved").waitFor()
    // Reload with the mode remembered.
    await page.reload()
    await page.getByRole("heading", { level: 1, name: "Edit post" }).waitFor()
    const loaded = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .filter(({ name }) => name.endsWith(".js"))
          .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
      )
    expect(await page.locator(".ProseMirror").count()).toBe(0)
    const before = await loaded()
    await page.locator("#title").click()
    await page.locator(".ProseMirror").first().waitFor()
    expect((await loaded()) - before).toBeGreaterThan(50_000)
    await rich(page).click()
    await page.keyboard.press("Control+End")
    await page.keyboard.type(" more")
    await page.getByRole("button", { name: "Save draft" }).last().click()
    await notice(page, "Draft saved").waitFor()
    expect(await markdown(page)).toBe("Some words more")
  })

  it("fits a phone, in German", async () => {
    const page = await openComposer({ width: WIDTHS.phone, locale: "de" })
    await page
      .locator("textarea[name=preview]")
      .fill("# Hafen\n\n| a | b | c | d |\n| - | - | - | - |\n| 1 | 2 | 3 | 4 |")
    await page.locator("#title").click()
    await page.getByRole("button", { name: "Formatierter Text" }).click()
    await page.locator(".ProseMirror").first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTHS.phone)
    await page.locator(".ProseMirror h2").click()
    expect(await page.locator("main").textContent()).not.toMatch(/compose\.\w/)
    expect(await accessibilityProblems(page)).toEqual([])
  })
})
