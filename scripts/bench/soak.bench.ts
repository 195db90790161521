import { readFileSync } from "node:fs"
import { Pool } from "undici"
import type { FollowableFeed } from "#contract/follows"
import { TEST_MASTER_KEY } from "../../core/accounts/testing/people.ts"
import { freePort } from "../run/ports.ts"
import { openChatStage } from "../testing/chatStage.ts"
import { type Product, startProduct } from "../testing/product.ts"
import { type Bench, goalMax } from "./lib/Bench.ts"
import { chatLoad } from "./soak/chatLoad.ts"

const MINUTES = 5
/** Share of the time that counts as warm-up: caches and pools fill, and the optimizing compiler settles. */
const WARM_UP_SHARE = 1 / 3
const SAMPLE_MS = 5_000
/** The size of one young generation: a small heap may vary by this much without a leak. */
const NOISE_BYTES = 8_000_000
const READERS = 6
const FOLLOWS = 10
const PEOPLE = 20
const METRICS_TOKEN = "soak-bench-metrics-token"
const PROCESSES = ["web", "chat", "worker"] as const

type Sample = { readonly atMs: number; readonly rss: number; readonly heap: number }

/**
 * Detects memory growth under constant load: pages, calls and live streams on web, messages on chat, polling and
 * projections on worker. Compares the first with the last third of the time after the warm-up, each by its lowest heap,
 * which is the one right after a collection.
 */
export default {
  about: "growth of heap and memory of web, chat and worker under load; --minutes N, 5 if not given",
  goals: PROCESSES.flatMap((name) => [
    goalMax("ratio", `${name}_heap_growth`, 1.1),
    goalMax("ratio", `${name}_rss_growth`, 1.1),
  ]),
  run: async ({ log, defer, database, parameters }) => {
    const minutes = minutesOf(parameters)
    log("starting the product with its demo library")
    const databaseUrl = await database()
    const workerPort = await freePort()
    const env = { MASTER_KEY: TEST_MASTER_KEY, TRUSTED_PROXIES: "1", METRICS_TOKEN, LOG_LEVEL: "info" }
    const product = await startProduct({ databaseUrl, demo: true, env: { ...env, WORKER_PORT: String(workerPort) } })
    defer(product.stop)
    const stage = openChatStage(databaseUrl)
    defer(stage.close)
    const people = await stage.makePeople(PEOPLE)
    const [owner] = people
    if (owner === undefined) throw new Error("no people were created")
    await stage.gather(owner, people.slice(1))
    await stage.settle()

    const endMs = performance.now() + minutes * 60_000
    const isOver = () => performance.now() >= endMs
    const load = { answered: 0, failed: 0 }
    const messages = { count: 0 }
    const samples: Record<(typeof PROCESSES)[number], Array<Sample>> = { web: [], chat: [], worker: [] }
    const metricsOf = {
      web: `${product.origin}/metrics`,
      chat: `${product.chatUrl.replace("ws:", "http:")}/metrics`,
      worker: `http://127.0.0.1:${workerPort}/metrics`,
    }
    const sample = async () => {
      while (!isOver()) {
        for (const name of PROCESSES) samples[name].push(await measure(product, name, metricsOf[name]))
        log(PROCESSES.map((name) => `${name} ${shown(samples[name].at(-1))}`).join(", "))
        await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))
      }
    }
    const feeds = await popularFeeds(product.origin)
    await Promise.all([
      sample(),
      ...Array.from({ length: READERS }, (_, reader) =>
        read(product.origin, { feeds, token: people[reader]?.token ?? "", reader, isOver, load }),
      ),
      chatLoad(product.chatUrl, { people, ownerCode: owner.userCode, isOver, messages }),
    ])
    const figures = PROCESSES.map((name) => [name, growthOf(samples[name])] as const)
    return {
      ratios: Object.fromEntries(
        figures.flatMap(([name, { heap, rss }]) => [
          [`${name}_heap_growth`, heap.growth],
          [`${name}_rss_growth`, rss.growth],
        ]),
      ),
      absolute: {
        minutes,
        answered: load.answered,
        failed: load.failed,
        messages: messages.count,
        ...Object.fromEntries(
          figures.flatMap(([name, { heap, rss }]) => [
            [`${name}_heap_first_mb`, heap.first / 1e6],
            [`${name}_heap_last_mb`, heap.last / 1e6],
            [`${name}_rss_first_mb`, rss.first / 1e6],
            [`${name}_rss_last_mb`, rss.last / 1e6],
          ]),
        ),
      },
    }
  },
} satisfies Bench

