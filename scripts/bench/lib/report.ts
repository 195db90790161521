import { cpus, totalmem } from "node:os"
import { type Bench, type Figures, type Goal, meetsGoal } from "./Bench.ts"

/** Formats a table of figures beside their goals; figures without a goal come last. */
export function table({ goals }: Pick<Bench, "goals">, { ratios, absolute, leftOut = [] }: Figures): string {
  const figures = [...entries("ratio", ratios), ...entries("absolute", absolute)]
  const rows = figures.map(({ kind, key, figure }) => {
    const goal = goals.find((one) => one.kind === kind && one.key === key)
    return [
      key,
      kind,
      shown(figure),
      goal ? goalText(goal) : "",
      goal ? (meetsGoal(goal, figure) ? "met" : "MISSED") : "",
    ]
  })
  const missing = goals.filter(({ kind, key }) => !figures.some((one) => one.kind === kind && one.key === key))
  for (const goal of missing)
    rows.push([goal.key, goal.kind, "(none)", goalText(goal), leftOut.includes(goal) ? "left out" : "MISSED"])
  return columns([["figure", "kind", "measured", "goal", ""], ...rows])
}

/** The last line of a run with `--json`. */
export const jsonLine = (bench: string, { ratios, absolute }: Figures): string =>
  JSON.stringify({ bench, ratios, absolute, machine: machine() })

/** The machine that was measured. */
export function machine() {
  const [first] = cpus()
  return {
    cpus: cpus().length,
    cpu: first?.model.trim() ?? "unknown",
    memory_gb: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
  }
}

const entries = (kind: Goal["kind"], figures: Readonly<Record<string, number>>) =>
  Object.entries(figures).map(([key, figure]) => ({ kind, key, figure }))

/** "<= 5" for at most 5. */
export const goalText = ({ at, value }: Goal): string => `${at === "least" ? ">=" : "<="} ${value}`

/** Four significant digits, thousands with separators. */
export const shown = (figure: number): string =>
  Math.abs(figure) >= 1000 ? Math.round(figure).toLocaleString("en") : String(Number(figure.toPrecision(4)))

function columns(rows: ReadonlyArray<ReadonlyArray<string>>): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n")
}
