import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Browser, BrowserContext } from "playwright-core"
import { TEST_MASTER_KEY } from "../core/accounts/testing/people.ts"
import { launchBrowser } from "../e2e/lib/browser.ts"
import { makeContext } from "./bench/lib/context.ts"
import { ensureChromium } from "./run/chromium.ts"
import { waitUntil } from "./run/processes.ts"
import { root } from "./run/root.ts"
import { makeMember } from "./screenshots/member.ts"
import { readChoice } from "./screenshots/options.ts"
import { findSamples, isMemberPage, pages, type Samples } from "./screenshots/pages.ts"
import { startProduct } from "./testing/product.ts"

/**
 * `npm run screenshots` takes a picture of every page in three widths, two themes and four languages, into
 * .quire/screenshots. Starts the product with the demo, or visits TARGET as a guest: `TARGET=http://localhost:4321 npm
 * run screenshots -- --pages=home,faq --widths=375 --themes=dark --languages=de`.
 */
const DIRECTORY = join(root, ".quire", "screenshots")
const HEIGHT = 900
const FULL_HEIGHT_MAX = 5000
const LIBRARY_MS_MAX = 60_000
/**
 * Chat sockets do not count as network traffic when waiting for idle. A page that is still empty is captured as it
 * appears.
 */
const FILLED_MS_MAX = 5_000

const choice = readChoice(process.argv.slice(2), Object.keys(pages))
process.env["CHROMIUM_PATH"] = ensureChromium(console.log)
mkdirSync(DIRECTORY, { recursive: true })

const target = process.env["TARGET"]
const { context: own, undo } = makeContext([])
const databaseUrl = target ? undefined : await own.database()
const env = { MASTER_KEY: TEST_MASTER_KEY }
const product = databaseUrl === undefined ? undefined : await startProduct({ databaseUrl, demo: true, env })
const origin = target ?? product?.origin ?? ""
try {
  const samples = await filledLibrary()
  const browser = await launchBrowser()
  let taken = 0
  for (const width of choice.widths) {
    for (const theme of choice.themes) {
      for (const language of choice.languages) taken += await lookAtAll(browser, samples, { width, theme, language })
    }
  }
  await browser.close()
  console.log(`${taken} pictures are in ${DIRECTORY}`)
} finally {
  await product?.stop()
  await undo()
}

/** The demo's feeds are fetched in the first seconds. Waits for them, because an empty library shows little. */
async function filledLibrary(): Promise<Samples> {
  let samples: Omit<Samples, "member"> = { feeds: [], itemId: "" }
  const isFilled = async () => {
    samples = await findSamples(origin)
    return samples.feeds.length > 1 && samples.itemId !== ""
  }
  if (!(await waitUntil(isFilled, LIBRARY_MS_MAX))) throw new Error(`${origin} has no feeds with items to show`)
  const member = databaseUrl === undefined ? null : await makeMember(databaseUrl, origin, samples.feeds)
  return { ...samples, member }
}

async function lookAtAll(
  browser: Browser,
  samples: Samples,
  { width, theme, language }: { width: number; theme: "light" | "dark"; language: string },
): Promise<number> {
  const open = async () => {
    const context = await browser.newContext({
      viewport: { width, height: HEIGHT },
      colorScheme: theme,
      locale: language,
    })
    await actAsReader(context, samples, { theme, language })
    return context
  }
  const [guests, members] = [await open(), await open()]
  if (samples.member !== null)
    await members.addCookies([{ name: "quire_session", value: samples.member.token, url: origin }])
  const [guestPage, memberPage] = [await guests.newPage(), await members.newPage()]
  const names = choice.pages.filter((name) => samples.member !== null || !isMemberPage(name))
  for (const name of names) {
    const page = isMemberPage(name) ? memberPage : guestPage
    await page.goto(`${origin}${pages[name]?.(samples)}`, { waitUntil: "networkidle" })
    await page
      .waitForFunction(() => document.querySelector(".skeleton") === null, null, { timeout: FILLED_MS_MAX })
      .catch(() => undefined)
    const content = await page.evaluate(drawPictures)
    // A drawer covers the window, not the page.
    const height = name === "drawer" ? HEIGHT : Math.max(HEIGHT, Math.min(content, FULL_HEIGHT_MAX))
    await page.screenshot({
      path: join(DIRECTORY, `${name}-${width}-${theme}-${language}.png`),
      fullPage: true,
      clip: { x: 0, y: 0, width, height },
      animations: "disabled",
    })
  }
  await guests.close()
  await members.close()
  return names.length
}

/** Loads lazy images and returns the height of the page. Runs inside the page. */
async function drawPictures(): Promise<number> {
  const pictures = [...document.images]
  for (const picture of pictures) picture.loading = "eager"
  // A broken image must be visible as such.
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
  return document.documentElement.scrollHeight
}

/** A guest who follows some feeds, has chosen language and theme, and has seen the welcome. */
async function actAsReader(
  context: BrowserContext,
  { feeds }: Samples,
  { theme, language }: { theme: string; language: string },
): Promise<void> {
  const cookies = { quire_lang: language, quire_theme: theme, quire_follows: encodeURIComponent(`=${ids(feeds)}`) }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin })))
  await context.addInitScript(() => {
    localStorage.setItem("quire:welcome", JSON.stringify({ showedWelcome: true }))
    localStorage.setItem("quire:intro", JSON.stringify({ shown: 5 }))
  })
}

function ids(feeds: Samples["feeds"]): string {
  return feeds.map(({ feedId }) => feedId).join(".")
}
