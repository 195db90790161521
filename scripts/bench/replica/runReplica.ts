import { rmSync } from "node:fs"
import { TEST_MASTER_KEY } from "../../../core/accounts/testing/people.ts"
import { makeTestHome } from "../../testing/home.ts"
import { startProduct } from "../../testing/product.ts"
import { delayReplay, pauseReplay, startPair } from "../../testing/replication.ts"
import { cpuOf } from "./cpuOf.ts"
import { openReaders, type Reader } from "./openReaders.ts"

const METRICS_TOKEN = "a-token-for-this-bench"
const LAGS_MS = [0, 100, 2_000] as const
/** Readers at once. */
const CONCURRENT = 6
/** Longer than REPLICA_LAG_MS_MAX. */
const PAUSED_MS = 11_000
/** A reader writes once in so many requests of the mixed load. */
const REQUESTS_PER_WRITE = 20
/** In the proportions of people who read: settings, which fold the streams of a person on the primary, are one in ten. */
const PAGES = [
  ...Array<string>(4).fill("/newsfeeds?view=all"),
  ...Array<string>(2).fill("/newsfeeds"),
  "/newsfeeds/saved",
  "/newsfeeds/history",
  "/searchcontents?kw=news",
  "/settings/account",
]

export type ReplicaOptions = {
  readonly people: number
  /** Reads right after an own write, over all lags. */
  readonly ownReads: number
  /** Requests of the mixed load per lag, and how many per second. */
  readonly mixed: number
  readonly perSecond: number
  /** Reads with and without a replica; 0 leaves this comparison out. */
  readonly compared: number
  readonly demo: boolean
  readonly log: (line: string) => void
}

export type ReplicaFigures = {
  readonly stale: number
  /** The lowest share of the mixed loads with at most 100 ms of lag. */
  readonly shareOnReplica: number
  readonly shareAt2s: number
  /** The same for a standby whose replay has stood still for longer than the limit. */
  readonly shareWhilePaused: number
  readonly fallbacks: number
  readonly conflicts: number
  readonly primaryCpuVsAlone: number | null
}

