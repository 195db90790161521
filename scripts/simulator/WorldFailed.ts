const DETAILS_MAX = 100

/** Something was wrong in a world. The message says all that is needed to see it again. */
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
