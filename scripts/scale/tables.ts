import { COSTS, HABITS } from "./costs.ts"
import { chatProcesses, type Need, needOf, processes, reachOf, WALLS } from "./model.ts"

/** The stages of docs/scale.md, in daily people. */
export const STAGES = [10_000, 1_000_000, 10_000_000, 100_000_000] as const

/** Three digits at most, with a unit. */
export const short = (value: number, unit = ""): string => {
  const [factor, prefix] = (
    [
      [1e12, "T"],
      [1e9, "G"],
      [1e6, "M"],
      [1e3, "k"],
    ] as const
  ).find(([size]) => value >= size) ?? [1, ""]
  const scaled = value / factor
  const digits = scaled >= 10 ? 0 : scaled >= 0.1 ? 1 : 2
  return `${scaled.toFixed(digits).replace(/\.0+$/, "")}${prefix || unit ? ` ${prefix}${unit}` : ""}`
}

const words = (people: number): string =>
  people >= 1e6
    ? `${Number((people / 1e6).toPrecision(2))} million`
    : `${Number((people / 1e3).toPrecision(2))} thousand`

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`
const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [row(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(row)].join("\n")

const ROWS: ReadonlyArray<readonly [string, (need: Need) => string]> = [
  ["pages a second, at the peak", ({ pagesPerSecond }) => short(pagesPerSecond)],
  ["chat messages a second", ({ messagesPerSecond }) => short(messagesPerSecond)],
  ["commits a second", ({ commitsPerSecond }) => short(commitsPerSecond)],
  ["chat sockets", ({ sockets }) => short(sockets)],
  ["feeds", ({ feeds }) => short(feeds)],
  ["web: cores; processes", ({ webCores }) => `${short(webCores)}; ${processes(webCores)}`],
  ["chat: cores; processes", ({ chatCores, sockets }) => `${short(chatCores)}; ${chatProcesses(sockets, chatCores)}`],
  ["worker: cores", ({ workerCores }) => short(workerCores)],
  ["database: cores to read; to write", (need) => `${short(need.readingCores)}; ${short(need.writingCores)}`],
  ["memory of the processes", ({ processMemoryBytes }) => short(processMemoryBytes, "B")],
  ["disk, a year", ({ diskBytesYearly }) => short(diskBytesYearly, "B")],
  ["network, out, a second", ({ networkBytesPerSecond }) => short(networkBytesPerSecond, "B")],
]

/** Need by stage, walls by the size at which they come, and what both are computed from. */
export const scaleTables = (): string => {
  const needs = STAGES.map(needOf)
  const walls = WALLS.map((wall) => ({ wall, people: reachOf(wall) })).toSorted((a, b) => a.people - b.people)
  const firstOf = (stage: number, at: number) =>
    walls.find(({ people }) => people <= stage && people > (STAGES[at - 1] ?? 0))?.wall
  return [
    "### What each stage needs",
    table(
      ["", ...STAGES.map((people) => `${words(people)} daily`)],
      [
        ...ROWS.map(([name, of]) => [name, ...needs.map(of)]),
        ["**first bottleneck on the way**", ...STAGES.map((stage, at) => firstOf(stage, at)?.name ?? "none")],
      ],
    ),
    "### Where the walls are",
    table(
      ["daily people", "bottleneck", "what removes it"],
      walls.map(({ wall, people }) => [words(people), wall.name, wall.remedy]),
    ),
    "### Unit costs",
    table(
      ["cost", "figure", "source"],
      Object.entries(COSTS).map(([name, { value, unit, source }]) => [
        `\`${name}\``,
        `${short(value)} ${unit}`,
        source,
      ]),
    ),
    "### Habits",
    table(
      ["a person, daily", "figure", "meaning"],
      Object.entries(HABITS).map(([name, { value, note }]) => [`\`${name}\``, String(value), note]),
    ),
  ].join("\n\n")
}
