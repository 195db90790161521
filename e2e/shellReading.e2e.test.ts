import { gzipSync } from "node:zlib"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  accessibilityProblems,
  contrastProblems,
  enter,
  HEIGHT,
  launchBrowser,
  openPage,
  sharedSite,
  type TestSite,
  WIDTHS,
} from "./lib/index.ts"

const PAGES = ["/faq", "/crypto", "/wallet/howtobuy", "/signup"]
const SCRIPT_BYTES_MAX = 5_000
const EMPTY_LISTS = [
  "/message/chatlist",
  "/newsfeeds/saved",
  "/searchuser?kw=zzqx",
  "/subscriptions/deleted",
  "/transactionhistory",
  "/wallet",
]
const FONT_BYTES_MAX = 60_000

let site: TestSite
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([sharedSite(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const open = async (path: string, options: Parameters<typeof openPage>[1] = {}) => {
  const watched = await openPage(browser, { baseURL: site.origin, ...options })
  await watched.page.goto(path)
  return watched
}

for (const path of PAGES)
  it(`${path} is accessible in both themes, never too wide, complies with the content security policy and ships at most 5 kB of script`, {
    tags: path === "/faq" ? [] : ["long"],
  }, async () => {
    const { page, problems } = await openPage(browser, {
      baseURL: site.origin,
      width: WIDTHS.phone,
      colorScheme: "dark",
    })
    const sizes: Array<Promise<number>> = []
    page.on("response", (response) => {
      if (response.request().resourceType() === "script")
        sizes.push(response.body().then((body) => gzipSync(body).length))
    })
    await page.goto(path, { waitUntil: "networkidle" })
    const inline = await page.evaluate(() => Array.from(document.scripts, ({ text }) => text).join(""))
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, gzipSync(inline).length)
    expect(total).toBeLessThanOrEqual(SCRIPT_BYTES_MAX)

    expect(await accessibilityProblems(page)).toEqual([])
    await page.emulateMedia({ colorScheme: "light" })
    expect(await contrastProblems(page)).toEqual([])
    for (const width of Object.values(WIDTHS)) {
      await page.setViewportSize({ width, height: HEIGHT })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    expect(await accessibilityProblems(page)).toEqual([])
    expect(problems).toEqual([])
  })

describe("the fonts", () => {
  it("weigh at most 60 kB, are cached for good, are in use, and move nothing when they arrive", async () => {
    const { page } = await openPage(browser, { baseURL: site.origin })
    const fonts = new Map<string, Record<string, string>>()
    page.on("response", (response) => {
      if (response.request().resourceType() === "font") fonts.set(response.url(), response.headers())
    })
    await page.goto("/faq", { waitUntil: "networkidle" })
    const headers = [...fonts.values()]
    expect(headers).toHaveLength(2)
    const total = headers.reduce((sum, each) => sum + Number(each["content-length"]), 0)
    expect(total).toBeLessThanOrEqual(FONT_BYTES_MAX)
    for (const each of headers) expect(each["cache-control"]).toBe("public, max-age=31536000, immutable")
    // This page is painted with the fonts of the cache.
    await page.goto("/", { waitUntil: "networkidle" })
    const loaded = await page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === "loaded").map(({ family }) => family.replaceAll('"', "")),
    )
    expect(loaded.filter((family) => /^Quire S\w+$/.test(family)).toSorted()).toEqual(["Quire Sans", "Quire Serif"])
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          const observer = new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
          })
          observer.observe({ type: "layout-shift", buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
        }),
    )
    expect(shift).toBe(0)
  })

  it("are not preloaded on Chinese pages, where headings break between words", async () => {
    const { page } = await openPage(browser, { baseURL: site.origin, locale: "zh-CN" })
    await page.goto("/", { waitUntil: "networkidle" })
    expect(await page.locator("link[rel=preload][as=font]").count()).toBe(0)
    const heading = page.getByRole("heading", { level: 1 })
    expect(await heading.locator("wbr").count()).toBeGreaterThan(3)
    expect(await heading.textContent()).toContain("一条")
  })
})

describe("the FAQ", () => {
  it("[S2-039] [S2-040] explains subscribers at its anchor, and scrolls there", async () => {
    const { page } = await open("/faq#faq-subtitle-0-6")
    const answer = page.locator("#faq-subtitle-0-6")
    expect(await answer.textContent()).toMatch(/What are subscribers\?[\s\S]*pay one fee/)
    const header = await page.getByRole("banner").boundingBox()
    const heading = await answer.getByRole("heading").boundingBox()
    expect(heading?.y).toBeGreaterThanOrEqual(header?.height ?? 0)
    expect(heading?.y).toBeLessThan(300)
  })
})

it.each([
  ["[S2-038] Why Crypto", "/crypto", "Why Crypto?"],
  ["[S2-022] How to buy crypto", "/wallet/howtobuy", "How to buy crypto"],
])("%s is open to guests", async (_, path, title) => {
  const { page } = await open(path)
  expect(page.url()).toBe(site.origin + path)
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(title)
})

