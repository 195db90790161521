import { startBrowser } from "../../e2e/lib/browser.ts"
import { startProduct } from "../testing/product.ts"
import { PHONE } from "./firstView/measure.ts"
import { type Bench, goalMax } from "./lib/Bench.ts"
import { median, ROUNDS_MIN } from "./lib/interleaved.ts"
import { type OfflineView, visitThenDisconnect } from "./offline/openOffline.ts"
import { followSome } from "./pages/followSome.ts"

/**
 * Opens the newsfeed of a guest with ten follows from the service worker, without a network, on the phone profile of the
 * bench `first-view`: from the start of the navigation until the first item is painted. The guest read it before, and
 * the service worker has been stopped since. Median of five new tabs; also with a running service worker. And a page
 * of one item in its place, which shows what the browser needs by itself. Chromium slows the page down four times, not the
 * service worker.
 */
export default {
  about: "how soon the newsfeed is painted on a phone without a network",
  goals: [goalMax("absolute", "open_offline_ms", 300)],
  run: async ({ log, defer }) => {
    log("starting the product with its demo library")
    const product = await startProduct({ demo: true })
    defer(product.stop)
    const browser = await startBrowser()
    defer(() => browser.close())
    const cookie = await followSome(product.origin)
    const profile = await visitThenDisconnect(browser, product.origin, { device: PHONE, cookie })
    defer(profile.close)

    const contenders = [
      { name: "stopped", page: "newsfeed", isWorkerRunning: false },
      { name: "running", page: "newsfeed", isWorkerRunning: true },
      { name: "bare", page: "bare", isWorkerRunning: false },
    ] as const
    const views: Record<(typeof contenders)[number]["name"], Array<OfflineView>> = {
      stopped: [],
      running: [],
      bare: [],
    }
    for (let round = 0; round <= ROUNDS_MIN; round += 1) {
      for (const { name, page, isWorkerRunning } of contenders) {
        const view = await profile.open(page, isWorkerRunning)
        if (round > 0) views[name].push(view)
        log(`${round === 0 ? "warm-up" : `round ${round}`}, ${name}: ${JSON.stringify(view)}`)
      }
    }
    const of = (some: ReadonlyArray<OfflineView>, key: keyof OfflineView) => median(some.map((view) => view[key]))
    return {
      ratios: {},
      absolute: {
        open_offline_ms: of(views.stopped, "itemPaintMs"),
        open_offline_running_worker_ms: of(views.running, "itemPaintMs"),
        open_bare_page_ms: of(views.bare, "itemPaintMs"),
        offline_response_ms: of(views.stopped, "responseMs"),
        offline_first_contentful_paint_ms: of(views.stopped, "firstContentfulPaintMs"),
        offline_dom_ready_ms: of(views.stopped, "domReadyMs"),
        offline_items: of(views.stopped, "items"),
      },
    }
  },
} satisfies Bench
