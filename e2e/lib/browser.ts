import { randomInt } from "node:crypto"
import { join } from "node:path"
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core"
import { onTestFinished, TestRunner } from "vitest"
import { findChromium, findHeadlessShell } from "../../scripts/run/chromium.ts"

/** A page that records its errors: uncaught exceptions and console errors. */
export interface WatchedPage {
  readonly page: Page
  readonly problems: ReadonlyArray<string>
}

/** The viewport widths that are tested, in CSS pixels. */
export const WIDTHS = { phone: 375, tablet: 768, desk: 1280 } as const

/** The height of every viewport, in CSS pixels. */
export const HEIGHT = 900

/** Maximum characters of a test's name in the file name of its recording. */
const NAME_LENGTH_MAX = 80
let recorded = 0

/**
 * Starts the installed Chromium headless and without background network requests. Uses the faster headless shell where
 * installed, unless the caller needs the full browser (`notifications`).
 */
export function startBrowser({ notifications = false } = {}): Promise<Browser> {
  const executablePath = (notifications ? undefined : findHeadlessShell()) ?? findChromium()
  if (!executablePath) throw new Error("There is no Chromium here; npm test installs one.")
  const args = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    // Many containers limit /dev/shm to 64 MB.
    "--disable-dev-shm-usage",
    // Chromium's sandbox does not run as root.
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ]
  return chromium.launch({ executablePath, args, headless: true })
}

/** The browsers of this worker, by whether they can show notifications. */
const browsers = new Map<boolean, Promise<Browser>>()

/**
 * Returns the browser that the test files of a worker share, because starting one takes a second of CPU time. `close` closes
 * the profiles that were opened here; the browser itself ends with the worker. Parameters as of `startBrowser`.
 */
export async function launchBrowser({ notifications = false } = {}): Promise<Browser> {
  const known = await browsers.get(notifications)
  if (known?.isConnected() === true) return withOwnProfiles(known)
  const started = startBrowser({ notifications })
  browsers.set(notifications, started)
  return withOwnProfiles(await started)
}

const withOwnProfiles = (browser: Browser): Browser => {
  const opened: Array<BrowserContext> = []
  const own: Pick<Browser, "newContext" | "newPage" | "close"> = {
    newContext: async (options) => {
      const context = await browser.newContext(options)
      opened.push(context)
      return context
    },
    newPage: async (options) => (await own.newContext(options)).newPage(),
    close: async () => {
      await Promise.all(opened.map((context) => context.close()))
    },
  }
  return new Proxy(browser, {
    get: (target, name) => {
      const value: unknown = name in own ? own[name as keyof typeof own] : Reflect.get(target, name)
      return typeof value === "function" ? value.bind(target) : value
    },
  })
}

/** A client address that no other browser has, because limits on calls are shared by all callers of one address. */
export const callerAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

/**
 * Opens a page in a fresh profile (no cookies, no local storage) and closes it after the test. Defaults: desktop width,
 * English, no service worker, reduced motion, its own client address.
 */
export async function openPage(
  browser: Browser,
  { width = WIDTHS.desk, ...options }: BrowserContextOptions & { readonly width?: number } = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    locale: "en-US",
    timezoneId: "Europe/Berlin",
    // Animations took a fifth of the browser's CPU time.
    reducedMotion: "reduce",
    // Each profile would fetch the whole offline cache, another sixth of CPU time. Offline tests allow it.
    serviceWorkers: "block",
    extraHTTPHeaders: { "x-forwarded-for": callerAddress() },
    ...options,
  })
  const test = TestRunner.getCurrentTest()
  // A trace of the run with a snapshot per step; open it with `playwright show-trace`.
  const traces = test === undefined ? undefined : process.env["E2E_TRACES"]
  if (traces !== undefined) await context.tracing.start({ screenshots: true, snapshots: true })
  // A page keeps loading news until it is closed; a page opened in a hook serves all tests of its file.
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
    // Chromium rejects with an empty message when it skips a view transition for lack of time.
    const words = error.stack ?? error.message
    if (words !== "") problems.push(words)
  })
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`${message.text()} (${message.location().url} on ${page.url()})`)
  })
  return { page, problems }
}
