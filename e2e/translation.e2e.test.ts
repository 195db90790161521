import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type EngineServer, startChatServer } from "../core/library/assist/testing/engines.ts"
import { accessibilityProblems, launchBrowser, openPage, startLibrary, type TestLibrary, WIDTHS } from "./lib/index.ts"

let engine: EngineServer
let library: TestLibrary
let browser: Browser
let path: string

beforeAll(async () => {
  engine = await startChatServer({ post: (text, system) => `${/into (\w+)/.exec(system)?.[1]}: ${text.toUpperCase()}` })
  const env = { AI_URL: `${engine.url}/v1`, AI_MODEL: "tiny" }
  ;[library, browser] = await Promise.all([startLibrary(env), launchBrowser()])
  const feed = await library.add("River", [{ key: "low", title: ARTICLE_TITLE, published: new Date() }])
  const { items } = await previewOf(feed.feedId)
  path = `/newsfeeds/newsdetail?id=${items[0]?.id}`
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([library?.stop(), engine?.close()])
})

const ARTICLE_TITLE = "What the river says"
const previewOf = async (feedId: string) => {
  const answer = await fetch(`${library.site.origin}/api/Feed/PreviewFeed`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ feedId }),
  })
  return ((await answer.json()) as { data: { items: ReadonlyArray<{ id: string }> } }).data
}

const open = async (options: Parameters<typeof openPage>[1] = {}) => {
  const watched = await openPage(browser, { baseURL: library.site.origin, ...options })
  await watched.page.goto(path)
  return watched
}
const rows = (page: Page) =>
  page
    .locator("#translation .part")
    .evaluateAll((all) =>
      all.map((row) => [...row.children].map((text) => `${text.getAttribute("lang") ?? ""} ${text.textContent}`)),
    )

describe("a translation", () => {
  it.each([true, false])("appears beside the original (scripts: %s)", async (javaScriptEnabled) => {
    const { page, problems } = await open({ javaScriptEnabled })
    const original = page.locator("#article")
    await page.getByLabel("Translate into").selectOption("日本語")
    await page.getByRole("button", { name: "Translate" }).click()
    await page.getByText("Machine translation. It may contain mistakes.").waitFor()
    await page.waitForLoadState()
    expect(await rows(page)).toEqual([
      [` ${ARTICLE_TITLE}`, `ja Japanese: ${ARTICLE_TITLE.toUpperCase()}`],
      [` About ${ARTICLE_TITLE}.`, `ja Japanese: ABOUT ${ARTICLE_TITLE.toUpperCase()}.`],
    ])
    const boxes = await page.locator("#translation .part").first().locator("p").all()
    const [left, right] = await Promise.all(boxes.map((box) => box.boundingBox()))
    expect(right?.y).toBe(left?.y)
    expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0))
    expect(await original.isVisible()).toBe(false)
    if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole("link", { name: "Show only the original" }).click()
    await original.waitFor()
    expect(await page.locator("#translation").isVisible()).toBe(false)
    expect(problems).toEqual([])
  })

  it("appears below the original on a phone, and is not too wide", async () => {
    const { page } = await open({ width: WIDTHS.phone, colorScheme: "dark" })
    await page.getByRole("button", { name: "Translate" }).click()
    await page.getByText("Machine translation. It may contain mistakes.").waitFor()
    const boxes = await page.locator("#translation .part").first().locator("p").all()
    const [first, second] = await Promise.all(boxes.map((box) => box.boundingBox()))
    expect(second?.x).toBe(first?.x)
    expect(second?.y).toBeGreaterThan(first?.y ?? 0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTHS.phone)
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it.each([
    ["de-DE", "Übersetzen in", "Übersetzen", "Maschinelle Übersetzung. Sie kann Fehler enthalten.", "German"],
    ["zh-CN", "翻译成", "翻译", "由机器翻译，可能有误。", "Simplified"],
    ["zh-TW", "翻譯成", "翻譯", "由機器翻譯，可能有誤。", "Traditional"],
  ])(
    "is offered in the reader's language, with labels in that language: %s",
    async (locale, label, button, note, language) => {
      const { page } = await open({ locale })
      await page.getByLabel(label).waitFor()
      await page.getByRole("button", { name: button, exact: true }).click()
      await page.getByText(note).waitFor()
      expect((await rows(page))[0]?.[1]).toContain(`${language}: `)
    },
  )

  it("says why if the engine refuses", async () => {
    const { page } = await open()
    await page.route("**/api/Feed/AITranslate", (route) =>
      route.fulfill({ status: 429, json: { status: false, message: "Please try again tomorrow.", data: null } }),
    )
    await page.getByRole("button", { name: "Translate" }).click()
    await page.getByText("Please try again tomorrow.").waitFor()
    await page.unroute("**/api/Feed/AITranslate")
    await page.route("**/api/Feed/AITranslate", (route) => route.abort())
    await page.getByRole("button", { name: "Translate" }).click()
    await page.getByText("This didn’t work. Please try again later.").waitFor()
  })
})
