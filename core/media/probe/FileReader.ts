/** Reads an unknown file in pieces. Ranges beyond its end are cut. */
export type FileReader = {
  readonly length: number
  readonly read: (first: number, length: number) => Promise<Buffer>
}

/** The file cannot be accepted. The message is one of MediaProblem. */
export class UnfitFile extends Error {
  readonly problem: "unknown" | "damaged" | "complex" | "container" | "codec" | "silent"
  readonly detail: string | null
  constructor(problem: UnfitFile["problem"], detail: string | null = null) {
    super(detail === null ? problem : `${problem}: ${detail}`)
    this.problem = problem
    this.detail = detail
  }
}
