/** What a benchmark has to reach. Names of keys do not change once given. */
export interface Goal {
  readonly key: string
  /** A ratio compares with a yardstick of the same run; an absolute figure depends on the machine. */
  readonly kind: "ratio" | "absolute"
  readonly at: "least" | "most"
  readonly value: number
}

export interface Figures {
  readonly ratios: Readonly<Record<string, number>>
  readonly absolute: Readonly<Record<string, number>>
  /** Goals that this run was told to leave out. */
  readonly leftOut?: ReadonlyArray<Goal>
}

/** What a benchmark may use; everything it takes is given back at the end of the run. */
export interface BenchContext {
  /** One line about what goes on, on standard error. */
  readonly say: (line: string) => void
  /** Parameters after the name: `npm run bench -- torture --events=1000000`. */
  readonly parameters: ReadonlyArray<string>
  /** An embedded PostgreSQL of its own with every commit on disk; the answer is the URL of a migrated database. */
  readonly database: () => Promise<string>
  /** Does something at the end of the run, last things first. */
  readonly defer: (undo: () => Promise<unknown> | unknown) => void
}

/** The default export of scripts/bench/<name>.bench.ts. */
export interface Bench {
  readonly about: string
  readonly goals: ReadonlyArray<Goal>
  readonly run: (context: BenchContext) => Promise<Figures>
}

export const atLeast = (kind: Goal["kind"], key: string, value: number): Goal => ({ kind, key, at: "least", value })
export const atMost = (kind: Goal["kind"], key: string, value: number): Goal => ({ kind, key, at: "most", value })

export const isMet = (goal: Goal, figure: number): boolean =>
  goal.at === "least" ? figure >= goal.value : figure <= goal.value
