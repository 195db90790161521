import { gzipSync } from "node:zlib"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { openPage, WIDTHS } from "../../../e2e/lib/browser.ts"
import { FOLLOW_MIRROR_KEY } from "../../../src/features/follow/storageKeys.ts"

/** What a browser loads and shows when a page is opened for the first time and nobody interacts. */
export interface FirstView {
  readonly requestsBesidesImages: number
  readonly scripts: number
  /** Kilobytes of gzipped script, with inline scripts. */
  readonly scriptKb: number
  readonly stylesheets: number
  readonly styleKb: number
  /** Before the page was idle for the first time. */
  readonly fetches: number
  readonly firstPaintMs: number
  readonly domReadyMs: number
}

/** A device: a viewport, and a slower network and processor where `isSlow`. */
export interface Device {
  readonly context: BrowserContextOptions
  readonly isSlow: boolean
}

export const PHONE: Device = {
  context: { viewport: { width: WIDTHS.phone, height: 720 }, isMobile: true },
  isSlow: true,
}

/** A phone on slow 4G, with the figures of Lighthouse's mobile preset. */
const SLOW = { cpu: 4, latencyMs: 150, bytesPerS: (1.6 * 1024 * 1024) / 8 } as const

/** Opens a page in a fresh profile, and waits until the network is quiet. */
export async function firstView(
  browser: Browser,
  origin: string,
  path: string,
  { device, cookie }: { readonly device: Device; readonly cookie?: string },
): Promise<FirstView> {
  const { page } = await openPage(browser, { ...device.context, baseURL: origin })
  try {
    if (cookie !== undefined) await followBefore(page, origin, cookie)
    await page.addInitScript(() => {
      addEventListener("load", () => requestIdleCallback(() => performance.mark("idle")))
    })
    if (device.isSlow) await slowDown(page)
    const loaded: Array<Promise<{ readonly type: string; readonly bytes: number }>> = []
    page.on("response", (response) => {
      const type = response.request().resourceType()
      const body = response.body().catch(() => Buffer.alloc(0))
      loaded.push(body.then((bytes) => ({ type, bytes: type === "image" ? 0 : gzipSync(bytes).length })))
    })
    await page.goto(path, { waitUntil: "networkidle" })
    await page.waitForFunction(() => performance.getEntriesByName("first-paint").length > 0)
    const timing = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType("navigation") as [PerformanceNavigationTiming]
      return {
        firstPaintMs: performance.getEntriesByName("first-paint")[0]?.startTime ?? Number.NaN,
        domReadyMs: navigation.domContentLoadedEventEnd,
        fetches: performance
          .getEntriesByType("resource")
          .filter((entry) => (entry as PerformanceResourceTiming).initiatorType === "fetch")
          .filter(({ startTime }) => startTime < (performance.getEntriesByName("idle")[0]?.startTime ?? 0)).length,
        inline: [...document.querySelectorAll("script:not([src])")].map(({ textContent }) => textContent).join("\n"),
      }
    })
    const all = await Promise.all(loaded)
    const of = (...types: ReadonlyArray<string>) => all.filter(({ type }) => types.includes(type))
    const kb = (some: ReadonlyArray<{ readonly bytes: number }>) =>
      some.reduce((sum, { bytes }) => sum + bytes, 0) / 1024
    return {
      requestsBesidesImages: all.length - of("image").length,
      scripts: of("script").length,
      scriptKb: kb(of("script")) + gzipSync(timing.inline).length / 1024,
      stylesheets: of("stylesheet").length,
      styleKb: kb(of("stylesheet")),
      fetches: timing.fetches,
      firstPaintMs: timing.firstPaintMs,
      domReadyMs: timing.domReadyMs,
    }
  } finally {
    await page.context().close()
  }
}

/** Slows the processor and the network of a page down to those of a phone, or turns its network off. */
export async function slowDown(page: Page, { isOffline = false } = {}): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW.cpu })
  await session.send("Network.enable")
  await session.send("Network.emulateNetworkConditions", {
    offline: isOffline,
    latency: SLOW.latencyMs,
    downloadThroughput: SLOW.bytesPerS,
    uploadThroughput: SLOW.bytesPerS,
  })
}

/** Makes the profile that of a guest who followed feeds in this browser: the cookie, and its copy in the storage. */
export async function followBefore(page: Page, origin: string, cookie: string): Promise<void> {
  const at = cookie.indexOf("=")
  const [name, value] = [cookie.slice(0, at), cookie.slice(at + 1)]
  await page.context().addCookies([{ name, value, url: origin }])
  await page.addInitScript(([key, mirror]) => localStorage.setItem(key, mirror), [
    FOLLOW_MIRROR_KEY,
    decodeURIComponent(value),
  ] as const)
}
