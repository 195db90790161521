import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { hourly, launchBrowser, openPage, sharedLibrary, type TestLibrary, WIDTHS } from "./lib/index.ts"

/** Items that have to be whole on the first screen of a dense list. */
const ITEMS_PER_SCREEN_MIN = 12

let library: TestLibrary
let browser: Browser
let feedId: string

beforeAll(async () => {
  ;[library, browser] = await Promise.all([sharedLibrary(), launchBrowser()])
  // Minutes apart, so that few of them are of another day.
  feedId = (await library.add("Shoal", hourly("Shoal", 30, { everyHours: 1 / 60, fromHours: 0.1 }))).feedId
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

it.each(["list", "titles"])("shows twelve items and more on the first screen in the view “%s”", async (density) => {
  const { page } = await openPage(browser, {
    baseURL: library.site.origin,
    width: WIDTHS.desk,
    javaScriptEnabled: false,
  })
  const follows = encodeURIComponent(new URLSearchParams({ "": feedId }).toString())
  await page.context().addCookies(
    Object.entries({ quire_follows: follows, quire_density: density, quire_lang: "de" }).map(([name, value]) => ({
      name,
      value,
      url: library.site.origin,
    })),
  )
  await page.goto("/newsfeeds")
  const whole = await page
    .locator("main article")
    .evaluateAll((all) => all.filter((item) => item.getBoundingClientRect().bottom <= innerHeight).length)
  expect(whole).toBeGreaterThanOrEqual(ITEMS_PER_SCREEN_MIN)
})
