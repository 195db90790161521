import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { TEST_MASTER_KEY } from "../core/accounts/testing/people.ts"
import { startBrowser } from "../e2e/lib/browser.ts"
import { paths } from "../src/lib/paths.ts"
import { makeContext } from "./bench/lib/context.ts"
import { ensureChromium } from "./run/chromium.ts"
import { waitUntil } from "./run/processes.ts"
import { root } from "./run/root.ts"
import { makeMember } from "./screenshots/member.ts"
import { readChoice } from "./screenshots/options.ts"
import { findSamples, isMemberPage, pages, type Samples } from "./screenshots/pages.ts"
import { readmeChoices, updateReadme } from "./screenshots/readme.ts"
import { startProduct } from "./testing/product.ts"

/**
 * `npm run screenshots` takes a picture of every page in three widths, two themes and four languages, into
 * .quire/screenshots. Starts the product with the demo, or visits TARGET as a guest: `TARGET=http://localhost:4321 npm
 * run screenshots -- --pages=home,faq --widths=375 --themes=dark --languages=de`. All pictures take about ten minutes,
 * one width in one theme and language half a minute. `npm run screenshots -- --readme` takes only the pictures of the
 * README and updates them in docs/screenshots; the Chinese ones need a Chinese font on this machine.
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

/** A page that fails within these limits is reported; the others are still captured. */
const PAGE_MS_MAX = 20_000
const IDLE_MS_MAX = 3_000
const PICTURES_MS_MAX = 3_000

const parameters = process.argv.slice(2)
const isReadme = parameters.includes("--readme")
const choices = isReadme ? readmeChoices : [readChoice(parameters, Object.keys(pages))]
process.env["CHROMIUM_PATH"] = ensureChromium(console.log)
mkdirSync(DIRECTORY, { recursive: true })

const total = choices
  .map((choice) => choice.pages.length * choice.widths.length * choice.themes.length * choice.languages.length)
  .reduce((one, other) => one + other)
const failures: Array<string> = []
let done = 0

const target = process.env["TARGET"]
const { context: own, undo } = makeContext([])
const databaseUrl = target ? undefined : await own.database()
const env = { MASTER_KEY: TEST_MASTER_KEY }
console.error(target ? `Visiting ${target}` : "Starting the product with the demo library")
const product = databaseUrl === undefined ? undefined : await startProduct({ databaseUrl, demo: true, env })
const origin = target ?? product?.origin ?? ""
try {
  console.error(`${origin}: waiting for the library`)
  const samples = await filledLibrary()
  const browser = await startBrowser()
  for (const { pages: names, widths, themes, languages } of choices) {
    for (const width of widths) {
      for (const theme of themes) {
        for (const language of languages) await lookAtAll(browser, samples, { names, width, theme, language })
      }
    }
  }
  await browser.close()
  console.log(`${done - failures.length} pictures are in ${DIRECTORY}`)
  if (failures.length > 0) {
    console.error(`Failed: ${failures.join(", ")}`)
    process.exitCode = 1
  } else if (isReadme) await updateReadme(DIRECTORY)
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
  const member = databaseUrl && product ? await makeMember(databaseUrl, product, samples.feeds) : null
  return { ...samples, member }
}

type Look = {
  readonly names: ReadonlyArray<string>
  readonly width: number
  readonly theme: "light" | "dark"
  readonly language: string
}

async function lookAtAll(
  browser: Browser,
  samples: Samples,
  { names: chosen, width, theme, language }: Look,
): Promise<void> {
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
  const names = chosen.filter((name) => samples.member !== null || !isMemberPage(name))
  // Guests' and members' pages have different cookies, so they are captured side by side.
  const captureAll = async (context: BrowserContext, ofContext: ReadonlyArray<string>) => {
    const page = await context.newPage()
    // Fonts are optional: a page shows them only if they come at once, as they do from the second page on.
    await page.goto(`${origin}${paths.faq}`)
    await page.evaluate(async () => void (await Promise.allSettled([...document.fonts].map((font) => font.load()))))
    for (const name of ofContext) {
      const startMs = performance.now()
      const file = `${name}-${width}-${theme}-${language}.png`
      const problem = await capture(page, name, samples, file).then(
        () => undefined,
        (error: unknown) => String(error).split("\n")[0],
      )
      if (problem !== undefined) failures.push(file)
      done += 1
      const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
      console.error(`${done}/${total} ${file} ${problem ?? `${seconds} s`}`)
    }
  }
  await Promise.all([
    captureAll(
      guests,
      names.filter((name) => !isMemberPage(name)),
    ),
    captureAll(members, names.filter(isMemberPage)),
  ])
  await guests.close()
  await members.close()
}

/** Opens a page and stores its picture. Sockets and polling keep some pages busy, so the wait for idle has a timeout. */
async function capture(page: Page, name: string, samples: Samples, file: string): Promise<void> {
  await page.goto(`${origin}${pages[name]?.(samples)}`, { waitUntil: "load", timeout: PAGE_MS_MAX })
  await page.waitForLoadState("networkidle", { timeout: IDLE_MS_MAX }).catch(() => undefined)
  await page
    .waitForFunction(() => document.querySelector(".skeleton") === null, null, { timeout: FILLED_MS_MAX })
    .catch(() => undefined)
  const content = await page.evaluate(drawPictures, PICTURES_MS_MAX)
  // A drawer covers the window, not the page.
  const height = name === "drawer" ? HEIGHT : Math.max(HEIGHT, Math.min(content, FULL_HEIGHT_MAX))
  await page.screenshot({
    path: join(DIRECTORY, file),
    fullPage: true,
    clip: { x: 0, y: 0, width: page.viewportSize()?.width ?? 0, height },
    animations: "disabled",
  })
}

/** Lays out what is below the window, loads lazy images and returns the height of the page. Runs inside the page. */
async function drawPictures(timeoutMs: number): Promise<number> {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync("* { content-visibility: visible }")
  document.adoptedStyleSheets.push(sheet)
  const pictures = [...document.images]
  for (const picture of pictures) picture.loading = "eager"
  // A broken image must be visible as such, and an image that never arrives must not hold the page up.
  const decoded = Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
  await Promise.race([decoded, new Promise((resolve) => setTimeout(resolve, timeoutMs))])
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
