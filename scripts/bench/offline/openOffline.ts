import type { Browser, Page } from "playwright-core"
import { openPage } from "../../../e2e/lib/browser.ts"
import { CACHES, OFFLINE_PAGE } from "../../../src/lib/offline.ts"
import { waitUntil } from "../../run/processes.ts"
import { type Device, followBefore, slowDown } from "../firstView/measure.ts"

/** How the newsfeed opened without a network, in milliseconds since the navigation started. */
export interface OfflineView {
  /** When the first item was painted. */
  readonly itemPaintMs: number
  readonly firstContentfulPaintMs: number
  /** When the first byte came from the service worker. */
  readonly responseMs: number
  readonly domReadyMs: number
  readonly items: number
}

const NEWSFEED = "/newsfeeds"
/** A page of one item, with the headers of the newsfeed and without scripts and styles: what the browser needs by itself. */
const BARE = "/bare"
const BARE_HTML = `<!doctype html><html lang="en"><title>Bare</title><article data-item><h3><a href="/">An item</a></h3></article></html>`
/** Waits for caches and paints. */
const WAIT_MS_MAX = 30_000

/** A profile in which the newsfeed was read with a network, and which has none now. */
export interface VisitedProfile {
  /**
   * Opens the newsfeed, or a bare page in its place, in a new tab.
   * @param isWorkerRunning false stops the service worker before, as a browser does after half a minute without events
   */
  readonly open: (page: "newsfeed" | "bare", isWorkerRunning: boolean) => Promise<OfflineView>
  readonly close: () => Promise<void>
}

/** Visits the newsfeed as a guest twice, waits until the service worker has stored it, and turns the network off. */
export async function visitThenDisconnect(
  browser: Browser,
  origin: string,
  { device, cookie }: { readonly device: Device; readonly cookie: string },
): Promise<VisitedProfile> {
  const { page } = await openPage(browser, { ...device.context, baseURL: origin, serviceWorkers: "allow" })
  const context = page.context()
  await followBefore(page, origin, cookie)
  await context.addInitScript(markItemPaint)
  await page.goto(NEWSFEED)
  await waitForStored(page, CACHES.items, OFFLINE_PAGE)
  await page.goto(NEWSFEED)
  await waitForStored(page, CACHES.pages, NEWSFEED)
  await page.waitForLoadState("networkidle")
  await page.evaluate(storeBare, { cache: CACHES.pages, newsfeed: NEWSFEED, bare: BARE, html: BARE_HTML })
  const workers = await context.newCDPSession(page)
  await workers.send("ServiceWorker.enable")
  await context.setOffline(true)

  return {
    open: async (which, isWorkerRunning) => {
      if (!isWorkerRunning) await workers.send("ServiceWorker.stopAllWorkers")
      const tab = await context.newPage()
      try {
        if (device.isSlow) await slowDown(tab, { isOffline: true })
        await tab.goto(which === "bare" ? BARE : NEWSFEED)
        await tab.waitForFunction(() => performance.getEntriesByName("item").length > 0, { timeout: WAIT_MS_MAX })
        const view = await tab.evaluate(readView)
        if (view.items === 0) throw new Error("the stored newsfeed has no items")
        return view
      } finally {
        await tab.close()
      }
    },
    close: () => context.close(),
  }
}

const waitForStored = async (page: Page, cache: string, path: string): Promise<void> => {
  const isStored = await waitUntil(() => page.evaluate(hasEntry, { cache, path }), WAIT_MS_MAX)
  if (!isStored) throw new Error(`the service worker did not store ${path}`)
}

const hasEntry = async ({ cache, path }: { readonly cache: string; readonly path: string }): Promise<boolean> =>
  (await (await caches.open(cache)).match(path, { ignoreVary: true })) !== undefined

const storeBare = async (names: {
  readonly cache: string
  readonly newsfeed: string
  readonly bare: string
  readonly html: string
}): Promise<void> => {
  const cache = await caches.open(names.cache)
  const headers = (await cache.match(names.newsfeed, { ignoreVary: true }))?.headers ?? {}
  await cache.put(names.bare, new Response(names.html, { headers }))
}

/** Has the browser report when the title of the first item is painted, without a change of the page. */
const markItemPaint = (): void => {
  const watching = new MutationObserver(() => {
    const title = document.querySelector("[data-item] h3 a, [data-item] h3")
    if (title === null) return
    title.setAttribute("elementtiming", "item")
    watching.disconnect()
  })
  watching.observe(document, { childList: true, subtree: true })
  new PerformanceObserver((list) => {
    const [first] = list.getEntries()
    if (first === undefined) return
    performance.measure("item", { start: 0, end: (first as PerformanceEntry & { renderTime: number }).renderTime })
  }).observe({ type: "element", buffered: true })
}

const readView = (): OfflineView => {
  const [navigation] = performance.getEntriesByType("navigation") as [PerformanceNavigationTiming]
  return {
    itemPaintMs: performance.getEntriesByName("item")[0]?.duration ?? Number.NaN,
    firstContentfulPaintMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    responseMs: navigation.responseStart,
    domReadyMs: navigation.domContentLoadedEventEnd,
    items: document.querySelectorAll("[data-item]").length,
  }
}
