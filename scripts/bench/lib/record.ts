import { globSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { withTable } from "../../run/configuration.ts"
import { root } from "../../run/root.ts"
import { type Bench, type Figures, meetsGoal } from "./Bench.ts"
import { goalText, shown } from "./report.ts"

/** The newest measurement of a figure. `parameters` are those of its run; none for a full run. */
interface Recorded {
  readonly figure: number
  /** Day in UTC, such as 2026-11-28. */
  readonly date: string
  readonly parameters?: string
}
/** Recorded figures by bench and key. */
type Records = Readonly<Record<string, Readonly<Record<string, Recorded>>>>

const file = join(import.meta.dirname, "..", "figures.json")
const directory = join(import.meta.dirname, "..")

/** The names of all benches, sorted. */
export const benchNames = (): ReadonlyArray<string> =>
  globSync("*.bench.ts", { cwd: directory })
    .map((each) => basename(each, ".bench.ts"))
    .sort()

export const loadBench = async (name: string): Promise<Bench> =>
  ((await import(join(directory, `${name}.bench.ts`))) as { default: Bench }).default

/** Keeps the figures of a run in scripts/bench/figures.json. Figures that the run did not measure stay. */
export function record(name: string, figures: Figures, at: { date: string; parameters: ReadonlyArray<string> }): void {
  const records = readRecords()
  const parameters = at.parameters.length > 0 ? { parameters: at.parameters.join(" ") } : {}
  const measured = Object.entries({ ...figures.ratios, ...figures.absolute }).map(([key, figure]) => [
    key,
    { figure: Number(figure.toPrecision(4)), date: at.date, ...parameters } satisfies Recorded,
  ])
  const all = { ...records, [name]: { ...records[name], ...Object.fromEntries(measured) } }
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b)))
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`)
}

/** Writes the tables of docs/benchmarks.md. */
export async function documentBenchmarks(): Promise<void> {
  const page = join(root, "docs", "benchmarks.md")
  writeFileSync(page, withTable(readFileSync(page, "utf8"), await benchmarkTables()))
}

/** The tables of docs/benchmarks.md: every goal beside the newest recorded figure. */
export async function benchmarkTables(): Promise<string> {
  const records = readRecords()
  const benches = await Promise.all(
    benchNames().map(async (name) => ({ name, bench: await loadBench(name), recorded: records[name] ?? {} })),
  )
  const rows = benches.flatMap(({ name, bench, recorded }) => bench.goals.map((goal) => ({ name, goal, recorded })))
  const missed = rows.filter(({ goal, recorded }) => {
    const figure = recorded[goal.key]?.figure
    return figure !== undefined && !meetsGoal(goal, figure)
  })
  const unmeasured = rows.filter(({ goal, recorded }) => recorded[goal.key] === undefined)
  return [
    `Of ${rows.length} goals, ${rows.length - missed.length - unmeasured.length} are met, ${missed.length} missed and ` +
      `${unmeasured.length} not recorded yet.`,
    ...benches
      .filter(({ bench }) => bench.goals.length > 0)
      .map(({ name, bench, recorded }) => `## ${name}\n\n${sentence(bench.about)}\n\n${tableOf(bench, recorded)}`),
  ].join("\n\n")
}

const tableOf = ({ goals }: Bench, recorded: Readonly<Record<string, Recorded>>): string =>
  [
    "| figure | goal | measured | | when |",
    "|---|---|---|---|---|",
    ...goals.map((goal) => {
      const one = recorded[goal.key]
      if (!one) return `| \`${goal.key}\` | ${goalText(goal)} | | not recorded | |`
      const result = meetsGoal(goal, one.figure) ? "met" : "**missed**"
      const when = one.parameters === undefined ? one.date : `${one.date}, \`${one.parameters}\``
      return `| \`${goal.key}\` | ${goalText(goal)} | ${shown(one.figure)} | ${result} | ${when} |`
    }),
  ].join("\n")

const sentence = (about: string): string => `${about.charAt(0).toUpperCase()}${about.slice(1)}.`

const readRecords = (): Records => JSON.parse(readFileSync(file, "utf8")) as Records
