import { createServer, type RequestListener } from "node:http"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import {
  accessibilityProblems,
  launchBrowser,
  listenForShared,
  openPage,
  sendSound,
  sharedSite,
  silence,
  type TestSite,
  uniquePath,
  WIDTHS,
} from "./lib/index.ts"

/** Long enough to queue another episode, short enough to wait for its end. */
const SHORT = silence(4)
const LONG = silence(120)
const PATH = uniquePath()
const EPISODES = ["short", "second", "third", "fourth"]

const publisher: RequestListener = (request, response) => {
  const path = request.url?.slice(PATH.length) ?? ""
  if (path.startsWith("/sound/")) return sendSound(path.endsWith("/short") ? SHORT : LONG, request, response)
  if (path !== "/queue.xml") return response.writeHead(404).end()
  const items = EPISODES.map(
    (name, at) =>
      `<item><guid isPermaLink="false">${name}</guid><title>The ${name} episode</title>
       <pubDate>${new Date(Date.now() - (at + 1) * 60_000).toUTCString()}</pubDate>
       <enclosure url="http://${request.headers.host}${PATH}/sound/${name}" type="audio/wav" length="1"/></item>`,
  )
  return response
    .writeHead(200, { "content-type": "application/rss+xml" })
    .end(
      `<rss version="2.0"><channel><title>Queue radio</title><language>en</language>${items.join("")}</channel></rss>`,
    )
}

const server = createServer(publisher)
let site: TestSite
let browser: Browser
let feedPage = ""

