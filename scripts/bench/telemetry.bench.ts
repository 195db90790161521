import { readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { embeddedHome } from "../run/database.ts"
import { runningUrl } from "../run/postgres.ts"
import { makeTestHome } from "../testing/home.ts"
import { startProduct } from "../testing/product.ts"
import { type Bench, goalMin } from "./lib/Bench.ts"
import { interleaved } from "./lib/interleaved.ts"
import { followSome } from "./pages/followSome.ts"
import { requestRate } from "./pages/requestRate.ts"

const PAGE = "/newsfeeds"
/** The limits of requests count addresses, and this bench is one. */
const AS_PROXY = { TRUSTED_PROXIES: "1" }
const ROUNDS = 9

/** A collector that counts. */
const startCollector = async () => {
  const counts = { spans: 0, requests: 0, bytes: 0 }
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += chunk
    counts.requests += 1
    counts.bytes += body.length
    counts.spans += body.split('"spanId"').length - 1
    response.end("{}")
  })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, counts, close: () => server.close() }
}

/**
 * Compares two web processes of one database under the same load: one sends traces (1 %) and metrics to a collector, the
 * other does not.
 */
export default {
  about: "pages per second with traces and metrics for a collector beside without",
  goals: [goalMin("ratio", "pages_with_vs_without", 0.97)],
  run: async ({ log, defer }) => {
    const home = makeTestHome()
    defer(() => rmSync(home, { recursive: true, force: true }))
    log("starting the product with its demo library")
    const plain = await startProduct({ demo: true, home, env: AS_PROXY })
    defer(plain.stop)
    const collector = await startCollector()
    defer(() => void collector.close())
    const databaseUrl = runningUrl(embeddedHome(home), "quire")
    if (databaseUrl === undefined) throw new Error("the database does not run")
    const observed = await startProduct({
      databaseUrl,
      env: {
        ...AS_PROXY,
        ROLES: "web",
        OTLP_URL: collector.url,
        MASTER_KEY: readFileSync(join(home, "master.key"), "utf8").trim(),
      },
    })
    defer(observed.stop)
    const cookie = await followSome(plain.origin)
    const pages = await interleaved(
      {
        with: () => requestRate(observed.origin, PAGE, cookie),
        without: () => requestRate(plain.origin, PAGE, cookie),
      },
      { log, rounds: ROUNDS },
    )
    return {
      ratios: { pages_with_vs_without: pages.ratio("with", "without") },
      absolute: {
        pages_per_s_with: pages.median("with"),
        pages_per_s_without: pages.median("without"),
        spans_received: collector.counts.spans,
        requests_received: collector.counts.requests,
      },
    }
  },
} satisfies Bench
