import { join } from "node:path"
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core"
import { onTestFinished, TestRunner } from "vitest"
import { findChromium, findHeadlessShell } from "../../scripts/run/chromium.ts"

/** A page that remembers what went wrong in it: uncaught errors and what the console calls an error. */
export interface WatchedPage {
  readonly page: Page
  readonly problems: ReadonlyArray<string>
}

/** The widths that the interface is looked at in, in CSS pixels. */
export const WIDTHS = { phone: 375, tablet: 768, desk: 1280 } as const

/** How high every window is. */
export const HEIGHT = 900

/** Characters of a test's name in the name of its recording. */
const NAME_LENGTH_MAX = 80
let recorded = 0

/**
 * Starts the Chromium of this machine without a window and without its calls home: the quick one that has no window at
 * all where there is one, unless the test needs what only the whole one has (`notifications`).
 */
export function launchBrowser({ notifications = false } = {}): Promise<Browser> {
  const executablePath = (notifications ? undefined : findHeadlessShell()) ?? findChromium()
  if (!executablePath) throw new Error("There is no Chromium here; npm test installs one.")
  const args = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    // Many containers give /dev/shm only 64 MB.
    "--disable-dev-shm-usage",
    // Chromium's sandbox refuses to run as root.
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ]
  return chromium.launch({ executablePath, args, headless: true })
}

/** Opens a page, closed again at the end of the test, in a fresh profile (no cookies, no local storage); desk width, English, without a service worker and with nothing that moves by itself unless told otherwise. */
export async function openPage(
  browser: Browser,
  { width = WIDTHS.desk, ...options }: BrowserContextOptions & { readonly width?: number } = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    locale: "en-US",
    timezoneId: "Europe/Berlin",
    // Drawing what only moves took a fifth of a browser's processor time.
    reducedMotion: "reduce",
    // Each profile would fetch all that is kept for reading offline: another sixth of it. Tests of what works offline allow it.
    serviceWorkers: "block",
    ...options,
  })
  const test = TestRunner.getCurrentTest()
  // A recorded run: every step with what the page looked like, to be looked at with `playwright show-trace`.
  const traces = test === undefined ? undefined : process.env["E2E_TRACES"]
  if (traces !== undefined) await context.tracing.start({ screenshots: true, snapshots: true })
  // A page goes on loading news until it is closed; one that a hook opened serves all tests of its file.
  if (test)
    onTestFinished(async () => {
      recorded += 1
      const words = test.name.replaceAll(/\[[^\]]*\]\s*/g, "").replaceAll(/[^A-Za-z0-9]+/g, "-")
      const name = `${words.slice(0, NAME_LENGTH_MAX)}-${recorded}.zip`
      if (traces !== undefined) await context.tracing.stop({ path: join(traces, name) })
      await context.close()
    })
  const page = await context.newPage()
  const problems: Array<string> = []
  page.on("pageerror", (error) => {
    // Chromium reports without words that it left out an effect between two pages, where it had no time for it.
    const words = error.stack ?? error.message
    if (words !== "") problems.push(words)
  })
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`${message.text()} (${message.location().url} on ${page.url()})`)
  })
  return { page, problems }
}