beforeAll(async () => {
  const host = await listenForShared(server)
  ;[site, browser] = await Promise.all([sharedSite(), launchBrowser()])
  const call = async (path: string, body: unknown) => {
    const answer = await fetch(`${site.origin}/api/Feed/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as {
      data: { feed: { feedId: string; code: string }; items: ReadonlyArray<unknown> }
    }
  }
  const { data } = await call("CreateLocalFeed", { url: `http://${host}${PATH}/queue.xml` })
  feedPage = `${site.origin}/channel/detail?code=${data.feed.code}`
  await vi.waitFor(
    async () => {
      const preview = await call("PreviewFeed", { feedId: data.feed.feedId, page: 1, pageSize: 50 })
      if (preview.data.items.length < EPISODES.length) throw new Error("the items are not readable yet")
    },
    { timeout: 60_000 },
  )
})
afterAll(async () => {
  await browser.close()
  await site.stop()
  server.close()
})

/** Waits for pages, audio and scripts. */
const eventually = <Found>(check: () => Promise<Found>) => expect.poll(check, { timeout: 20_000 })
const titleIn = (page: Page) => page.locator("#player > .about .title").textContent()
const plays = (page: Page) =>
  page.locator("#player audio").evaluate((audio: HTMLAudioElement) => !audio.paused && audio.currentTime > 0)
const queued = (page: Page) => page.locator("#player-queue li .title").allTextContents()

it("the next episode of the queue starts when one ends, on another page too", { timeout: 90_000 }, async () => {
  const { page, problems } = await openPage(browser)
  await page.goto(feedPage)
  await page.getByRole("button", { name: "Add to queue: The second episode" }).click()
  await page.getByRole("button", { name: "Play next: The short episode" }).click()

  // Nothing plays yet: the player offers what is queued.
  const bar = page.locator("#player")
  await eventually(() => titleIn(page)).toBe("The short episode")
  await bar.getByRole("button", { name: "Up next: 2 items" }).click()
  expect(await queued(page)).toEqual(["The short episode", "The second episode"])
  await bar.getByRole("button", { name: "Play", exact: true }).click()
  await eventually(() => queued(page)).toEqual(["The second episode"])
  await eventually(() => titleIn(page)).toBe("The second episode")
  await eventually(() => plays(page)).toBe(true)
  expect(await queued(page)).toEqual([])
  expect(problems.filter((problem) => problem !== "")).toEqual([])
  await page.context().close()
})

it("the sleep timer pauses after some minutes, or with the episode that plays", { timeout: 90_000 }, async () => {
  const { page } = await openPage(browser)
  await page.clock.install()
  await page.goto(feedPage)
  const bar = page.locator("#player")
  await page.getByRole("button", { name: "Add to queue: The second episode" }).click()
  await page.getByRole("button", { name: "Add to queue: The short episode" }).click()
  await page.getByRole("button", { name: "Add to queue: The third episode" }).click()
  await bar.getByRole("button", { name: "Play", exact: true }).click()
  await eventually(() => plays(page)).toBe(true)
  const timer = bar.getByRole("combobox", { name: "Sleep timer" })
  await timer.selectOption("15 minutes")
  await page.clock.runFor(14 * 60_000)
  expect(await plays(page)).toBe(true)
  await page.clock.runFor(61_000)
  await eventually(() => plays(page)).toBe(false)
  expect(await timer.inputValue()).toBe("")

  await bar.getByRole("button", { name: "Skip to the next item" }).click()
  await timer.selectOption("After this")
  await eventually(() => page.locator("#player audio").evaluate((audio: HTMLAudioElement) => audio.ended)).toBe(true)
  await eventually(() => timer.inputValue()).toBe("")
  expect([await titleIn(page), await queued(page)]).toEqual(["The short episode", ["The third episode"]])
  await page.context().close()
})

it("the queue can be reordered and cleared by keyboard, and stays in the browser", { timeout: 90_000 }, async () => {
  const { page, problems } = await openPage(browser)
  await page.goto(feedPage)
  const bar = page.locator("#player")
  for (const name of ["second", "third", "fourth"])
    await page.getByRole("button", { name: `Add to queue: The ${name} episode` }).click()
  await bar.getByRole("button", { name: "Up next: 3 items" }).click()
  expect(await accessibilityProblems(page)).toEqual([])

  // The focus stays with the episode that moves.
  await bar.getByRole("button", { name: "Move up: The fourth episode" }).focus()
  await page.keyboard.press("Enter")
  await page.keyboard.press("Enter")
  expect(await queued(page)).toEqual(["The fourth episode", "The second episode", "The third episode"])
  await bar.getByRole("button", { name: "Remove: The second episode" }).click()
  await bar.getByRole("button", { name: "Move down: The fourth episode" }).click()
  expect(await queued(page)).toEqual(["The third episode", "The fourth episode"])

  // An episode's page has the same buttons. A playing one leaves the queue.
  await page.getByRole("link", { name: "Play: The third episode" }).click()
  await eventually(() => queued(page)).toEqual(["The fourth episode"])
  await page.getByRole("main").getByRole("button", { name: "Play next" }).click()
  await eventually(() => queued(page)).toEqual(["The third episode", "The fourth episode"])
  await bar.getByRole("button", { name: "Skip to the next item" }).click()
  await eventually(() => queued(page)).toEqual(["The fourth episode"])
  expect(await page.locator("main .playing-note").count()).toBe(1)
  await bar.getByRole("button", { name: "Skip to the next item" }).click()
  await eventually(() => titleIn(page)).toBe("The fourth episode")
  await page.getByRole("main").getByRole("button", { name: "Add to queue" }).click()
  await eventually(() => queued(page)).toEqual(["The third episode"])
  await bar.getByRole("button", { name: "Clear queue" }).click()
  expect(await bar.getByText("Nothing is queued.").isVisible()).toBe(true)
  expect(await bar.getByRole("button", { name: "Skip to the next item" }).isDisabled()).toBe(true)
  expect(await page.evaluate(() => localStorage.getItem("quire:queue"))).toBe("[]")
  await page.keyboard.press("Escape")
  expect(await page.locator("#player-queue").isVisible()).toBe(false)
  expect(problems.filter((problem) => problem !== "")).toEqual([])
  await page.context().close()
})

it("the queue takes no more than 100 episodes", { timeout: 60_000 }, async () => {
  const { page } = await openPage(browser)
  await page.goto(feedPage)
  const full = Array.from({ length: 100 }, (_, at) => ({
    key: `key ${at}`,
    title: `Episode ${at}`,
    feed: "Queue radio",
    href: "/newsfeeds",
    image: null,
  }))
  await page.evaluate((queue) => localStorage.setItem("quire:queue", queue), JSON.stringify(full))
  await page.getByRole("button", { name: "Add to queue: The second episode" }).click()
  await page.getByText("Your queue is full (100 items).").waitFor()
  await page.context().close()
})

it.each(["en-US", "de", "zh-CN", "zh-TW"])("the player and its queue fit a phone in %s", async (locale) => {
  const { page } = await openPage(browser, { locale, width: WIDTHS.phone, colorScheme: "dark" })
  await page.goto(feedPage)
  await page.locator("[data-queue=last]").first().click()
  await page.locator("#player [aria-controls=player-queue]").click()
  await page.locator("#player-queue li").waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(WIDTHS.phone)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.context().close()
})

it("the buttons of the queue are not shown without scripts", async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false })
  await page.goto(feedPage)
  await page.getByRole("link", { name: "Play: The second episode" }).waitFor()
  expect(await page.locator("[data-queue]:visible").count()).toBe(0)
  await page.context().close()
})
