import { fork } from "node:child_process"
import { once } from "node:events"
import { rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { openPage, startBrowser } from "../../e2e/lib/browser.ts"
import { freePort } from "../run/ports.ts"
import { startProduct } from "../testing/product.ts"
import { type Bench, goalMax, goalMin } from "./lib/Bench.ts"
import { interleaved } from "./lib/interleaved.ts"
import { buildBareSite } from "./pages/bareSite.ts"
import { FOLLOWS, followSome } from "./pages/followSome.ts"
import { splitMarkup } from "./pages/markup.ts"
import { requestRate } from "./pages/requestRate.ts"

/** Kilobytes of gzipped script that a reading page has loaded. */
interface ScriptWeight {
  readonly before: number
  /** After following a feed and previewing another: everything that a reading page can load. */
  readonly after: number
}

/** Opens a page in a browser, waits until it is idle, then uses every interactive part. Counts inline scripts too. */
async function scriptWeight(origin: string, path: string): Promise<ScriptWeight> {
  const browser = await startBrowser()
  try {
    const { page } = await openPage(browser, { baseURL: origin })
    const sizes: Array<Promise<number>> = []
    page.on("response", (response) => {
      if (response.request().resourceType() === "script" && response.ok())
        sizes.push(response.body().then((body) => gzipSync(body).length))
    })
    await page.goto(path, { waitUntil: "networkidle" })
    const inline = await page.evaluate(() =>
      [...document.querySelectorAll("script:not([src])")].map(({ textContent }) => textContent).join("\n"),
    )
    const weigh = async () =>
      ((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) + gzipSync(inline).length) / 1024
    const before = await weigh()
    await page.locator("main form[data-feed] button").first().click()
    await page.locator("#first-follow[open] button[command=close]").last().click()
    await page.locator("main a[data-preview]").first().click()
    await page.locator("dialog.drawer[open] li").first().waitFor()
    return { before, after: await weigh() }
  } finally {
    await browser.close()
  }
}

/** The address of the first item of a page that is an article of a feed: those of posts lead to their channels. */
async function findArticle(origin: string, html: string, cookie: string): Promise<string> {
  for (const [, link = ""] of html.matchAll(/href="(\/newsfeeds\/newsdetail\?id=[^"]+)"/g)) {
    const { status } = await fetch(`${origin}${link}`, { headers: { cookie }, redirect: "manual" })
    if (status === 200) return link
  }
  throw new Error("the page has no article of a feed")
}

const PAGE = "/newsfeeds"
const SEARCH = "/newsfeeds/search?kw=garden&type=content"
/** The limits of requests count addresses, and this bench is one. */
const AS_PROXY = { TRUSTED_PROXIES: "1" }

/**
 * Compares pages of the running product and its database with Astro pages that render the same markup from memory: the
 * personal feed of ten follows and fifty items, an article, the home page, and a search. Also measures the script that a
 * reading page loads.
 */
export default {
  about: "pages beside bare Astro pages with the same markup, and the scripts of a reading page",
  goals: [
    goalMin("ratio", "personal_feed_vs_bare_astro", 0.6),
    goalMin("ratio", "article_vs_bare_astro", 0.6),
    goalMin("ratio", "home_vs_bare_astro", 0.6),
    goalMin("ratio", "search_vs_bare_astro", 0.45),
    goalMax("absolute", "reading_page_js_kb_gzip", 10),
    goalMax("absolute", "reading_page_js_kb_gzip_after", 75),
  ],
  run: async ({ log, defer }) => {
    log("starting the product with its demo library")
    const product = await startProduct({ demo: true, env: AS_PROXY })
    defer(product.stop)
    const cookie = await followSome(product.origin)
    const htmlOf = async (path: string) => (await fetch(`${product.origin}${path}`, { headers: { cookie } })).text()
    const html = await htmlOf(PAGE)
    const markup = splitMarkup(html)
    const items = markup.days.reduce((sum, day) => sum + day.items.length, 0)
    log(`the page has ${items} items of ${FOLLOWS} feeds, ${Math.round(html.length / 1024)} kB`)
    const article = await findArticle(product.origin, html, cookie)
    const others = { article: await htmlOf(article), home: await htmlOf("/"), search: await htmlOf(SEARCH) }

    log("building the bare pages")
    const directory = await buildBareSite(markup, others)
    defer(() => rmSync(directory, { recursive: true, force: true }))
    const port = await freePort()
    const bare = fork(fileURLToPath(new URL("./pages/bareProcess.ts", import.meta.url)), [directory, String(port)], {
      env: { ...process.env, NODE_ENV: "production" },
    })
    defer(() => bare.kill())
    await once(bare, "message")

    const bareOrigin = `http://127.0.0.1:${port}`
    const compare = (name: string, path: string, barePath: string) => {
      log(`${name}: ${path}`)
      return interleaved(
        {
          product: () => requestRate(product.origin, path, cookie),
          bare: () => requestRate(bareOrigin, barePath, cookie),
        },
        { log },
      )
    }
    const feed = await compare("personal feed", PAGE, PAGE)
    const articles = await compare("article", article, "/article")
    const home = await compare("home", "/", "/home")
    const searches = await compare("search", SEARCH, "/search")
    const weight = await scriptWeight(product.origin, PAGE)
    return {
      ratios: {
        personal_feed_vs_bare_astro: feed.ratio("product", "bare"),
        article_vs_bare_astro: articles.ratio("product", "bare"),
        home_vs_bare_astro: home.ratio("product", "bare"),
        search_vs_bare_astro: searches.ratio("product", "bare"),
      },
      absolute: {
        personal_feed_per_s: feed.median("product"),
        bare_astro_per_s: feed.median("bare"),
        article_per_s: articles.median("product"),
        home_per_s: home.median("product"),
        search_per_s: searches.median("product"),
        reading_page_js_kb_gzip: weight.before,
        reading_page_js_kb_gzip_after: weight.after,
      },
    }
  },
} satisfies Bench
