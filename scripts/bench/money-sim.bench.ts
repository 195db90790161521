import { atLeast, atMost, type Bench } from "./lib/Bench.ts"
import { openDatabases } from "./money-sim/databases.ts"
import { playWorld, type WorldReport } from "./money-sim/playWorld.ts"

const SEEDS = 5
const OPERATIONS = 2_000
const PEOPLE = 12
/** Kills for so many operations: twelve in a world of ten thousand. */
const KILLS_PER = 800
const KILLS_MIN = 3

/**
 * Worlds of the wallet, each drawn from its seed. The first one in which a unit, an answer or an event is wrong ends the
 * run with its seed; `--seed N` plays that one again.
 */
export default {
  about:
    "the wallet under random commands, chain faults and kills; --seeds N --ops N [--first N | --seed N] [--minutes N]",
  goals: [
    atMost("absolute", "worlds_wrong", 0),
    atLeast("absolute", "kills_per_10000", 10),
    atLeast("absolute", "operations", 1),
  ],
  run: async ({ parameters, say, defer }) => {
    const read = (name: string) => numberOf(parameters, name)
    const only = read("seed")
    const seeds = only === null ? (read("seeds") ?? SEEDS) : 1
    const first = only ?? read("first") ?? 1
    const operations = read("ops") ?? OPERATIONS
    const endsMs = performance.now() + (read("minutes") ?? Number.POSITIVE_INFINITY) * 60_000
    const kills = Math.max(KILLS_MIN, Math.ceil(operations / KILLS_PER))
    const databases = await openDatabases()
    defer(databases.close)
    const reports: Array<WorldReport> = []
    for (let seed = first; seed < first + seeds && performance.now() < endsMs; seed += 1) {
      const url = await databases.make(seed)
      const report = await playWorld({ url, seed, operations, kills, people: PEOPLE, hasChild: true })
      await databases.drop(seed)
      reports.push(report)
      say(`seed ${seed}: ${lineOf(report)}; so far ${lineOf(sumOf(reports))}`)
    }
    const all = sumOf(reports)
    say(`answers: ${[...all.answers].map(([name, count]) => `${name} ${count}`).join(", ")}`)
    say(`kills: ${[...all.kills].map(([name, count]) => `${name} ${count}`).join(", ")}`)
    return {
      ratios: {},
      absolute: {
        worlds_wrong: 0,
        worlds: reports.length,
        operations: all.operations,
        kills: killsOf(all),
        kills_per_10000: (killsOf(all) / all.operations) * 10_000,
        asked_again: all.resent,
        reorgs: all.reorgs,
        deposits_credited: all.credited,
        deposits_reversed: all.reversed,
        operations_per_s: all.operations / all.seconds,
      },
    }
  },
} satisfies Bench

const killsOf = ({ kills }: WorldReport) => [...kills.values()].reduce((sum, count) => sum + count, 0)

const lineOf = (report: WorldReport): string =>
  `${report.operations} operations, ${killsOf(report)} kills, ${report.reorgs} reorgs, ${JSON.stringify(report.withdrawals)}, ${report.seconds.toFixed(0)} s`

const sumOf = (reports: ReadonlyArray<WorldReport>): WorldReport => {
  const sum = (of: (report: WorldReport) => number) => reports.reduce((total, report) => total + of(report), 0)
  const merge = (of: (report: WorldReport) => ReadonlyMap<string, number>) => {
    const merged = new Map<string, number>()
    for (const [name, count] of reports.flatMap((report) => [...of(report)]))
      merged.set(name, (merged.get(name) ?? 0) + count)
    return merged
  }
  return {
    operations: sum(({ operations }) => operations),
    seconds: sum(({ seconds }) => seconds),
    kills: merge(({ kills }) => kills),
    answers: merge(({ answers }) => answers),
    reorgs: sum(({ reorgs }) => reorgs),
    credited: sum(({ credited }) => credited),
    reversed: sum(({ reversed }) => reversed),
    resent: sum(({ resent }) => resent),
    withdrawals: {
      confirmed: sum(({ withdrawals }) => withdrawals.confirmed),
      replaced: sum(({ withdrawals }) => withdrawals.replaced),
      failed: sum(({ withdrawals }) => withdrawals.failed),
      cancelled: sum(({ withdrawals }) => withdrawals.cancelled),
    },
  }
}

/** `--seeds 100` and `--seeds=100` say the same. */
function numberOf(parameters: ReadonlyArray<string>, name: string): number | null {
  const at = parameters.findIndex((parameter) => parameter === `--${name}` || parameter.startsWith(`--${name}=`))
  if (at === -1) return null
  const text = parameters[at]?.split("=")[1] ?? parameters[at + 1] ?? ""
  const number = Number(text.replaceAll(/[,_]/g, ""))
  if (!Number.isFinite(number) || number <= 0) throw new Error(`--${name} takes a number, not "${text}"`)
  return number
}
