import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { MEMORY_FLAGS } from "../run/supervisor/memoryFlags.ts"
import type { Round } from "./feeds/serveRounds.ts"
import { type Bench, type BenchContext, goalMax, goalMin } from "./lib/Bench.ts"
import { interleaved, median } from "./lib/interleaved.ts"

const FEEDS = 10_000
/** Share of feeds with new items at each fetch. */
const CHANGED = 0.1
/**
 * Median latency of publishers in milliseconds, each between half and twice of it. Without latency, the loopback
 * interface would compare the CPU work of two programs instead of their use of the network.
 */
const LATENCY_MS = 100
const AT_ONCE = 64

/** `npm run bench -- feeds [--feeds=N] [--latency=MS] [--rounds=N]` */
const bench: Bench = {
  about: "how fast thousands of feeds are kept fresh, beside a loop that only fetches them",
  goals: [
    goalMin("absolute", "feeds_per_minute", 3_000),
    goalMin("absolute", "first_look_feeds_per_minute", 15_000),
    goalMin("ratio", "refresh_vs_bare_fetch", 0.9),
    goalMax("absolute", "cpu_ms_per_unchanged_poll", 3),
    goalMax("absolute", "worker_peak_rss_mb", 320),
  ],
  run: async (context) => {
    const given = (name: string, standard: number) => {
      const found = context.parameters.find((parameter) => parameter.startsWith(`--${name}=`))
      return found ? Number(found.slice(name.length + 3)) : standard
    }
    const feeds = given("feeds", FEEDS)
    const publisher = process(context, [
      "../testing/publisher/process.ts",
      `--feeds=${feeds}`,
      "--sets=2",
      "--port=0",
      `--latency=${given("latency", LATENCY_MS)}`,
    ])
    const [{ port }] = (await once(publisher, "message")) as [{ port: number }]
    const turn = async (set: number, share: number) => {
      await (await fetch(`http://127.0.0.1:${port}/${set}/turn/${share}`)).text()
    }
    const url = await context.database()
    const poller = process(context, ["feeds/pollerProcess.ts", url, String(port), String(feeds)])
    await once(poller, "message")
    const bare = process(context, ["feeds/bareProcess.ts", String(port), String(feeds), String(AT_ONCE)])
    await once(bare, "message")

    const first = await round(poller)
    context.log(`first look: ${first.looked} feeds in ${first.seconds.toFixed(1)} s`)
    await round(bare)
    const rounds: Array<Round> = []
    const request = async (child: ChildProcess, set: number) => {
      await turn(set, CHANGED)
      const done = await round(child)
      if (done.looked !== feeds) throw new Error(`${done.looked} of ${feeds} feeds were looked at`)
      if (set === 0) rounds.push(done)
      return (done.looked / done.seconds) * 60
    }
    const figures = await interleaved(
      { refresh: () => request(poller, 0), bare: () => request(bare, 1) },
      { rounds: given("rounds", 5), log: context.log },
    )
    const unchanged = [await round(poller), await round(poller), await round(poller)]
    if (unchanged.some(({ changed }) => changed > 0)) throw new Error("an unchanged feed reported a change")
    const perFeed = ({ cpuSeconds, looked }: Round) => (cpuSeconds * 1000) / looked
    return {
      ratios: { refresh_vs_bare_fetch: figures.ratio("refresh", "bare") },
      absolute: {
        feeds_per_minute: figures.median("refresh"),
        bare_feeds_per_minute: figures.median("bare"),
        cpu_ms_per_unchanged_poll: median(unchanged.map(perFeed)),
        cpu_ms_per_poll: median(rounds.slice(1).map(perFeed)),
        changed_share: median(rounds.slice(1).map(({ changed, looked }) => changed / looked)),
        first_look_feeds_per_minute: (first.looked / first.seconds) * 60,
        worker_peak_rss_mb: Math.max(first.peakRssMb, ...rounds.map(({ peakRssMb }) => peakRssMb)),
      },
    }
  },
}
export default bench

const process = (context: BenchContext, [file = "", ...parameters]: ReadonlyArray<string>): ChildProcess => {
  const child = fork(join(import.meta.dirname, file), parameters, {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // With the flags of the supervisor's worker.
    execArgv: [...MEMORY_FLAGS.worker, "--disable-warning=ExperimentalWarning"],
  })
  context.defer(() => {
    child.disconnect()
  })
  return child
}

const round = async (child: ChildProcess): Promise<Round> => {
  child.send("round")
  return ((await once(child, "message")) as [Round])[0]
}
