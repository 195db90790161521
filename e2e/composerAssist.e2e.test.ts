/** @module-tag long */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestPerson } from "../core/accounts/testing/people.ts"
import { makeCreator } from "../core/channels/testing/makeCreator.ts"
import { type EngineServer, startChatServer } from "../core/library/assist/testing/engines.ts"
import {
  accessibilityProblems,
  enter,
  launchBrowser,
  notice,
  type OwnSite,
  openPage,
  sharedSite,
  startSite,
  type TestSite,
} from "./lib/index.ts"

let engine: EngineServer
let site: OwnSite
let browser: Browser

beforeAll(async () => {
  // Returns the request, and the text in capitals.
  engine = await startChatServer({
    post: (text, system) => {
      const requested = /into (\w+)/.exec(system)?.[1] ?? /outline|half/.exec(text)?.[0] ?? ""
      return `${requested}: ${(text.split("The text so far:").at(-1) ?? "").trim().toUpperCase()}`
    },
  })
  const env = { AI_URL: `${engine.url}/v1`, AI_MODEL: "tiny" }
  ;[site, browser] = await Promise.all([startSite({ env }), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([site?.stop(), engine?.close()])
})

const openComposer = async (
  at: TestSite,
  options: Parameters<typeof openPage>[1] = {},
): Promise<{ readonly page: Page; readonly person: TestPerson }> => {
  const person = await at.person()
  await makeCreator(at.databaseUrl, person)
  const { page } = await openPage(browser, { baseURL: at.origin, ...options })
  await enter(page.context(), at, person)
  await page.goto("/writers/compose")
  return { page, person }
}
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).last().click()
const publicPart = (page: Page) => page.getByLabel("Public part")

describe("the assistant of the composer", () => {
  it.each([true, false])("outlines, shortens and inserts what it wrote (scripts: %s)", async (javaScriptEnabled) => {
    const { page } = await openComposer(site, { javaScriptEnabled })
    await page.getByLabel("Title", { exact: true }).fill("Tides")
    await publicPart(page).fill("High water at noon.")
    await page.getByText("AI assistant").click()
    await press(page, "Outline")
    const result = page.getByLabel("Result")
    await result.waitFor()
    expect(await result.inputValue()).toMatch(/^outline: # TIDES\s+HIGH WATER AT NOON\./i)
    await page.getByText("Written by a machine. Check it before you publish.").waitFor()
    if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])
    await press(page, "Insert at the end")
    await expect.poll(() => publicPart(page).inputValue()).toMatch(/^High water at noon\.\n\noutline:/i)
    await publicPart(page).fill("A long text.")
    await page.getByText("AI assistant").click()
    await press(page, "Shorten")
    await result.waitFor()
    await press(page, "Replace the public part")
    await expect.poll(() => publicPart(page).inputValue()).toBe("half: A LONG TEXT.")
  })

  it("translates into a linked version, and both pages lead to each other [S7-099]", async () => {
    const { page } = await openComposer(site, { javaScriptEnabled: false })
    await page.getByLabel("Title", { exact: true }).fill("Tides")
    await publicPart(page).fill("High water.\n\n```\ncode stays\n```")
    await page.getByLabel("Language", { exact: true }).selectOption("EN")
    await press(page, "Publish")
    await notice(page, "Published").waitFor()
    const original = page.url()
    await page.getByText("AI assistant").click()
    await page.getByLabel("Translate into").selectOption("DE")
    await press(page, "Translate into a new draft")
    await page.getByText("Translated by a machine. Check it before you publish.").waitFor()
    expect(page.url()).not.toBe(original)
    expect(await publicPart(page).inputValue()).toBe("German: HIGH WATER.\n\n```\ncode stays\n```")
    // Nobody is sent to a draft.
    const readers = (await openPage(browser, { baseURL: site.origin, javaScriptEnabled: false })).page
    await page.getByRole("link", { name: /^English: Tides/ }).click()
    await page.getByRole("link", { name: "See post" }).click()
    const address = page.url()
    await readers.goto(address)
    expect(await readers.getByText("Also in:").count()).toBe(0)
    await page.goBack()
    await page.getByRole("link", { name: /^Deutsch: German/ }).click()
    await press(page, "Publish")
    await notice(page, "Published").waitFor()
    await readers.goto(address)
    const other = readers.getByRole("link", { name: "Deutsch", exact: true })
    expect(await other.getAttribute("hreflang")).toBe("de")
    const alternates = readers.locator("link[rel=alternate][hreflang]")
    expect(await alternates.evaluateAll((all) => all.map((link) => link.getAttribute("hreflang")))).toEqual([
      "en",
      "de",
    ])
    await other.click()
    await readers.getByRole("heading", { level: 1, name: /German/ }).waitFor()
    await readers.getByRole("link", { name: "English", exact: true }).click()
    await readers.getByRole("heading", { level: 1, name: "Tides" }).waitFor()
  })

  it("is not offered without an engine", async () => {
    const { page } = await openComposer(await sharedSite(), { javaScriptEnabled: false })
    await publicPart(page).waitFor()
    expect(await page.getByText("AI assistant").count()).toBe(0)
  })
})