/** Runs the product on a primary with a streaming standby. */
export async function runReplica(options: ReplicaOptions): Promise<ReplicaFigures> {
  const { log } = options
  const root = makeTestHome()
  const undo: Array<() => unknown> = [() => rmSync(root, { recursive: true, force: true })]
  try {
    const pair = await startPair(root)
    const [primary, standby] = [pair.primary.server, pair.standby.server]
    undo.push(primary.stop, standby.stop)
    const home = makeTestHome()
    undo.push(() => rmSync(home, { recursive: true, force: true }))

    const start = (isReplicated: boolean) =>
      startProduct({
        databaseUrl: primary.url(pair.database),
        // The second start finds the library complete, and does not log so again.
        demo: options.demo && isReplicated,
        home,
        env: {
          DEMO: String(options.demo),
          MASTER_KEY: TEST_MASTER_KEY,
          METRICS_TOKEN,
          ROLES: "web,worker",
          TRUSTED_PROXIES: "1",
          // A busy machine must not make the primary itself answer with an older state.
          READ_YOUR_WRITES_MS: "10000",
          ...(isReplicated ? { DATABASE_REPLICA_URL: standby.url(pair.database) } : {}),
        },
      })
    const product = await start(true)
    let stop = product.stop
    undo.push(() => stop())
    const readers = await openReaders(product.origin, primary.url(pair.database), options.people)

    const shareOf = async (load: () => Promise<void>) => {
      const before = await countsOf(product.origin)
      await load()
      const after = await countsOf(product.origin)
      const [onReplica, onPrimary] = [after.replica - before.replica, after.primary - before.primary]
      return onReplica / (onReplica + onPrimary)
    }
    let stale = 0
    const shares: Array<number> = []
    for (const lagMs of LAGS_MS) {
      await delayReplay(standby, lagMs)
      const found = await countStale(readers, Math.ceil(options.ownReads / LAGS_MS.length))
      stale += found
      shares.push(await shareOf(() => mix(readers, options.mixed, options.perSecond)))
      log(`lag of ${lagMs} ms: ${found} stale own reads, ${(shares.at(-1) ?? 0).toFixed(3)} of reads on the replica`)
    }
    await pauseReplay(standby, true)
    await (readers[0] as Reader).write()
    await new Promise((resolve) => setTimeout(resolve, PAUSED_MS))
    const shareWhilePaused = await shareOf(() => mix(readers, readers.length * 2, options.perSecond))
    await pauseReplay(standby, false)
    log(`replay paused: ${shareWhilePaused.toFixed(3)} of reads on the replica`)
    const { fallbacks, conflicts } = await countsOf(product.origin)

    let primaryCpuVsAlone: number | null = null
    if (options.compared > 0) {
      await delayReplay(standby, 0)
      const replicated = await readingCpu(readers, options.compared, primary.pid)
      await stop()
      const alone = await start(false)
      stop = alone.stop
      const others = await openReaders(alone.origin, primary.url(pair.database), options.people)
      const single = await readingCpu(others, options.compared, primary.pid)
      primaryCpuVsAlone = replicated / single
      log(
        `the primary's processor seconds for ${options.compared} pages: ${replicated.toFixed(2)}, alone ${single.toFixed(2)}`,
      )
    }
    return {
      stale,
      shareOnReplica: Math.min(shares[0] ?? 0, shares[1] ?? 0),
      shareAt2s: shares[2] ?? 0,
      shareWhilePaused,
      fallbacks,
      conflicts,
      primaryCpuVsAlone,
    }
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

/** Runs so many steps, a few at once, each with the next reader. */
const inTurns = async (
  readers: ReadonlyArray<Reader>,
  count: number,
  step: (reader: Reader, at: number) => unknown,
) => {
  let next = 0
  // A reader does one thing at a time.
  const own = (lane: number) => readers.filter((_, index) => index % CONCURRENT === lane)
  const lanes = Array.from({ length: Math.min(CONCURRENT, readers.length) }, async (_, lane) => {
    const mine = own(lane)
    for (let turn = 0; next < count; turn += 1) {
      next += 1
      await step(mine[turn % mine.length] as Reader, next)
    }
  })
  await Promise.all(lanes)
}

/** Reads after each write, at once, and counts reads that do not show it. */
const countStale = async (readers: ReadonlyArray<Reader>, count: number): Promise<number> => {
  let stale = 0
  await inTurns(readers, count, async (reader, at) => {
    const text = await reader.write()
    const shown = await reader.read(at % 4 === 0 ? "page" : "query")
    if (!shown.includes(text)) stale += 1
  })
  return stale
}

/** Reads pages and queries at a constant rate, and writes now and then. */
const mix = async (readers: ReadonlyArray<Reader>, count: number, perSecond: number): Promise<void> => {
  const waiting = new Set<Promise<unknown>>()
  const failures: Array<unknown> = []
  const began = performance.now()
  for (let sent = 0; sent < count; sent += 1) {
    const reader = readers[sent % readers.length] as Reader
    const round = Math.floor(sent / readers.length) + (sent % readers.length)
    const work = round % REQUESTS_PER_WRITE === 0 ? reader.write() : reader.read(round % 4 === 1 ? "page" : "query")
    const one = work.catch((error: unknown) => failures.push(error)).finally(() => waiting.delete(one))
    waiting.add(one)
    const dueMs = began + ((sent + 1) / perSecond) * 1_000
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())))
  }
  await Promise.all(waiting)
  if (failures.length > 0) throw failures[0]
}

const readPages = (readers: ReadonlyArray<Reader>, count: number): Promise<void> =>
  inTurns(readers, count, (reader, at) => reader.get(PAGES[at % PAGES.length] as string))

/** Processor seconds of the primary for reading, without what the worker and checkpoints need meanwhile. */
const readingCpu = async (readers: ReadonlyArray<Reader>, count: number, pid: number): Promise<number> => {
  await readPages(readers, Math.ceil(count / 4))
  const [began, before] = [performance.now(), cpuOf(pid)]
  await readPages(readers, count)
  const [tookMs, used] = [performance.now() - began, cpuOf(pid) - before]
  const idle = cpuOf(pid)
  await new Promise((resolve) => setTimeout(resolve, tookMs))
  return used - (cpuOf(pid) - idle)
}

const countsOf = async (origin: string) => {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`${origin}/metrics`, { headers })).text()
  const figureOf = (series: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(series))
        ?.split(" ")
        .at(-1) ?? 0,
    )
  return {
    replica: figureOf('quire_reads_total{server="replica"}'),
    primary: figureOf('quire_reads_total{server="primary"}'),
    fallbacks: figureOf("quire_replica_fallbacks_total"),
    conflicts: figureOf("quire_replica_conflicts_total"),
  }
}
