import { rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { root } from "../run/root.ts"
import { bundleChild } from "../simulator/bundleChild.ts"
import { openDatabases } from "../simulator/databases.ts"
import { playWorld } from "../simulator/playWorld.ts"
import { killsOf, openWorldLog, sumOf, WorldFailed, type WorldReport } from "../simulator/WorldReport.ts"
import { type Bench, goalMax, goalMin } from "./lib/Bench.ts"

const SEEDS = 5
const OPERATIONS = 2_000
const PEOPLE = 12
/** One kill per this many operations, in addition to the workers that crash at named points. */
const KILLS_PER = 800
const KILLS_MIN = 3
/** Concurrent worlds: each mostly waits for its database. */
const SIDE = 4
const DIRECTORY = join(root, ".quire", "bench")

/**
 * Simulates worlds of the wallet, each generated from its seed. A world with a wrong unit, answer or event ends there,
 * is reported with its seed and misses the goal; `--seed N` replays it. Each successful world adds a line to the log,
 * and `--resume` skips the worlds in it.
 */
export default {
  about:
    "the wallet and subscriptions under random commands, chain faults and kills; --seeds N --ops N [--first N | --seed N] [--side N] [--minutes N] [--log FILE] [--resume]",
  goals: [
    goalMax("absolute", "worlds_wrong", 0),
    goalMin("absolute", "kills_per_10000", 10),
    goalMin("absolute", "operations", 1),
    goalMax("absolute", "double_payments", 0),
    goalMax("absolute", "double_charges", 0),
    goalMax("absolute", "overdrafts", 0),
    goalMax("absolute", "units_lost", 0),
  ],
  run: async ({ parameters, log, defer }) => {
    const read = (name: string) => numberOf(parameters, name)
    const only = read("seed")
    const seeds = only === null ? (read("seeds") ?? SEEDS) : 1
    const first = only ?? read("first") ?? 1
    const operations = read("ops") ?? OPERATIONS
    const startedMs = performance.now()
    const endsMs = startedMs + (read("minutes") ?? Number.POSITIVE_INFINITY) * 60_000
    const kills = Math.max(KILLS_MIN, Math.ceil(operations / KILLS_PER))
    const worlds = openWorldLog(textOf(parameters, "log") ?? join(DIRECTORY, "money-sim.log"), operations)
    const before = parameters.includes("--resume") ? worlds.read() : new Map<number, WorldReport>()
    const all = Array.from({ length: seeds }, (_, index) => first + index)
    const reports = new Map(all.flatMap((seed) => [...before].filter(([known]) => known === seed)))
    const left = all.filter((seed) => !reports.has(seed))
    if (reports.size > 0) log(`${reports.size} worlds are in the log already`)

    const program = await bundleChild(DIRECTORY)
    defer(() => rmSync(dirname(program), { recursive: true, force: true }))
    const databases = await openDatabases()
    defer(databases.close)
    let played = 0
    let wrong = 0
    const playNext = async (): Promise<void> => {
      const seed = performance.now() < endsMs ? left.shift() : undefined
      if (seed === undefined) return
      const url = await databases.make(seed)
      const report = await playWorld({ url, seed, operations, kills, people: PEOPLE, program }).catch((error) => {
        if (!(error instanceof WorldFailed)) throw error
        return error
      })
      await databases.drop(seed)
      if (report instanceof WorldFailed) {
        wrong += 1
        log(report.message)
        return playNext()
      }
      worlds.add(report)
      reports.set(seed, report)
      played += report.operations
      const perSecond = (played / (performance.now() - startedMs)) * 1_000
      const next = all.find((each) => !reports.has(each))
      log(`seed ${seed}: ${lineOf(report)}`)
      log(`  ${reports.size} worlds: ${lineOf(sumOf([...reports.values()]))}; ${perSecond.toFixed(0)} operations/s`)
      log(next === undefined ? "  that was the last one" : `  to go on: --resume, or --first ${next}`)
      return playNext()
    }
    await Promise.all(Array.from({ length: read("side") ?? SIDE }, playNext))

    // A failed world is a defect, not a slow figure.
    if (wrong > 0) process.exitCode = 1
    const sum = sumOf([...reports.values()])
    log(`answers: ${listOf(sum.answers)}`)
    log(`kills: ${listOf(sum.kills)}`)
    return {
      ratios: {},
      absolute: {
        worlds_wrong: wrong,
        worlds: reports.size,
        operations: sum.operations,
        kills: killsOf(sum),
        kills_per_10000: (killsOf(sum) / Math.max(1, sum.operations)) * 10_000,
        ...sum.figures,
        operations_per_s: (played / (performance.now() - startedMs)) * 1_000,
      },
    }
  },
} satisfies Bench

const listOf = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ")

const lineOf = ({ operations, seconds, kills, figures }: Omit<WorldReport, "seed">): string =>
  `${operations} operations, ${killsOf({ kills })} kills, ${listOf(figures)}, ${seconds.toFixed(0)} s`

/** `--seeds 100` and `--seeds=100` are equivalent. */
function textOf(parameters: ReadonlyArray<string>, name: string): string | null {
  const at = parameters.findIndex((parameter) => parameter === `--${name}` || parameter.startsWith(`--${name}=`))
  return at === -1 ? null : (parameters[at]?.split("=")[1] ?? parameters[at + 1] ?? "")
}

function numberOf(parameters: ReadonlyArray<string>, name: string): number | null {
  const text = textOf(parameters, name)
  if (text === null) return null
  const number = Number(text.replaceAll(/[,_]/g, ""))
  if (!Number.isFinite(number) || number <= 0) throw new Error(`--${name} takes a number, not "${text}"`)
  return number
}
