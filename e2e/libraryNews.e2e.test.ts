import { gzipSync } from "node:zlib"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  accessibilityProblems,
  hourly,
  launchBrowser,
  openPage,
  startLibrary,
  type TestLibrary,
  WIDTHS,
} from "./lib/index.ts"

const PATH = "/newsfeeds/librarynews"
const POLL_MS = 1_800_000
const MINUTE_MS = 60_000
const SCRIPT_BYTES_MAX = 5_000

let library: TestLibrary
let browser: Browser

beforeAll(async () => {
  ;[library, browser] = await Promise.all([startLibrary(), launchBrowser({ notifications: true })])
  await library.add("Slow", hourly("Slow", 25))
})
afterAll(async () => {
  await browser?.close()
  await library?.stop()
})

const open = async (options: Parameters<typeof openPage>[1] = {}) =>
  openPage(browser, { baseURL: library.site.origin, ...options })

const headlines = (page: Page) => page.locator("main h3").allTextContents()

describe("the library news page", () => {
  it("[S2-035] shows everyone the newest twenty items and older pages, without scripts", async () => {
    const { page } = await open({ javaScriptEnabled: false })
    await page.goto(PATH)
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Library news")
    expect(await headlines(page)).toHaveLength(20)
    expect((await headlines(page))[0]).toContain("Slow item 1")
    expect(await page.getByRole("button", { name: "Notify me" }).isVisible()).toBe(false)
    await page.getByRole("link", { name: "Older" }).click()
    await page.waitForLoadState()
    expect((await headlines(page))[0]).toContain("Slow item 21")
  })

  it.each([
    [WIDTHS.phone, "dark"],
    [WIDTHS.desk, "light"],
  ] as const)("is accessible and not too wide at %d px, %s, and ships little script", async (width, colorScheme) => {
    const { page, problems } = await open({ width, colorScheme })
    const sizes: Array<Promise<number>> = []
    page.on("response", (response) => {
      if (response.request().resourceType() === "script")
        sizes.push(response.body().then((body) => gzipSync(body).length))
    })
    await page.goto(PATH, { waitUntil: "networkidle" })
    const inline = await page.evaluate(() => Array.from(document.scripts, ({ text }) => text).join(""))
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, gzipSync(inline).length)
    expect(total).toBeLessThanOrEqual(SCRIPT_BYTES_MAX)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(problems).toEqual([])
  })

  it("offers no translation of items if no engine is configured", async () => {
    const { page } = await open()
    await page.goto(PATH)
    await page.getByRole("link", { name: "Slow item 1", exact: true }).click()
    await page.getByRole("heading", { level: 1, name: "Slow item 1" }).waitFor()
    await page.waitForLoadState()
    expect(await page.getByRole("button", { name: "Translate" }).count()).toBe(0)
  })

  it("offers reader apps the same list as a feed, like pages of words and groups", async () => {
    const linked = async (path: string) => {
      const text = await (await fetch(library.site.origin + path)).text()
      return [...text.matchAll(/<link rel="alternate" type="([^"]+)"[^>]* href="([^"]+)"/g)].map(
        ([, type, href = ""]) => ({
          type,
          href: href.replaceAll("&amp;", "&"),
        }),
      )
    }
    for (const { type, href } of await linked(`${PATH}?language=EN`)) {
      expect(href).toMatch(/^\/feeds\/library\.(rss|atom|json)\?language=EN$/)
      const answer = await fetch(library.site.origin + href)
      expect(answer.headers.get("content-type")).toBe(`${type}; charset=utf-8`)
      expect(await answer.text()).toContain("Slow item 1")
      const again = await fetch(library.site.origin + href, {
        headers: { "if-none-match": answer.headers.get("etag") ?? "" },
      })
      expect(again.status).toBe(304)
      const head = await fetch(library.site.origin + href, { method: "HEAD" })
      expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, answer.headers.get("etag"), ""])
    }
    expect((await linked(`${PATH}?language=EN`)).map(({ type }) => type)).toHaveLength(3)
    expect((await linked("/newsfeeds/search?kw=slow"))[0]?.href).toBe("/feeds/library.rss?kw=slow")
  })
})

