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
