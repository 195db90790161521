import { createServer, type RequestListener } from "node:http"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import {
  accessibilityProblems,
  enter,
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

const SOUND = silence(120)
const SENTENCE = "The ferry left the harbour at dawn, and nobody on the quay had thought that it would ever come back. "
const STORY = `<!doctype html><html><title>The ferry</title><body><nav>Home</nav><article><h1>The ferry</h1>${`<p>${SENTENCE.repeat(3)}</p>`.repeat(4)}<script>alert(1)</script></article></body></html>`
const TRANSCRIPT =
  "WEBVTT\n\n00:00:00.000 --> 00:00:05.000\n<v Ada>Welcome.\n\n00:01:00.000 --> 00:01:05.000\n<v Ben>Thank you."
const item = (guid: string, more: string) =>
  `<item><guid isPermaLink="false">${guid}</guid><title>The ${guid}</title><pubDate>${new Date(Date.now() - 3_600_000).toUTCString()}</pubDate>${more}</item>`
const feed = (title: string, items: string) =>
  `<rss version="2.0" xmlns:psc="http://podlove.org/simple-chapters" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>${title}</title><language>en</language>${items}</channel></rss>`

const PATH = uniquePath()
const publisher: RequestListener = (request, response) => {
  const origin = `http://${request.headers.host}${PATH}`
  const send = (type: string, body: string) => response.writeHead(200, { "content-type": type }).end(body)
  if (request.url === "/robots.txt") return send("text/plain", `User-agent: *\nDisallow: ${PATH}/private/`)
  const path = request.url?.slice(PATH.length) ?? ""
  switch (path) {
    case "/podcast.xml":
      return send(
        "application/rss+xml",
        feed(
          "Podcast",
          item(
            "episode",
            `<enclosure url="${origin}/sound.wav" type="audio/wav" length="${SOUND.length}"/>
             <podcast:transcript url="${origin}/episode.vtt" type="text/vtt"/>
             <psc:chapters version="1.2"><psc:chapter start="0" title="Rain"/><psc:chapter start="00:01:00" title="More rain"/></psc:chapters>`,
          ) + item("other episode", `<enclosure url="${origin}/sound.wav?2" type="audio/wav" length="1"/>`),
        ),
      )
    case "/press.xml":
      return send(
        "application/rss+xml",
        feed(
          "Press",
          item("ferry", `<link>${origin}/ferry</link><description>In short…</description>`) +
            item("notice", `<link>${origin}/notice</link><description>All there is to say.</description>`) +
            item("secret", `<link>${origin}/private/secret</link><description>In short…</description>`) +
            item("clip", `<enclosure url="${origin}/sound.wav?clip" type="video/mp4" length="1"/>`) +
            item("film", "<link>https://www.youtube.com/watch?v=dQw4w9WgXcQ</link><description>A film.</description>"),
        ),
      )
    case "/ferry":
    case "/private/secret":
      return send("text/html", STORY)
    case "/episode.vtt":
      return send("text/vtt", TRANSCRIPT)
  }
  if (!path.startsWith("/sound.wav")) return response.writeHead(404).end()
  return sendSound(SOUND, request, response)
}

const server = createServer(publisher)
let site: TestSite
let browser: Browser
const items = new Map<string, string>()

beforeAll(async () => {
  const host = await listenForShared(server)
  ;[site, browser] = await Promise.all([sharedSite(), launchBrowser()])
  const call = async (path: string, body: unknown) => {
    const headers = { "content-type": "application/json" }
    const answer = await fetch(`${site.origin}/api/Feed/${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    })
    return (await answer.json()) as {
      data: { feed: { feedId: string }; items: ReadonlyArray<{ id: string; title: string }> }
    }
  }
  for (const path of ["podcast.xml", "press.xml"]) {
    const { data } = await call("CreateLocalFeed", { url: `http://${host}${PATH}/${path}` })
    const preview = async () => (await call("PreviewFeed", { feedId: data.feed.feedId, page: 1, pageSize: 50 })).data
    await vi.waitFor(
      async () => {
        const { items: reported } = await preview()
        if (reported.length < 2) throw new Error("the items are not readable yet")
        for (const { id, title } of reported) items.set(title, id)
      },
      { timeout: 60_000 },
    )
  }
})
afterAll(async () => {
  await browser.close()
  await site.stop()
  server.close()
})

const open = (page: Page, title: string, more = "") =>
  page.goto(`${site.origin}/newsfeeds/newsdetail?id=${items.get(title)}${more}`)
/** Chromium rejects with an empty message when it skips a view transition for lack of time. */
const reported = (problems: ReadonlyArray<string>) => problems.filter((problem) => problem !== "")
/** Waits for pages, audio and scripts. */
const eventually = <Found>(check: () => Promise<Found>) => expect.poll(check, { timeout: 20_000 })
const sound = (page: Page) =>
  page.locator("#player audio").evaluate((audio: HTMLAudioElement) => ({
    seconds: audio.currentTime,
    plays: !audio.paused,
    speed: audio.playbackRate,
  }))

it("a podcast keeps playing across pages, and resumes where it stopped", { timeout: 90_000 }, async () => {
  const { page, problems } = await openPage(browser)
  const scripts: Array<string> = []
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()))
  await open(page, "The episode")
  const before = scripts.length
  await page.locator("main audio").focus()
  await page.keyboard.press("Space")
  await eventually(() => sound(page)).toMatchObject({ plays: true })
  expect(scripts.length).toBeGreaterThan(before)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await eventually(async () => (await sound(page)).seconds).toBeGreaterThan(0.2)

  // A browser-handled link, a search form, and a page without feeds.
  await page.locator("aside .others a").first().click()
  await page.waitForURL(/newsdetail/)
  await eventually(() => page.title()).toContain("The other episode")
  await page.locator("header a[href='/newsfeeds']").first().click()
  await page.waitForURL(/\/newsfeeds$/)
  await page.goBack()
  await eventually(() => page.title()).toContain("The other episode")
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true)
  expect(await sound(page)).toMatchObject({ plays: true })
  expect(await accessibilityProblems(page)).toEqual([])

  // Other scripts still work on a page loaded this way.
  await page.locator("main form[data-feed] button").first().click()
  await eventually(() => page.evaluate(() => localStorage.getItem("quire:followList"))).toContain("Podcast")
  await page.locator("#first-follow[open]").waitFor()
  await page.keyboard.press("Escape")
  await page.locator("main a[data-preview]").first().click()
  await page.locator("#drawer dialog[open]").waitFor()
  await page.keyboard.press("Escape")
  await eventually(() => page.locator("#drawer dialog[open]").count()).toBe(0)
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true)

  const bar = page.locator("#player")
  await bar.getByLabel("Chapters").selectOption("More rain")
  await eventually(async () => (await sound(page)).seconds).toBeGreaterThanOrEqual(60)
  // Playback continues, so the position only drops after a seek back.
  const { seconds } = await sound(page)
  await bar.getByRole("button", { name: "Back 15 seconds" }).click()
  await eventually(async () => (await sound(page)).seconds).toBeLessThan(seconds)
  await bar.getByLabel("Speed").selectOption("1.5×")
  expect(await sound(page)).toMatchObject({ speed: 1.5 })
  await bar.getByRole("button", { name: "Close the player" }).click()
  expect(await bar.count()).toBe(0)

  await open(page, "The episode")
  await page.locator("main audio").focus()
  await page.keyboard.press("Space")
  await eventually(async () => (await sound(page)).seconds).toBeGreaterThan(44)
  expect(await sound(page)).toMatchObject({ speed: 1.5 })
  // The transcript is fetched without leaving the page that plays.
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole("button", { name: "Transcript" }).click()
  await page.locator("#transcript [data-seek='60']").click()
  await eventually(async () => (await sound(page)).seconds).toBeGreaterThanOrEqual(60)
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true)
  expect(reported(problems)).toEqual([])
  await page.context().close()
})