/** `--minutes 30` and `--minutes=30` are equivalent. */
function minutesOf(parameters: ReadonlyArray<string>): number {
  const at = parameters.findIndex((parameter) => /^--minutes(=|$)/.test(parameter))
  if (at === -1) return MINUTES
  const minutes = Number(parameters[at]?.split("=")[1] ?? parameters[at + 1])
  if (!(minutes >= 1)) throw new Error("--minutes takes a number from 1")
  return minutes
}

async function measure(product: Product, name: string, url: string): Promise<Sample> {
  const pid = product.pidOf(name)
  if (pid === undefined) throw new Error(`no process ${name}`)
  const rss = Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1_024
  const response = await fetch(url, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const heap = Number(/^quire_heap_used_bytes(?:\{[^}]*\})? (\S+)/m.exec(await response.text())?.[1])
  if (!(rss > 0 && heap > 0)) throw new Error(`no figures of ${name} (${response.status})`)
  return { atMs: performance.now(), rss, heap }
}

const shown = (sample: Sample | undefined): string =>
  sample === undefined ? "" : `${Math.round(sample.heap / 1e6)}/${Math.round(sample.rss / 1e6)} MB`

/** First and last third of the samples after the warm-up: the minimum of the heap, the median of the RSS. */
function growthOf(samples: ReadonlyArray<Sample>) {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP_SHARE))
  const third = Math.max(1, Math.floor(warm.length / 3))
  const ends = [warm.slice(0, third), warm.slice(-third)] as const
  const compare = (figure: (part: ReadonlyArray<Sample>) => number) => {
    const [first, last] = [figure(ends[0]), figure(ends[1])]
    return { first, last, growth: Math.max(0, last - NOISE_BYTES) / first }
  }
  return {
    heap: compare((part) => Math.min(...part.map(({ heap }) => heap))),
    rss: compare((part) => part.map(({ rss }) => rss).toSorted((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0),
  }
}

async function popularFeeds(origin: string): Promise<ReadonlyArray<string>> {
  const response = await fetch(`${origin}/api/Feed/MostPopularFeeds?pageSize=50`)
  const { data } = (await response.json()) as { readonly data: { readonly feeds: ReadonlyArray<FollowableFeed> } }
  return data.feeds.map(({ feedId }) => feedId)
}

type Reading = {
  readonly feeds: ReadonlyArray<string>
  readonly token: string
  readonly reader: number
  readonly isOver: () => boolean
  readonly load: { answered: number; failed: number }
}

/**
 * Requests pages and calls in a fixed order, as a member or as a guest with different follows each time, so that caches
 * get new keys. Each round uses its own client address to stay below the rate limits.
 */
async function read(origin: string, { feeds, token, reader, isOver, load }: Reading): Promise<void> {
  const pool = new Pool(origin, { connections: 1 })
  try {
    for (let round = 0; !isOver(); round += 1) {
      const start = (round * READERS + reader) % Math.max(1, feeds.length)
      const follows = [...feeds.slice(start), ...feeds.slice(0, start)].slice(0, FOLLOWS)
      const guest = `quire_follows=${encodeURIComponent(new URLSearchParams([["", follows.join(".")]]).toString())}`
      const headers = {
        cookie: reader % 2 === 0 ? guest : `quire_session=${token}`,
        "x-forwarded-for": `10.${reader}.${(round >> 8) & 255}.${round & 255}`,
      }
      const [feed = ""] = follows
      const paths = [
        "/newsfeeds",
        "/newsfeeds?time=7",
        `/detail/${feed}`,
        `/searchcontents?kw=word${round}`,
        "/api/Feed/MostPopularFeeds",
        `/feeds/${feed}.rss`,
      ]
      for (const path of paths) {
        const { statusCode, body } = await pool.request({ path, method: "GET", headers })
        await body.dump({ limit: 10_000_000 })
        if (statusCode < 400 || statusCode === 404) load.answered += 1
        else load.failed += 1
      }
    }
  } finally {
    await pool.close()
  }
}
