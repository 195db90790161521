import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addFeed, enter, launchBrowser, openPage, sharedLibrary, type TestLibrary, WIDTHS } from "./lib/index.ts"

let library: TestLibrary
let browser: Browser
let feedId: string

beforeAll(async () => {
  ;[library, browser] = await Promise.all([sharedLibrary(), launchBrowser()])
  const items = ["Tides", "Locks"].map(
    (title, index) => `<item><title>${title}</title><guid>${title}</guid><link>https://canal.example/${index}</link>
      <pubDate>${new Date(Date.now() - (index + 1) * 3_600_000).toUTCString()}</pubDate>
      <description><![CDATA[<p>The canal <b>opens</b> in spring. Boats wait at ${title}.</p>]]></description></item>`,
  )
  const feed = `<rss version="2.0"><channel><title>Canal</title><language>en</language>${items.join("")}</channel></rss>`
  feedId = (await addFeed(library.site, library.publisher.serve("/canal.xml", "application/rss+xml", feed))).feedId
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

/** A member's article page. */
const openAsMember = async (options: Parameters<typeof openPage>[1] = {}) => {
  const { page } = await openPage(browser, { baseURL: library.site.origin, ...options })
  await enter(page.context(), library.site, await library.site.person())
  await page.goto(`/detail/${feedId}`)
  await page.getByRole("link", { name: "Tides" }).first().click()
  await page.getByRole("heading", { level: 1, name: "Tides" }).waitFor()
  return page
}

describe("notes on saved items", () => {
  it("are written without scripts and filter the saved items", async () => {
    const page = await openAsMember({ javaScriptEnabled: false, width: WIDTHS.phone })
    const notes = page.getByRole("region", { name: "Your tags and note" })
    await notes.locator("summary").click()
    await notes.getByLabel("Tags").fill("Rivers, to quote")
    await notes.getByLabel("Note").fill("For Sunday")
    await notes.getByRole("button", { name: "Save note" }).click()
    await page.getByRole("button", { name: "Saved: Tides" }).waitFor()
    await page.goto("/newsfeeds/saved")
    const filter = page.getByRole("navigation", { name: "Tags" })
    await filter.getByRole("link", { name: "#rivers 1" }).click()
    await page.getByText("For Sunday").waitFor()
    await page.goto("/newsfeeds/saved?tag=other")
    expect(await page.getByRole("link", { name: "Tides" }).count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(WIDTHS.phone)
  })

  it("include passages that are selected in the article and marked when it is opened again", async () => {
    const page = await openAsMember()
    await page.evaluate(() => {
      const text = document.querySelector("#article p")
      if (text !== null) getSelection()?.selectAllChildren(text)
    })
    await page.locator("[data-mark]").click()
    await page.locator("[data-highlight]", { hasText: "The canal opens in spring. Boats wait at Tides." }).waitFor()
    await page.reload()
    const marked = () => page.evaluate(() => [...(CSS.highlights.get("saved") ?? [])].map((range) => String(range)))
    await expect.poll(marked).toEqual(["The canal opens in spring. Boats wait at Tides."])
    await page.getByRole("button", { name: "Remove highlight" }).click()
    await expect.poll(marked).toEqual([])
  })
})