it("an episode plays from a list at once, and has controls on every page", { timeout: 60_000 }, async () => {
  const { page, problems } = await openPage(browser)
  await page.goto(`${site.origin}/newsfeeds?view=all`)
  await page.getByRole("link", { name: "Play: The episode" }).click()
  await eventually(() => sound(page)).toMatchObject({ plays: true })
  // A browser skips the transition, for example because its window is resized: that is no error.
  await page.evaluate(() =>
    document.addEventListener("astro:before-swap", (event) =>
      (event as Event & { readonly viewTransition: ViewTransition }).viewTransition.skipTransition(),
    ),
  )
  await page.locator("header a[href='/newsfeeds']").first().click()
  await page.waitForURL(/\/newsfeeds$/)
  // The policy is that of the first page; scripts of the next one still mark what was opened.
  await page.getByRole("main").locator("a[href='/newsfeeds?view=all']").first().click()
  await page.locator(`[data-item="${items.get("The episode")}"][data-read]`).waitFor()

  const bar = page.locator("#player")
  await bar.getByRole("button", { name: "Pause" }).click()
  await eventually(() => sound(page)).toMatchObject({ plays: false })
  await bar.getByRole("slider", { name: "Position" }).fill("30")
  await eventually(async () => (await sound(page)).seconds).toBeGreaterThanOrEqual(30)
  expect(await bar.getByRole("slider", { name: "Position" }).getAttribute("aria-valuetext")).toMatch(
    /^0:30 \/ \d+:\d\d$/,
  )
  await bar.getByRole("slider", { name: "Volume" }).fill("0.5")
  expect(await page.locator("#player audio").evaluate((audio: HTMLAudioElement) => audio.volume)).toBe(0.5)
  await bar.getByRole("button", { name: "Play", exact: true }).click()
  await eventually(() => sound(page)).toMatchObject({ plays: true })
  expect(await accessibilityProblems(page)).toEqual([])
  expect(reported(problems)).toEqual([])
  await page.context().close()
})

