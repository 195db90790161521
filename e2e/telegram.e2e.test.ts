import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  accessibilityProblems,
  launchBrowser,
  openPage,
  sharedSite,
  TELEGRAM_CHANNELS,
  type TestSite,
} from "./lib/index.ts"

let site: TestSite
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([sharedSite(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const LINKS = [
  ["English", TELEGRAM_CHANNELS.TELEGRAM_EN],
  ["Deutsch", TELEGRAM_CHANNELS.TELEGRAM_DE],
  ["Français", TELEGRAM_CHANNELS.TELEGRAM_FR],
] as const

describe("the Telegram drawer", () => {
  it.each([1280, 375])(
    "[S2-088] opens from the header or the menu at %i pixels, and leads to three channels",
    async (width) => {
      const { page } = await openPage(browser, { baseURL: site.origin, width })
      await page.goto("/faq")
      if (width < 768) await page.getByRole("button", { name: "Menu" }).first().click()
      await page.getByRole("button", { name: "Telegram" }).click()
      const drawer = page.getByRole("dialog", { name: "Our Telegram channels" })
      await drawer.waitFor()
      for (const [name, address] of LINKS)
        expect(await drawer.getByRole("link", { name }).getAttribute("href")).toBe(address)
      expect(await accessibilityProblems(page)).toEqual([])
      await page.keyboard.press("Escape")
      await drawer.waitFor({ state: "hidden" })
    },
  )

  it("[S2-088] is a page without scripts", async () => {
    const { page } = await openPage(browser, { baseURL: site.origin, javaScriptEnabled: false, locale: "de" })
    await page.goto("/faq")
    await page.getByRole("banner").getByRole("link", { name: "Telegram" }).click()
    await page.getByRole("heading", { level: 1, name: "Unsere Telegram-Kanäle" }).waitFor()
    for (const [name, address] of LINKS)
      expect(await page.getByRole("main").getByRole("link", { name }).getAttribute("href")).toBe(address)
  })
})
