import type { Browser } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { OFFLINE_DISABLED_KEY } from "../src/lib/offline.ts"
import {
  accessibilityProblems,
  enter,
  hourly,
  launchBrowser,
  openPage,
  sharedLibrary,
  type TestLibrary,
} from "./lib/index.ts"

/** Waits for workers, caches and scripts, which have no fixed order. */
const PATIENCE = { timeout: 15_000 }

let library: TestLibrary
let browser: Browser
let feedId: string

beforeAll(async () => {
  ;[library, browser] = await Promise.all([sharedLibrary(), launchBrowser()])
  const feed = await library.add("Alpha", hourly("Alpha", 30))
  feedId = feed.feedId
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

it("followed news can be read offline until the cache is cleared", { timeout: 60_000 }, async () => {
  const { origin } = library.site
  const { page, problems } = await openPage(browser, { baseURL: origin, serviceWorkers: "allow" })
  await page.goto(`/detail/${feedId}`)
  await page.locator("form[data-feed] button").first().click()
  await page.locator("#first-follow[open]").waitFor()
  await page.goto("/newsfeeds")
  const items = await page
    .locator("[data-item]")
    .evaluateAll((all) => all.map((item) => (item as HTMLElement).dataset["item"]))
  const stored = () =>
    page.evaluate(async () => (await (await caches.match("/offline"))?.text())?.includes("Alpha item 30"))
  await expect.poll(stored, PATIENCE).toBe(true)
  await page.goto("/newsfeeds")
  const visited = () => page.evaluate(async () => (await (await caches.open("quire-pages")).keys()).length)
  await expect.poll(visited, PATIENCE).toBe(1)
  const path = `/newsfeeds/newsdetail?id=${items[7]}`
  expect(problems).toEqual([])

  await page.context().setOffline(true)
  // An open page says so by itself, and takes it back.
  const bar = page.locator("#unreachable")
  await bar.getByText("You’re offline. You can still read saved items.").waitFor()
  await page.context().setOffline(false)
  await expect.poll(() => bar.isVisible()).toBe(false)
  await page.context().setOffline(true)
  // A visited page, an unvisited one, its neighbour, and the fallback for all other pages.
  await page.goto("/newsfeeds")
  expect(await page.locator("[data-item]").count()).toBe(30)
  await page.evaluate(() => document.fonts.load("1em 'Quire Serif'"))
  expect(await page.evaluate(() => document.fonts.check("1em 'Quire Serif'"))).toBe(true)
  const said = async () => (await bar.locator("p:visible").textContent())?.trim()
  expect(await said()).toMatch(/^You’re offline, or Quire can’t be reached\. This page was saved:\s+\w+ \d+, \d{4}/)
  // A form that cannot be sent keeps its page, which shows an error.
  await page.evaluate(() => {
    const form = Object.assign(document.createElement("form"), { method: "post", action: "/guest/read" })
    document.body.append(form)
    form.submit()
  })
  await page.getByText("nothing was saved. Please try again.").waitFor()
  expect(new URL(page.url()).pathname).toBe("/newsfeeds")
  expect(await page.locator("[data-item]").count()).toBe(30)
  await page.goto(path)
  expect(new URL(page.url()).search).toContain(items[7])
  expect(await page.locator("details[data-kept]").count()).toBe(1)
  expect(await page.locator("details[data-kept][open]").textContent()).toContain("About Alpha item 8.")
  expect(await accessibilityProblems(page)).toEqual([])
  await page.goto("/faq")
  expect(await page.locator("h1").textContent()).toBe("Available offline")
  expect(await page.locator("details[data-kept]").count()).toBe(30)
  expect(await said()).toContain("This page isn’t saved for offline reading.")
  await page.locator("details[data-kept] summary").nth(2).click()
  expect(await page.locator("details[data-kept][open]").textContent()).toContain("About Alpha item 3.")

  await page.context().setOffline(false)
  await bar.getByRole("link", { name: "Try again" }).click()
  await page.waitForURL("**/faq")
  await expect.poll(() => bar.isVisible()).toBe(false)
  await page.goto("/preferences")
  expect(await accessibilityProblems(page)).toEqual([])
  const clear = page.getByRole("button", { name: "Delete saved items" })
  await clear.click()
  await expect.poll(stored, PATIENCE).toBe(undefined)
  await expect.poll(() => clear.isDisabled(), PATIENCE).toBe(true)
  await page.getByLabel("Save items for offline reading").uncheck()
  await expect.poll(() => page.evaluate((mark) => caches.match(mark).then(Boolean), OFFLINE_DISABLED_KEY)).toBe(true)
  await page.goto("/newsfeeds")
  await page.goto("/preferences")
  await expect.poll(() => page.getByLabel("Save items for offline reading").isChecked(), PATIENCE).toBe(false)
  expect(await stored()).toBe(undefined)

  // With nothing stored, the worker answers for the site in the language that was chosen.
  await page.context().addCookies([{ name: "quire_lang", value: "de", url: origin }])
  await page.context().setOffline(true)
  await page.goto("/channel")
  expect(await page.getByRole("status").textContent()).toContain("Sie sind offline, oder Quire ist nicht erreichbar.")
  expect(new URL(page.url()).pathname).toBe("/channel")
  await page.context().setOffline(false)
  await page.getByRole("link", { name: "Noch einmal versuchen" }).click()
  await page.getByRole("banner").waitFor()
  await page.context().close()
})

it("without a service worker, a form that cannot be sent keeps its page and what was typed", async () => {
  const { page } = await openPage(browser, { baseURL: library.site.origin })
  await page.goto("/signin")
  await page.locator("input[name=email]").fill("nobody@example.org")
  await page.locator("input[name=password]").fill("seven quiet harbours")
  await page.waitForLoadState("networkidle")
  await page.context().setOffline(true)
  await page.locator("main form button[type=submit]").first().click()
  const bar = page.locator("#unreachable")
  await bar.getByText("nothing was saved. Please try again.").waitFor()
  expect(await page.locator("input[name=email]").inputValue()).toBe("nobody@example.org")
  await page.context().setOffline(false)
  await bar.getByRole("link", { name: "Try again" }).click()
  await page.getByText(/^Wrong email address or password/).waitFor()
})

it("members' follows are cached too, without private data, and are removed on sign-out", {
  timeout: 60_000,
}, async () => {
  const { site } = library
  const { page } = await openPage(browser, { baseURL: site.origin, serviceWorkers: "allow" })
  const person = await site.person()
  await enter(page.context(), site, person)
  await page.goto(`/detail/${feedId}`)
  const button = page.locator(`[data-follow="${feedId}"]`).first()
  await button.click()
  await expect.poll(() => button.textContent()).toBe("Unfollow")
  await expect.poll(() => button.getAttribute("aria-busy")).toBe(null)
  const items = async () => {
    await page.goto("/newsfeeds")
    return page.locator("[data-item]").count()
  }
  await expect.poll(items, PATIENCE).toBe(30)
  const stored = () =>
    page.evaluate(async () => (await (await caches.match("/offline"))?.text())?.includes("Alpha item"))
  await expect.poll(stored, PATIENCE).toBe(true)
  const visited = () =>
    page.evaluate(async () => (await (await caches.open("quire-pages")).keys()).map(({ url }) => new URL(url).pathname))
  for (const path of ["/settings/account", "/twofa", "/newsfeeds"]) await page.goto(path)
  await expect.poll(visited, PATIENCE).toEqual(["/newsfeeds"])
  await page.evaluate(() => document.querySelector<HTMLFormElement>("form[action='/signout']")?.requestSubmit())
  await expect.poll(stored, PATIENCE).toBe(undefined)
  await expect.poll(visited, PATIENCE).not.toContain("/newsfeeds")
  await page.context().close()
})

it("a list can be read with the keyboard alone, and shortcuts are off while typing", { timeout: 60_000 }, async () => {
  const { page, problems } = await openPage(browser, { baseURL: library.site.origin, serviceWorkers: "allow" })
  const scripts: Array<string> = []
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()))
  await page.goto(`/detail/${feedId}`)
  const before = scripts.length
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await page.keyboard.press("j")
  await expect.poll(focused, PATIENCE).toBe("Alpha item 1")
  expect(scripts.length).toBeGreaterThan(before)
  await page.keyboard.press("j")
  await page.keyboard.press("j")
  await page.keyboard.press("k")
  expect(await focused()).toBe("Alpha item 2")
  expect(await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)).toBe("solid")
  library.publisher.serve("/Alpha/item-2", "text/html", "<p>As it was published")
  const popup = page.waitForEvent("popup")
  await page.keyboard.press("v")
  await (await popup).waitForURL(`${library.publisher.base}/Alpha/item-2`)
  await page.keyboard.press("F")
  await page.locator("#first-follow[open]").waitFor()
  expect(await page.evaluate(() => localStorage.getItem("quire:followList"))).toContain("Alpha")
  // An open dialog handles the keys itself.
  await page.keyboard.press("j")
  expect(await page.locator("#first-follow[open]").count()).toBe(1)
  await page.keyboard.press("Escape")

  await page.keyboard.press("?")
  const help = page.locator("dialog#shortcuts")
  await help.getByText("Next item").waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press("Escape")
  await page.keyboard.press("/")
  await page.keyboard.type("jogging?")
  expect(await page.locator("#search input").inputValue()).toBe("jogging?")
  expect(await help.getAttribute("open")).toBeNull()
  await page.locator("h3 a").nth(1).focus()
  await page.keyboard.press("o")
  await page.waitForURL(/newsdetail/)
  await page.keyboard.press("g")
  await page.keyboard.press("s")
  await page.waitForURL(/preferences$/)
  for (const locale of ["de", "zh-Hans", "zh-Hant"]) {
    const answer = await fetch(`${library.site.origin}/shortcuts`, { headers: { cookie: `quire_lang=${locale}` } })
    expect(await answer.text()).toMatch(/Tastenkürzel|键盘快捷键|鍵盤快速鍵/)
  }

  await page.getByLabel("Enable single-key shortcuts").uncheck()
  await page.goto(`/detail/${feedId}`)
  await page.keyboard.press("g")
  await page.keyboard.press("h")
  await page.keyboard.press("j")
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  expect(new URL(page.url()).pathname).toBe(`/detail/${feedId}`)
  expect(problems).toEqual([])
  await page.context().close()
})

it("the app can be installed, in four languages", async () => {
  const { origin } = library.site
  const descriptions = new Set<string>()
  for (const lang of ["en", "de", "zh-Hans", "zh-Hant"]) {
    const page = await (await fetch(`${origin}/faq`, { headers: { cookie: `quire_lang=${lang}` } })).text()
    const [, href = ""] = /rel="manifest" href="([^"]+)"/.exec(page) ?? []
    const answer = await fetch(origin + href)
    const manifest = (await answer.json()) as {
      lang: string
      description: string
      icons: ReadonlyArray<{ src: string; purpose?: string; sizes: string }>
    }
    expect([answer.headers.get("content-type"), manifest.lang]).toEqual(["application/manifest+json", lang])
    descriptions.add(manifest.description)
    expect(manifest.icons.filter(({ purpose }) => purpose === "maskable").map(({ sizes }) => sizes)).toEqual([
      "192x192",
      "512x512",
    ])
    for (const { src } of manifest.icons) expect((await fetch(origin + src)).status).toBe(200)
  }
  expect(descriptions.size).toBe(4)
})