describe("publishers' content", () => {
  it("[S5-028] [S9-002] has machine-readable dates, and long texts are shortened until expanded", async () => {
    const about = "Wordy ".repeat(60).trim()
    const item = `<item><guid>1</guid><title>Opened at 1767225600000, ISBN 9781767225600</title><pubDate>${new Date(Date.now() - 48 * 60 * MINUTE_MS).toUTCString()}</pubDate></item>`
    const feed = `<rss version="2.0"><channel><title>Wordy</title><language>en</language><description>${about}</description>${item}</channel></rss>`
    const url = library.publisher.serve("/wordy.xml", "application/rss+xml", feed)
    await fetch(`${library.site.origin}/api/Feed/CreateLocalFeed`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": "192.0.2.200" },
      body: JSON.stringify({ url }),
    })
    for (const [width, shown] of [
      [WIDTHS.desk, 300],
      [WIDTHS.phone, 150],
    ] as const) {
      const { page } = await open({ width, javaScriptEnabled: false })
      await page.goto("/newsfeeds?view=all&source=RSS")
      const headline = page.getByRole("link", { name: "Opened at 2026-01-01 00:00, ISBN 9781767225600" })
      await headline.click()
      await page.waitForLoadState()
      const text = page.locator(".expandable p")
      const visible = () =>
        text.evaluate((paragraph) => {
          const isHidden = (node: Node) => node instanceof Element && getComputedStyle(node).display === "none"
          return Array.from(paragraph.childNodes, (node) => (isHidden(node) ? "" : node.textContent))
            .join("")
            .trim().length
        })
      expect(await visible()).toBeLessThanOrEqual(shown)
      expect(await visible()).toBeGreaterThan(shown - 5)
      await page.locator(".expandable label").click()
      await expect.poll(visible).toBe(about.length)
      expect(await page.locator(".expandable label").textContent()).toContain("Less")
    }
  })
})

/** Opens pages with notifications allowed and a fixed clock, and records the notifications. */
const openNotified = async () => {
  const { page, problems } = await open({ permissions: ["notifications"] })
  await page.addInitScript(() => {
    const raised: Array<Notification> = []
    const requested = { times: 0 }
    const Native = window.Notification
    const request = Native.requestPermission.bind(Native)
    Native.requestPermission = () => {
      requested.times += 1
      return request()
    }
    window.Notification = new Proxy(Native, {
      construct: (target, given: [string]) => {
        const made = new target(...given)
        raised.push(made)
        return made
      },
    })
    Object.assign(window, { raised, requested })
  })
  const startMs = Date.now()
  await page.clock.install({ time: startMs })
  await page.clock.pauseAt(startMs + 1_000)
  const polls: Array<unknown> = []
  page.on("request", (request) => {
    if (request.url().endsWith("/api/Feed/LibraryFeeds")) polls.push(request.postDataJSON())
  })
  return { page, problems, polls }
}

type Counted = { notices: number }
type Watched = { readonly raised: ReadonlyArray<Notification>; readonly requested: { readonly times: number } }
const raised = (page: Page) => page.evaluate(() => (window as unknown as Watched).raised.map(({ title }) => title))
const requested = (page: Page) => page.evaluate(() => (window as unknown as Watched).requested.times)
const clickLast = (page: Page) =>
  page.evaluate(() => (window as unknown as Watched).raised.at(-1)?.dispatchEvent(new Event("click")))

/** Adds a feed with items of the last minutes, and waits until the library shows it. */
const publish = async (name: string, count: number, agoMs = MINUTE_MS) => {
  await library.add(
    name,
    Array.from({ length: count }, (_, index) => ({
      key: String(index),
      title: `${name} ${index + 1}`,
      published: new Date(Date.now() - (index + 1) * agoMs),
    })),
  )
  const all = async () => (await fetch(`${library.site.origin}/feeds/library.json`)).text()
  await expect.poll(all).toContain(`"${name} ${count}"`)
}

