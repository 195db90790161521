/** The goals of a benchmark. Published keys never change. */
export interface Goal {
  readonly key: string
  /** A ratio compares with a baseline of the same run; an absolute figure depends on the machine. */
  readonly kind: "ratio" | "absolute"
  readonly at: "least" | "most"
  readonly value: number
}

export interface Figures {
  readonly ratios: Readonly<Record<string, number>>
  readonly absolute: Readonly<Record<string, number>>
  /** Goals skipped by this run. */
  readonly leftOut?: ReadonlyArray<Goal>
}

/** The resources available to a benchmark. All are released at the end of the run. */
export interface BenchContext {
  /** Writes a progress line to standard error. */
  readonly log: (line: string) => void
  /** Parameters after the name: `npm run bench -- torture --events=1000000`. */
  readonly parameters: ReadonlyArray<string>
  /** Starts an embedded PostgreSQL that flushes every commit to disk. Resolves with the URL of a migrated database. */
  readonly database: () => Promise<string>
  /** Registers a cleanup for the end of the run, in reverse order. */
  readonly defer: (undo: () => Promise<unknown> | unknown) => void
}

/** The default export of scripts/bench/<name>.bench.ts. */
export interface Bench {
  readonly about: string
  readonly goals: ReadonlyArray<Goal>
  readonly run: (context: BenchContext) => Promise<Figures>
}

export const goalMin = (kind: Goal["kind"], key: string, value: number): Goal => ({ kind, key, at: "least", value })
export const goalMax = (kind: Goal["kind"], key: string, value: number): Goal => ({ kind, key, at: "most", value })

export const meetsGoal = (goal: Goal, figure: number): boolean =>
  goal.at === "least" ? figure >= goal.value : figure <= goal.value
