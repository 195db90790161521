import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { enter } from "./lib/enter.ts"
import { launchBrowser, openPage, sharedSite, type TestSite, WIDTHS } from "./lib/index.ts"

const PAGES = ["/faq", "/crypto", "/wallet/howtobuy", "/signin", "/signup"]

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

describe("the header", () => {
  it.each(PAGES)(
    "[S0-001] [S2-001] is at the top of %s with the version, and the footer at the bottom",
    async (path) => {
      const { page } = await open(path)
      const header = page.getByRole("banner")
      expect(await header.textContent()).toContain("beta 0.7.2")
      const [top, middle, bottom] = await Promise.all(
        [header, page.getByRole("main"), page.getByRole("contentinfo")].map((part) => part.boundingBox()),
      )
      expect(top?.y).toBe(0)
      expect((middle?.y ?? 0) + (middle?.height ?? 0)).toBeLessThanOrEqual(bottom?.y ?? 0)
    },
  )

  it("becomes a back bar with the version on a page that a phone opens from a list [S0-001]", async () => {
    const person = await site.person()
    const { page } = await openPage(browser, { baseURL: site.origin, width: 390 })
    await enter(page.context(), site, person)
    await page.goto("/wallet/deposit")
    const bar = page.getByRole("banner")
    expect(await bar.count()).toBe(1)
    expect(await bar.textContent()).toMatch(/Back.*beta 0\.7\.2/s)
    expect(await bar.getByText("beta 0.7.2").isVisible()).toBe(true)
  })

  it.each([
    ["[S2-059] Creator Dashboard", "Creator Dashboard", "/writers/managechannel", "Become a creator"],
    ["[S2-060] Ticket", "Ticket", "/ticket/myticket", "Support tickets"],
  ])("has %s in the menu of a signed-in person", async (_, name, path, text) => {
    const { page } = await openPage(browser, { baseURL: site.origin })
    await enter(page.context(), site, await site.person())
    await page.goto("/faq")
    await page.locator("[data-member-menu]").hover()
    const link = page.locator("[data-member-menu]").getByRole("link", { name, exact: true })
    expect(await link.getAttribute("href")).toBe(path)
    await link.click()
    await page.locator("h1, .toast").filter({ hasText: text }).waitFor()
  })

  it("[S2-049] links home with its logo", async () => {
    const { page } = await open("/faq")
    expect(await page.getByRole("banner").getByRole("link", { name: "Quire" }).getAttribute("href")).toBe("/")
  })

  it("[S2-053] has the tabs in order, and marks the current one", async () => {
    const { page } = await open("/faq")
    const tabs = page.getByRole("navigation", { name: "Main" }).getByRole("link")
    expect(await tabs.allInnerTexts()).toEqual(["Home", "Channel", "Newsfeed", "Subscriptions", "Why Crypto?", "FAQ"])
    expect(await tabs.last().getAttribute("aria-current")).toBe("page")
  })

  it("[S2-063] offers guests Sign In and Sign up", async () => {
    const { page } = await open("/faq")
    const header = page.getByRole("banner")
    expect(await header.getByRole("link", { name: "Sign In" }).getAttribute("href")).toBe("/signin")
    expect(await header.getByRole("link", { name: "Sign up" }).getAttribute("href")).toBe("/signup/noinvite")
  })
})

