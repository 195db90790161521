import { demoFeeds } from "../demo/index.ts"
import { freePort } from "../run/ports.ts"
import { startProduct } from "../testing/product.ts"
import { openPoller } from "./feeds/openPoller.ts"
import { type Bench, goalMin } from "./lib/Bench.ts"
import { interleaved } from "./lib/interleaved.ts"
import { followSome } from "./pages/followSome.ts"
import { requestRate } from "./pages/requestRate.ts"
import { startFreshRss } from "./peers/freshRss.ts"

const GOALS = [
  goalMin("ratio", "feed_vs_freshrss", 2),
  goalMin("ratio", "search_vs_freshrss", 1.5),
  goalMin("ratio", "refresh_vs_freshrss", 1),
]
const FEEDS = 24
const WORD = "garden"
const PAGE = "/newsfeeds"
const SEARCH = `/newsfeeds/search?kw=${WORD}&type=content`

/**
 * Runs FreshRSS beside the product, with the same feeds of the demo publisher: pages of eight readers with gzip, and the
 * first fetch of all feeds. The folder of its sources is in PEER_FRESHRSS.
 */
export default {
  about: "newsfeed, search and refresh beside FreshRSS, if its sources are here",
  goals: GOALS,
  run: async ({ log, defer, database }) => {
    const sources = process.env["PEER_FRESHRSS"]
    if (!sources) {
      log("FreshRSS is skipped: PEER_FRESHRSS names no folder with its sources")
      return { ratios: {}, absolute: {}, leftOut: GOALS }
    }
    log("starting the product with its demo library")
    const demoPort = await freePort()
    const product = await startProduct({ demo: true, env: { TRUSTED_PROXIES: "1", DEMO_PORT: String(demoPort) } })
    defer(product.stop)
    const publisher = `127.0.0.1:${demoPort}`
    const addresses = (round: number) =>
      demoFeeds.slice(0, FEEDS).map(({ feedPath }) => `http://${publisher}${feedPath}?round=${round}`)

    log("installing FreshRSS")
    const peer = await startFreshRss(sources, opmlOf(addresses(0)), publisher)
    defer(peer.stop)
    const cookie = await followSome(product.origin, FEEDS)
    await requireItems(`${peer.origin}${peer.feedPath}`)

    const compare = (ours: string, theirs: string) =>
      interleaved(
        {
          quire: () => requestRate(product.origin, ours, cookie, "gzip"),
          freshRss: () => requestRate(peer.origin, theirs, "", "gzip"),
        },
        { log },
      )
    log("newsfeed")
    const feed = await compare(PAGE, peer.feedPath)
    log("search")
    const search = await compare(SEARCH, peer.searchPath(WORD))

    log("refresh")
    const poller = await openPoller(await database(), demoPort, { ownHosts: [publisher] })
    defer(poller.close)
    let round = 0
    const refresh = await interleaved(
      {
        quire: async () => {
          await poller.add(addresses(++round))
          return perSecond(poller.checkDue)
        },
        freshRss: async () => {
          const name = `round${++round}`
          peer.addUser(name, opmlOf(addresses(round)))
          return perSecond(async () => peer.refresh(name))
        },
      },
      { log },
    )
    return {
      ratios: {
        feed_vs_freshrss: feed.ratio("quire", "freshRss"),
        search_vs_freshrss: search.ratio("quire", "freshRss"),
        refresh_vs_freshrss: refresh.ratio("quire", "freshRss"),
      },
      absolute: {
        feed_per_s: feed.median("quire"),
        freshrss_feed_per_s: feed.median("freshRss"),
        search_per_s: search.median("quire"),
        freshrss_search_per_s: search.median("freshRss"),
        refreshed_feeds_per_s: refresh.median("quire"),
        freshrss_refreshed_feeds_per_s: refresh.median("freshRss"),
      },
    }
  },
} satisfies Bench

/** Feeds per second of a refresh of all feeds. */
async function perSecond(refresh: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await refresh()
  return FEEDS / ((performance.now() - began) / 1_000)
}

const opmlOf = (addresses: ReadonlyArray<string>): string => `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0"><head><title>Feeds</title></head><body>
${addresses.map((address) => `<outline type="rss" text="${address}" xmlUrl="${address}"/>`).join("\n")}
</body></opml>`

/** A peer that shows nothing would be fast. */
async function requireItems(url: string): Promise<void> {
  const html = await (await fetch(url)).text()
  const items = html.split("data-entry=").length - 1
  if (items < 20) throw new Error(`FreshRSS shows ${items} items`)
}
