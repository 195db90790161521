import lighthouse from "lighthouse"
import { chromium } from "playwright-core"
import { findChromium } from "../run/chromium.ts"
import { freePort } from "../run/ports.ts"
import { startProduct } from "../testing/product.ts"
import { type Bench, goalMin } from "./lib/Bench.ts"
import { median, ROUNDS_MIN } from "./lib/interleaved.ts"

/** Starts a headless Chromium with a debugging port, for tools that bring no browser. */
async function launchBrowserServer(): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error("There is no Chromium here; npm test installs one.")
  const port = await freePort()
  const args = [
    `--remote-debugging-port=${port}`,
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--disable-dev-shm-usage",
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ]
  const browser = await chromium.launch({ executablePath, args, headless: true })
  return { port, close: () => browser.close() }
}

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const
const PAGES = ["home", "newsfeeds", "channels", "article", "search", "channel", "post"] as const
type PageName = (typeof PAGES)[number]

/** The addresses of the pages in the demo library. */
const findPages = async (origin: string): Promise<Readonly<Record<PageName, string>>> => {
  const linksOf = async (path: string, link: RegExp) => {
    const html = await (await fetch(origin + path)).text()
    return [...html.matchAll(link)].map(([, address = ""]) => address.replaceAll("&amp;", "&"))
  }
  const [channel] = await linksOf("/channel", /href="(\/user\/[^"?]+)"/g)
  let article: string | undefined
  let post: string | undefined
  for (const item of await linksOf("/newsfeeds?view=all", /href="(\/newsfeeds\/newsdetail\?id=[^"]+)"/g)) {
    const { status, headers } = await fetch(origin + item, { redirect: "manual" })
    // Items of channels lead to their posts.
    if (status === 200) article ??= item
    else post ??= headers.get("location") ?? undefined
  }
  if (channel === undefined || article === undefined || post === undefined)
    throw new Error("the demo library has no channel, article or post")
  const search = "/newsfeeds/search?kw=garden&type=content"
  return { home: "/", newsfeeds: "/newsfeeds", channels: "/channel", article, search, channel, post }
}

const keyOf = (name: PageName, category: (typeof CATEGORIES)[number]) => `${name}_${category.replace("-", "_")}`

/**
 * Runs Lighthouse with its mobile preset (slow 4G, 4x CPU slowdown) on the demo library. Median of five runs.
 * `npm run bench -- lighthouse article post` measures only these.
 */
export default {
  about: "Lighthouse scores (mobile preset, 0 to 100) of the pages that people read",
  goals: PAGES.flatMap((name) => CATEGORIES.map((category) => goalMin("absolute", keyOf(name, category), 100))),
  run: async ({ log, defer, parameters }) => {
    const chosen = PAGES.filter((name) => parameters.length === 0 || parameters.includes(name))
    const product = await startProduct({ demo: true })
    defer(product.stop)
    const { port, close } = await launchBrowserServer()
    defer(close)
    const absolute: Record<string, number> = {}
    const pages = await findPages(product.origin)
    for (const name of chosen) {
      const path = pages[name]
      const scores = new Map<string, Array<number>>()
      for (let round = 1; round <= ROUNDS_MIN; round += 1) {
        const result = await lighthouse(`${product.origin}${path}`, {
          port,
          output: "json",
          logLevel: "error",
          onlyCategories: [...CATEGORIES],
        })
        for (const category of CATEGORIES) {
          const score = Math.round((result?.lhr.categories[category]?.score ?? 0) * 100)
          scores.set(category, [...(scores.get(category) ?? []), score])
        }
        const failed = Object.values(result?.lhr.audits ?? {})
          .filter(({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== "informative")
          .map(({ id, displayValue }) => `${id}${displayValue ? ` (${displayValue})` : ""}`)
        log(
          `${path} round ${round}: ${[...scores].map(([category, values]) => `${category} ${values.at(-1)}`).join(", ")}; below 90: ${failed.join(", ") || "none"}`,
        )
      }
      for (const category of CATEGORIES) absolute[keyOf(name, category)] = median(scores.get(category) ?? [])
    }
    return { ratios: {}, absolute }
  },
} satisfies Bench