it("explanations lead to pages that exist, and name the currency of their sums, in every language", async () => {
  const read = (path: string, locale: string) =>
    fetch(site.origin + path, { redirect: "manual", headers: { cookie: `quire_lang=${locale}` } })
  const euros = { en: /120 euros/, de: /120 Euro/, "zh-Hans": /120 ?欧元/, "zh-Hant": /120 ?歐元/ }
  for (const [locale, sum] of Object.entries(euros)) {
    const texts = await Promise.all(
      ["/faq", "/crypto", "/wallet/howtobuy"].map(async (path) => {
        const html = await (await read(path, locale)).text()
        return html.slice(html.indexOf("<main"), html.indexOf("</main>"))
      }),
    )
    expect(texts[2]).toMatch(sum)
    // The number of items is counted, not claimed.
    expect(texts.join("")).not.toMatch(/400[.,\s]?000|40 ?[万萬]/)
    const links = new Set(texts.flatMap((text) => Array.from(text.matchAll(/ href="(\/[^"#]*)/g), ([, path]) => path)))
    expect(links.size).toBeGreaterThan(1)
    for (const path of links) expect([path, (await read(path ?? "", locale)).status]).toEqual([path, 200])
  }
})

describe("the language", () => {
  it.each([
    ["Deutsch", "de", "Häufige Fragen"],
    ["简体中文", "zh-Hans", "常见问题"],
    ["繁體中文", "zh-Hant", "常見問題"],
    ["English", "en", "Frequently asked questions"],
  ])("[S1-018] can be set to %s in the header and persists, with scripts on and off", async (name, tag, title) => {
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await open("/faq?a=1", { javaScriptEnabled })
      await page.getByRole("button", { name: "Language" }).click()
      await page.getByRole("banner").page().locator("#settings").getByRole("button", { name }).click()
      await page.getByRole("heading", { level: 1, name: title }).waitFor()
      expect(page.url()).toBe(`${site.origin}/faq?a=1`)
      expect(await page.locator("html").getAttribute("lang")).toBe(tag)
      await page.goto("/crypto")
      expect(await page.locator("html").getAttribute("lang")).toBe(tag)
    }
  })

  it.each([
    ["zh-TW", "zh-Hant"],
    ["zh-CN", "zh-Hans"],
    ["de-CH", "de"],
    ["fr-FR", "en"],
  ])("for a browser that prefers %s defaults to %s", async (locale, tag) => {
    const { page } = await open("/faq", { locale })
    expect(await page.locator("html").getAttribute("lang")).toBe(tag)
  })
})

describe("the appearance", () => {
  it.each([true, false])("can be chosen and persists (scripts: %s)", async (javaScriptEnabled) => {
    const { page } = await open("/faq", { javaScriptEnabled, colorScheme: "light" })
    await page.getByRole("button", { name: "Language" }).click()
    await page.locator("#settings").getByRole("button", { name: "Dark" }).click()
    await page.locator("html[data-theme=dark]").waitFor()
    await page.goto("/crypto")
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark")
  })
})

describe("a page", () => {
  it("has the security headers, a fresh nonce for each response, and a request id for support", async () => {
    const [one, other] = await Promise.all([fetch(`${site.origin}/faq`), fetch(`${site.origin}/faq`)])
    const nonceOf = (answer: Response) => answer.headers.get("content-security-policy")?.match(/'nonce-([^']+)'/)?.[1]
    expect(nonceOf(one)).toBeTruthy()
    expect(nonceOf(one)).not.toBe(nonceOf(other))
    expect(one.headers.get("content-security-policy")).not.toContain("unsafe")
    expect(one.headers.get("x-content-type-options")).toBe("nosniff")
    expect(one.headers.get("x-correlation-id")).toBeTruthy()
    expect(one.headers.get("cache-control")).toBe("private, no-cache")
  })

  it("refuses posts from other sites", async () => {
    const post = (site_: string) =>
      fetch(`${site.origin}/preferences`, {
        method: "POST",
        body: new URLSearchParams({ lang: "de" }),
        headers: { "sec-fetch-site": site_ },
        redirect: "manual",
      })
    expect((await post("cross-site")).status).toBe(403)
    expect((await post("same-origin")).status).toBe(303)
  })

  it("has a skip link as the first keyboard stop", async () => {
    const { page } = await open("/faq")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content")
  })
})

it("opens dialogs with the focus on their title, because a ring around Close reads as a warning", async () => {
  const { page } = await open("/faq", { width: WIDTHS.phone })
  await page.keyboard.press("Tab")
  await page.locator("[commandfor=menu]").first().press("Enter")
  const focused = () =>
    page.evaluate(() => [
      document.activeElement?.tagName,
      getComputedStyle(document.activeElement as Element).outlineStyle,
    ])
  await page.locator("dialog#menu[open]").waitFor()
  expect(await focused()).toEqual(["P", "none"])
  await page.locator("dialog#menu [commandfor=welcome]").press("Enter")
  await page.locator("dialog#welcome[open]").waitFor()
  expect(await focused()).toEqual(["H2", "none"])
  await page.keyboard.press("Tab")
  expect(await focused()).toEqual(["BUTTON", "solid"])
})

it("explains every empty list of a new member with a sentence and one action", { timeout: 60_000 }, async () => {
  const person = await site.person()
  const { page } = await openPage(browser, { baseURL: site.origin })
  await enter(page.context(), site, person)
  for (const path of EMPTY_LISTS) {
    await page.goto(path)
    const state = page.locator("main .state").first()
    const found = await Promise.all(["p", ".button"].map((part) => state.locator(part).count()))
    expect([path, ...found]).toEqual([path, 1, 1])
  }
})