it("an episode goes on where it stopped on another device of a member", { timeout: 60_000 }, async () => {
  const person = await site.person()
  const onDevice = async () => {
    const { page } = await openPage(browser)
    await enter(page.context(), site, person)
    return page
  }
  const page = await onDevice()
  await page.goto(`${site.origin}/newsfeeds?view=all`)
  await page.getByRole("link", { name: "Play: The episode" }).click()
  await eventually(() => sound(page)).toMatchObject({ plays: true })
  await page.locator("#player").getByRole("slider", { name: "Position" }).fill("70")
  const saved = page.waitForResponse("**/api/Feed/SavePosition")
  await page.locator("#player").getByRole("button", { name: "Pause" }).click()
  expect((await saved).status()).toBe(200)

  const other = await onDevice()
  await other.goto(`${site.origin}/newsfeeds/history`)
  const list = other.getByRole("region", { name: "Continue listening" })
  await list.getByText("1:10 of 2:00").waitFor()
  await list.getByRole("link", { name: "The episode" }).click()
  await eventually(async () => (await sound(other)).seconds).toBeGreaterThanOrEqual(70)
  await other.goto(`${site.origin}/newsfeeds/history`)
  await list.getByRole("button", { name: "Remove from this list: The episode" }).click()
  await eventually(() => list.count()).toBe(0)
})