describe("the search box", () => {
  const field = "Search Feeds / Channels / Content"

  it("[S2-050] says what it searches, and its cross clears it", async () => {
    const { page } = await open("/faq")
    const input = page.getByPlaceholder(field)
    const clear = page.getByRole("button", { name: "Clear search" })
    expect(await clear.isVisible()).toBe(false)
    await input.fill("harbour")
    await clear.click()
    expect(await input.inputValue()).toBe("")
    expect(await input.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it.each([
    ["[S2-051] a text, by Enter", "a & b", "Enter", "/newsfeeds/search?kw=a+%26+b"],
    ["[S2-051] a text, by its icon", "harbour", "icon", "/newsfeeds/search?kw=harbour"],
    ["[S2-052] nothing, by Enter", " ", "Enter", "/newsfeeds/search?type=feed"],
    ["[S2-052] nothing, by its icon", "", "icon", "/newsfeeds/search?type=feed"],
  ])("searches for %s", async (_, text, how, address) => {
    const { page } = await open("/faq")
    const requested = page.waitForRequest((request) => request.isNavigationRequest())
    await page.getByPlaceholder(field).fill(text)
    if (how === "Enter") await page.getByPlaceholder(field).press("Enter")
    else await page.getByRole("button", { name: "Search", exact: true }).click()
    expect((await requested).url()).toBe(site.origin + address)
  })

  it("[S2-052] submits an empty search to the feeds without scripts too", async () => {
    const answer = await fetch(`${site.origin}/newsfeeds/search?kw=+`, { redirect: "manual" })
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/newsfeeds/search?type=feed"])
  })

  it("is a sheet on a phone", async () => {
    const { page } = await open("/faq", { width: WIDTHS.phone })
    expect(await page.getByPlaceholder(field).isVisible()).toBe(false)
    await page.getByRole("banner").getByRole("button", { name: "Search", exact: true }).click()
    const hasFocus = () => page.getByPlaceholder(field).evaluate((element) => element === document.activeElement)
    await expect.poll(hasFocus).toBe(true)
    await page.keyboard.press("Escape")
    await page.getByPlaceholder(field).waitFor({ state: "hidden" })
  })
})

describe("a guest", () => {
  it("[S2-054] who clicks Subscriptions sees the notice and the sign-in page, at that address", async () => {
    const { page } = await open("/faq")
    await page.getByRole("link", { name: "Subscriptions" }).first().click()
    await page.getByRole("status").getByText("Please signin").waitFor()
    expect(page.url()).toBe(`${site.origin}/subscriptions`)
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Sign In")
  })

  it("[S2-054] who clicks the chat is sent to sign-in, with the notice shown once", async () => {
    const { page } = await open("/faq")
    await page.getByRole("link", { name: "Chat, not connected" }).click()
    await page.getByRole("status").getByText("Please signin").waitFor()
    expect(page.url()).toBe(`${site.origin}/signin`)
    await page.reload()
    expect(await page.getByText("Please signin").count()).toBe(0)
  })

  it.each([
    "/wallet",
    "/settings/account",
    "/writers/managechannel",
    "/ticket/myticket",
    "/transactionhistory",
    "/searchuser",
  ])("is sent from %s to sign in", async (path) => {
    const answer = await fetch(site.origin + path, { redirect: "manual" })
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/signin"])
  })

  it("learns on the sign-in page what works without an account, and where", async () => {
    const { page } = await open("/faq")
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click()
    await page.getByText("Without an account you can follow up to 10 feeds and create 3 groups").waitFor()
    await page.getByRole("link", { name: "Read the newsfeed" }).click()
    await page.waitForURL("**/newsfeeds")
  })
})

it.each(["/nonsense", "/wallet/other", "/faq/x", "/wp-admin/setup.php"])("[S2-048] %s redirects home", async (path) => {
  const answer = await fetch(site.origin + path, { redirect: "manual" })
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"])
})

describe("the phone drawer", () => {
  const phone = { width: WIDTHS.phone }

  it("[S2-064] offers sign-in, the tabs, language and appearance, and closes with Escape", async () => {
    const { page } = await open("/faq", phone)
    await page.getByRole("button", { name: "Menu" }).click()
    const drawer = page.getByRole("dialog", { name: "Menu" })
    expect(await drawer.getByRole("link", { name: "Sign In" }).isVisible()).toBe(true)
    expect(await drawer.getByRole("navigation").getByRole("link").count()).toBe(6)
    expect(await drawer.getByRole("button", { name: "繁體中文" }).isVisible()).toBe(true)
    await page.keyboard.press("Escape")
    await drawer.waitFor({ state: "hidden" })
  })

  it.each([
    ["", "0 followed feeds"],
    [`Europe=${"a".repeat(20)}.${"b".repeat(20)}&=${"c".repeat(20)}`, "3 followed feeds"],
    [`=${"a".repeat(20)}`, "1 followed feed"],
  ])("[S2-067] counts the followed feeds of %o", async (cookie, text) => {
    const { page } = await openPage(browser, phone)
    await page.context().addCookies([{ name: "quire_follows", value: encodeURIComponent(cookie), url: site.origin }])
    await page.goto(`${site.origin}/faq`)
    await page.getByRole("button", { name: "Menu" }).click()
    expect(await page.getByRole("dialog").getByText(text, { exact: true }).isVisible()).toBe(true)
  })
})

describe("the footer", () => {
  it("[S2-071] [S2-072] lists fully supported platforms, and separately those with partial support", async () => {
    const { page } = await open("/faq")
    const whole = page.getByRole("region", { name: "Integrated platforms" })
    expect(await whole.getByRole("heading", { level: 3 }).allInnerTexts()).toEqual([
      "Video platforms",
      "Blogging platforms",
      "RSS",
      "Podcast and others",
    ])
    expect(await whole.textContent()).toMatch(/YouTube[\s\S]*Substack[\s\S]*RSS, Atom/)
    const partly = page.getByRole("region", { name: "Partly supported" })
    expect(await partly.getByRole("heading", { level: 3 }).allInnerTexts()).toEqual(["Messaging", "Social networks"])
    expect(await partly.textContent()).toMatch(/Telegram[\s\S]*Mastodon/)
  })

  it("[S2-073] has a mail link to the configured address and a copyright line", async () => {
    const { page } = await open("/faq")
    const footer = page.getByRole("contentinfo")
    expect(await footer.getByRole("link", { name: "Contact us" }).getAttribute("href")).toBe(
      "mailto:contact@quire.example",
    )
    expect(await footer.textContent()).toMatch(/© \d{4} Quire/)
  })
})

it("page introductions are hidden on every page for readers who turn them off [S3-021]", async () => {
  const { page } = await open("/preferences")
  const toggle = page.getByLabel("Show introductions on pages")
  expect(await toggle.isChecked()).toBe(true)
  await toggle.uncheck()
  await page.goto("/faq")
  const lead = page.locator("main .lead")
  await expect.poll(() => lead.isVisible()).toBe(false)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem("quire:language") ?? ""))).toEqual({
    Language: "en",
    ShowBlurb: false,
  })
  await page.goto("/preferences")
  await toggle.check()
  await page.goto("/faq")
  expect(await lead.isVisible()).toBe(true)
})
