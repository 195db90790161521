import { startBrowser, WIDTHS } from "../../e2e/lib/browser.ts"
import { startProduct } from "../testing/product.ts"
import { type Device, type FirstView, firstView, PHONE } from "./firstView/measure.ts"
import { type Bench, goalMax } from "./lib/Bench.ts"
import { median, ROUNDS_MIN } from "./lib/interleaved.ts"
import { followSome } from "./pages/followSome.ts"

const DESK: Device = { context: { viewport: { width: WIDTHS.desk, height: 900 } }, isSlow: false }

/** The figures of a view that are printed, by the end of their key. */
const FIGURES = {
  requests_besides_images: "requestsBesidesImages",
  scripts: "scripts",
  script_kb_gzip: "scriptKb",
  stylesheets: "stylesheets",
  style_kb_gzip: "styleKb",
  fetches: "fetches",
  first_paint_ms: "firstPaintMs",
  dom_ready_ms: "domReadyMs",
} as const satisfies Record<string, keyof FirstView>

/**
 * Opens the newsfeed of a guest with ten follows and an article in Chromium, in fresh profiles, without interaction.
 * Counts what the browser loads, and when it first paints: on this machine, and as a phone on slow 4G. Median of five.
 */
export default {
  about: "what a browser loads at the first view of the newsfeed and of an article, and when it first paints",
  goals: [
    goalMax("absolute", "requests_besides_images", 15),
    goalMax("absolute", "scripts", 3),
    goalMax("absolute", "script_kb_gzip", 10),
    goalMax("absolute", "stylesheets", 2),
    goalMax("absolute", "fetches", 0),
    goalMax("absolute", "first_paint_ms", 250),
    goalMax("absolute", "article_scripts", 2),
    goalMax("absolute", "article_stylesheets", 2),
  ],
  run: async ({ log, defer }) => {
    log("starting the product with its demo library")
    const product = await startProduct({ demo: true })
    defer(product.stop)
    const browser = await startBrowser()
    defer(() => browser.close())
    const cookie = await followSome(product.origin)
    const article = await anArticle(product.origin, cookie)

    const absolute: Record<string, number> = {}
    const views = [
      { prefix: "", path: "/newsfeeds", device: DESK },
      { prefix: "article_", path: article, device: DESK },
      { prefix: "phone_", path: "/newsfeeds", device: PHONE },
      { prefix: "article_phone_", path: article, device: PHONE },
    ]
    for (const { prefix, path, device } of views) {
      const rounds: Array<FirstView> = []
      for (let round = 0; round <= ROUNDS_MIN; round += 1) {
        const view = await firstView(browser, product.origin, path, { device, cookie })
        if (round > 0) rounds.push(view)
        log(`${prefix}${path} ${round === 0 ? "warm-up" : `round ${round}`}: ${JSON.stringify(view)}`)
      }
      for (const [key, figure] of Object.entries(FIGURES))
        absolute[prefix + key] = median(rounds.map((view) => view[figure]))
    }
    return { ratios: {}, absolute }
  },
} satisfies Bench

/** The path of an article in the newsfeed. Posts have pages of their own, to which their items lead. */
async function anArticle(origin: string, cookie: string): Promise<string> {
  const newsfeed = await (await fetch(`${origin}/newsfeeds`, { headers: { cookie } })).text()
  for (const [, path] of newsfeed.matchAll(/href="(\/newsfeeds\/newsdetail\?id=[^"&#]+)"/g)) {
    if (path !== undefined && (await fetch(origin + path, { redirect: "manual" })).status === 200) return path
  }
  throw new Error("the newsfeed has no article")
}
