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
/** The first pages of a typical visit; `npm run bench -- lighthouse /faq` measures others. */
const PAGES = ["/", "/newsfeeds"]

const nameOf = (path: string) => (path === "/" ? "home" : path.slice(1).replaceAll("/", "_"))

/** Runs Lighthouse with its mobile preset (slow 4G, 4x CPU slowdown) on the demo library. Median of five runs. */
export default {
  about: "Lighthouse scores (mobile preset, 0 to 100) of the pages that a first visit begins with",
  goals: PAGES.flatMap((path) =>
    CATEGORIES.map((category) => goalMin("absolute", `${nameOf(path)}_${category.replace("-", "_")}`, 100)),
  ),
  run: async ({ log, defer, parameters }) => {
    const pages = parameters.filter((parameter) => parameter.startsWith("/"))
    const product = await startProduct({ demo: true })
    defer(product.stop)
    const { port, close } = await launchBrowserServer()
    defer(close)
    const absolute: Record<string, number> = {}
    for (const path of pages.length > 0 ? pages : PAGES) {
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
          `${path} round ${round}: ${[...scores].map(([name, values]) => `${name} ${values.at(-1)}`).join(", ")}; below 90: ${failed.join(", ") || "none"}`,
        )
      }
      for (const [category, values] of scores)
        absolute[`${nameOf(path)}_${category.replace("-", "_")}`] = median(values)
    }
    return { ratios: {}, absolute }
  },
} satisfies Bench
