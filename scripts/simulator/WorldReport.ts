import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs"
import { dirname } from "node:path"

type Line = WorldReport & { readonly requested: number }

/**
 * A file with one JSON line per finished world, so that an interrupted run keeps its results.
 * @param requested operations per world; worlds of another size belong to another run
 */
export const openWorldLog = (path: string, requested: number) => {
  mkdirSync(dirname(path), { recursive: true })
  return {
    /** Worlds finished earlier, by seed. */
    read: (): ReadonlyMap<number, WorldReport> => {
      if (!existsSync(path)) return new Map()
      const lines = readFileSync(path, "utf8").split("\n").filter(Boolean)
      const worlds = lines.map((line) => JSON.parse(line) as Line).filter((line) => line.requested === requested)
      return new Map(worlds.map((world) => [world.seed, world]))
    },
    add: (report: WorldReport): void =>
      appendFileSync(path, `${JSON.stringify({ ...report, requested } satisfies Line)}\n`),
  }
}

const DETAILS_MAX = 100

/** A world failed. The message contains everything needed to reproduce it. */
export class WorldFailed extends Error {
  override readonly name = "WorldFailed"

  constructor(found: {
    readonly seed: number
    readonly operation: number
    readonly why: string
    readonly details: ReadonlyArray<string>
    readonly last: ReadonlyArray<string>
  }) {
    const { seed, operation, why, details, last } = found
    super(
      [
        `seed ${seed}, operation ${operation}: ${why}`,
        ...details.slice(0, DETAILS_MAX).map((detail) => `  ${detail}`),
        "the last operations:",
        ...last.map((line) => `  ${line}`),
      ].join("\n"),
    )
  }
}

/** The counts of one or more successful worlds; all of them can be added. */
export type WorldReport = {
  readonly seed: number
  readonly operations: number
  readonly seconds: number
  readonly kills: Readonly<Record<string, number>>
  /** Answers by name: `Done` and refusals. */
  readonly answers: Readonly<Record<string, number>>
  readonly figures: Readonly<Record<string, number>>
}

type Counts = Readonly<Record<string, number>>

/** Adds the reports of several worlds. */
export const sumOf = (reports: ReadonlyArray<WorldReport>): Omit<WorldReport, "seed"> => ({
  operations: total(reports.map(({ operations }) => operations)),
  seconds: total(reports.map(({ seconds }) => seconds)),
  kills: added(reports.map(({ kills }) => kills)),
  answers: added(reports.map(({ answers }) => answers)),
  figures: added(reports.map(({ figures }) => figures)),
})

export const killsOf = ({ kills }: Pick<WorldReport, "kills">): number => total(Object.values(kills))

const total = (counts: ReadonlyArray<number>): number => counts.reduce((sum, count) => sum + count, 0)

const added = (all: ReadonlyArray<Counts>): Counts => {
  const sums: Record<string, number> = {}
  for (const counts of all) for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count
  return sums
}
