import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { accessibilityProblems, launchBrowser, type OwnSite, openPage, sharedSite, startSite } from "./lib/index.ts"

const CHANNELS = {
  TELEGRAM_EN: "https://t.me/quire_en",
  TELEGRAM_DE: "https://t.me/quire_de",
  TELEGRAM_FR: "https://t.me/+AbCdEf12345",
}

let site: OwnSite
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite({ env: CHANNELS }), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const LINKS = [
  ["English", CHANNELS.TELEGRAM_EN],
  ["Deutsch", CHANNELS.TELEGRAM_DE],
  ["Français", CHANNELS.TELEGRAM_FR],
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

  it("[S2-088] is hidden if no channel is configured", async () => {
    const { page } = await openPage(browser, { baseURL: (await sharedSite()).origin })
    await page.goto("/faq")
    expect(await page.locator("[commandfor=telegram], #telegram, [href='/telegram']").count()).toBe(0)
    await page.goto("/telegram")
    expect(new URL(page.url()).pathname).toBe("/")
  })
})
