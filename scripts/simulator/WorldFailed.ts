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