describe("notifications", () => {
  it("[S9-005] [S4-049] [S4-050] [S2-097] [S7-142] announce new items every half hour once enabled", async () => {
    const { page, polls } = await openNotified()
    await page.goto(PATH)
    expect(await requested(page)).toBe(0)
    await page.getByRole("button", { name: "Notify me" }).click()
    await page.getByText("You will be notified of library news.").waitFor()
    expect(await requested(page)).toBe(1)
    expect(await raised(page)).toEqual(["Slow item 1"])
    expect(polls).toEqual([{ filter: { pageSize: 20, page: 1 }, languageCode: "", index: 0 }])

    // A reader in the middle of the list keeps their position.
    const item = page.locator("[data-item]", { hasText: "Slow item 10" }).first()
    await item.scrollIntoViewIfNeeded()
    await item.getByRole("link", { name: "Slow item 10" }).focus()
    await publish("Quick", 2)
    const place = await item.boundingBox()
    await page.clock.runFor(POLL_MS - 10_000)
    expect(polls).toHaveLength(1)
    await page.clock.runFor(20_000)
    await page.locator("[data-item]", { hasText: "Quick 1" }).waitFor()
    expect(polls).toHaveLength(2)
    // The next poll requests news since the newest item that this browser knows.
    expect((polls[1] as { readonly index: number }).index).toBeGreaterThan(Date.now() - 24 * 60 * MINUTE_MS)
    expect(await raised(page)).toEqual(["Slow item 1", "Quick 2", "Quick 1"])
    expect((await headlines(page)).slice(0, 3)).toEqual([
      expect.stringContaining("Quick 1"),
      expect.stringContaining("Quick 2"),
      expect.stringContaining("Slow item 1"),
    ])
    expect(Math.abs(((await item.boundingBox())?.y ?? 0) - (place?.y ?? 0))).toBeLessThan(2)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Slow item 10")

    await Promise.all([page.waitForEvent("load"), clickLast(page)])
    expect(new URL(page.url()).pathname).toBe(PATH)
    expect(await page.getByRole("button", { name: "Stop notifications" }).getAttribute("aria-pressed")).toBe("true")

    // Polling continues on other pages, and a click opens the news.
    await page.goto("/faq")
    await publish("Sudden", 1, MINUTE_MS / 2)
    await Promise.all([
      page.waitForResponse((response) => response.url().endsWith("/LibraryFeeds")),
      page.clock.runFor(POLL_MS),
    ])
    await expect.poll(() => raised(page)).toEqual(["Sudden 1"])
    await Promise.all([page.waitForURL(`**${PATH}`), clickLast(page)])
  })

  it("[S8-009] stay silent when news cannot be loaded, and continue", async () => {
    const { page, polls } = await openNotified()
    await page.goto(PATH)
    await page.route("**/api/Feed/LibraryFeeds", (route) => route.abort())
    await page.getByRole("button", { name: "Notify me" }).click()
    await page.getByText("You will be notified of library news.").waitFor()
    await page.clock.runFor(POLL_MS + 1_000)
    await expect.poll(() => polls.length).toBe(2)
    expect(await page.locator("#toasts .toast").count()).toBe(0)
    await page.unroute("**/api/Feed/LibraryFeeds")
    await page.clock.runFor(POLL_MS)
    await expect.poll(() => raised(page)).toHaveLength(1)
  })
})

describe("pushed news", () => {
  it("[S2-097] are shown by the service worker when no page polls, and a click opens or focuses the news page", async () => {
    const { page } = await open({ permissions: ["notifications"], serviceWorkers: "allow" })
    // The page may register the worker first, so listen early.
    const workerStarted = page.context().waitForEvent("serviceworker")
    await page.goto(PATH)
    await page.evaluate(async () => {
      await navigator.serviceWorker.register("/sw.js")
      await navigator.serviceWorker.ready
      const counted: Counted = Object.assign(window, { notices: 0 })
      // The worker messages its pages after it has shown the notification.
      navigator.serviceWorker.addEventListener("message", () => {
        counted.notices += 1
      })
    })
    const worker = await workerStarted
    const devtools = await page.context().newCDPSession(page)
    const registered = new Promise<string>((resolve) => {
      devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
        if (first) resolve(first.registrationId)
      })
    })
    await devtools.send("ServiceWorker.enable")
    const news = [
      { id: "one", title: "Rain over the delta", body: "The river post" },
      { id: "two", title: "Otters are back", body: "The river post" },
    ]
    await publish("Pushed", 1)
    await page.getByRole("button", { name: "Notify me" }).hover()
    const registrationId = await registered
    const push = () =>
      devtools.send("ServiceWorker.deliverPushMessage", {
        origin: library.site.origin,
        registrationId,
        data: JSON.stringify({ news }),
      })
    await push()
    const shown = () =>
      page.evaluate(async () => {
        const all = await (await navigator.serviceWorker.ready).getNotifications()
        return all.map(({ title, body, tag }) => ({ id: tag, title, body }))
      })
    await expect.poll(shown).toEqual(news)
    // An open list gets the items too, once its code is loaded; a repeated notification replaces the earlier one.
    let pushes = 1
    const isListed = async () => {
      await push()
      pushes += 1
      return (await page.locator("[data-item]", { hasText: "Pushed 1" }).count()) > 0
    }
    await expect.poll(isListed, { interval: 500 }).toBe(true)
    await expect.poll(() => page.evaluate(() => (window as unknown as Counted).notices)).toBe(pushes)
    await expect.poll(shown).toEqual(news)

    const reloaded = page.waitForEvent("load")
    await worker.evaluate(async () => {
      type Click = new (name: string, about: { readonly notification: Notification | undefined }) => Event
      const scope = self as unknown as EventTarget & {
        readonly registration: ServiceWorkerRegistration
        readonly NotificationEvent: Click
      }
      const [notification] = await scope.registration.getNotifications()
      scope.dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }))
    })
    await reloaded
    expect(new URL(page.url()).pathname).toBe(PATH)
    await expect.poll(shown).toHaveLength(1)
  })
})
