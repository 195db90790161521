import { rmSync } from "node:fs"
import { freePort } from "../run/ports.ts"
import { waitUntil } from "../run/processes.ts"
import { requestRestart } from "../run/supervisor/control.ts"
import { makeTestHome } from "../testing/home.ts"
import { startProduct } from "../testing/product.ts"
import { type Bench, goalMax } from "./lib/Bench.ts"
import { assetsOf, FEEDS_CALL, startSteadyLoad } from "./restart/steadyLoad.ts"

const PER_SECOND = 300
const RESTARTS = 20
const QUIET_MS = 10_000
/** Requests in progress in quiet times. The next restart waits for them, because it takes a core for a second. */
const CALM_REQUESTS = 20
const CALM_MS_MAX = 20_000
/** Warms caches and the compiler, and is not measured. */
const WARM_UP_MS = 5_000

/** Counts requests that restarts of the web process refuse or cut, on one machine without a balancer. */
export default {
  about: "requests refused or cut at 300/s while the web process is restarted 20 times without a balancer",
  goals: [goalMax("absolute", "refused_or_cut", 0)],
  run: async ({ log, defer, database }) => {
    const home = makeTestHome()
    defer(() => rmSync(home, { recursive: true, force: true }))
    const env = { TRUSTED_PROXIES: "1", WORKER_PORT: String(await freePort()) }
    const product = await startProduct({ databaseUrl: await database(), demo: true, home, env })
    defer(product.stop)
    const assets = await assetsOf(product.origin, "/newsfeeds")
    const plans = [
      { path: "/newsfeeds" },
      FEEDS_CALL,
      ...Array.from({ length: 8 }, (_, index) => ({ path: assets[index % assets.length] ?? "/livez" })),
      { path: "/livez" },
    ]

    const measure = async (work: (waiting: () => number) => Promise<unknown>) => {
      const load = startSteadyLoad(product.origin, PER_SECOND, plans)
      await work(load.waiting)
      const figures = await load.stop()
      for (const [cause, count] of Object.entries(figures.failures)) log(`  ${count} × ${cause}`)
      return figures
    }
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    await measure(() => pause(WARM_UP_MS))
    const quiet = await measure(() => pause(QUIET_MS))
    const seconds: Array<number> = []
    const restarted = await measure(async (waiting) => {
      for (let round = 1; round <= RESTARTS; round += 1) {
        const began = performance.now()
        const { before, after } = await requestRestart(home, "web")
        seconds.push((performance.now() - began) / 1_000)
        await waitUntil(() => waiting() < CALM_REQUESTS, CALM_MS_MAX)
        log(`restart ${round} of ${RESTARTS}: ${after} in place of ${before}, ${seconds.at(-1)?.toFixed(1)} s`)
      }
    })
    const p99 = (ms: ReadonlyArray<number>) => ms.toSorted((a, b) => a - b)[Math.floor(ms.length * 0.99)] ?? 0
    return {
      ratios: { p99_vs_quiet: p99(restarted.ms) / p99(quiet.ms) },
      absolute: {
        refused_or_cut: restarted.failed + quiet.failed,
        requests: restarted.sent,
        restart_s: seconds.reduce((a, b) => a + b, 0) / RESTARTS,
        quiet_p99_ms: p99(quiet.ms),
        restart_p99_ms: p99(restarted.ms),
      },
    }
  },
} satisfies Bench