it("a video goes on in a corner of the page", { timeout: 60_000 }, async () => {
  const { page, problems } = await openPage(browser)
  await open(page, "The clip")
  await page.locator("main video").focus()
  await page.keyboard.press("Space")
  const bar = page.locator("#player[data-kind=video]")
  await bar.locator("video").waitFor()
  await page.locator("header a[href='/newsfeeds']").first().click()
  await page.waitForURL(/\/newsfeeds$/)
  const [box, picture] = [await bar.boundingBox(), await bar.locator("video").boundingBox()]
  if (box === null || picture === null) throw new Error("the video is not shown")
  expect(box.width).toBeLessThanOrEqual(0.4 * WIDTHS.desk)
  expect(box.x).toBeGreaterThan(WIDTHS.desk / 2)
  expect(picture.width / picture.height).toBeCloseTo(16 / 9, 1)
  await bar.getByRole("button", { name: "Full screen" }).click()
  await eventually(() => page.evaluate(() => document.fullscreenElement?.localName)).toBe("video")
  await page.evaluate(() => document.exitFullscreen())
  await page.setViewportSize({ width: WIDTHS.phone, height: 720 })
  await eventually(async () => (await bar.boundingBox())?.width).toBe(WIDTHS.phone)
  expect(reported(problems)).toEqual([])
  await page.context().close()
})

it("a video is requested from its host only after the reader starts it", { timeout: 60_000 }, async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, problems } = await openPage(browser, { javaScriptEnabled, width: WIDTHS.phone })
    const requested: Array<string> = []
    page.on("request", (request) => requested.push(new URL(request.url()).origin))
    await page.route("https://www.youtube-nocookie.com/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>player</title><p>film</p>" }),
    )
    await open(page, "The film")
    await page.waitForLoadState("networkidle")
    expect(new Set(requested)).toEqual(new Set([site.origin]))
    await page.locator("a.facade").click()
    expect(await page.frameLocator("iframe").locator("p").textContent()).toBe("film")
    expect(new Set(requested)).toEqual(new Set([site.origin, "https://www.youtube-nocookie.com"]))
    expect(page.url().includes("play")).toBe(!javaScriptEnabled)
    expect(reported(problems)).toEqual([])
    await page.context().close()
  }
})

it("a shortened feed item can show the whole article, without scripts, or says why it cannot", {
  timeout: 60_000,
}, async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false })
  await open(page, "The ferry")
  expect(await page.locator("#article").textContent()).toContain("In short…")
  await page.getByRole("button", { name: "Read the full article here" }).click()
  await page.waitForURL(/#article$/)
  expect(await page.locator("#article").innerHTML()).toContain(SENTENCE.trim())
  expect(await page.locator("#article").innerHTML()).not.toContain("script")
  // A short note that is complete offers nothing to load.
  await open(page, "The notice")
  expect(await page.getByRole("button", { name: "Read the full article here" }).count()).toBe(0)
  await open(page, "The secret")
  await page.getByRole("button", { name: "Read the full article here" }).click()
  await page.getByText("asks programs not to read this page (robots.txt)").waitFor()
  expect(await page.getByRole("button", { name: "Read the full article here" }).count()).toBe(0)
  for (const [locale, words] of [
    ["de", "bittet Programme"],
    ["zh-Hans", "要求程序不要读取"],
    ["zh-Hant", "要求程式不要讀取"],
  ] as const) {
    const answer = await fetch(page.url(), { headers: { cookie: `quire_lang=${locale}` } })
    expect(await answer.text()).toContain(words)
  }
  // So do an episode's chapters and transcript.
  await open(page, "The episode")
  await page.locator("#chapters summary").click()
  expect(await page.locator("#chapters a").nth(1).getAttribute("href")).toMatch(/sound\.wav#t=60$/)
  await page.getByRole("button", { name: "Transcript" }).click()
  await page.waitForLoadState()
  expect(await page.locator("#transcript").textContent()).toContain("Welcome.")
  // A client that requests too much is rate limited.
  const request = () =>
    fetch(`${site.origin}/newsfeeds/part`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ id: items.get("The ferry") ?? "", part: "article" }),
    })
  const answers = await Promise.all(Array.from({ length: 12 }, request))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 303))
  expect(answers.some(({ headers }) => headers.get("location")?.includes("&busy") === true)).toBe(true)
  await page.context().close()
})
