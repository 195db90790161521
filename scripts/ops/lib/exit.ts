/** What a command's exit code tells scripts. Wrong usage is 2, as the command line library has it. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  /** Only the plan was printed, or a comparison found differences: nothing was changed. */
  nothingDone: 3,
} as const

/** A command that cannot be carried out as it was given, said in one line. */
export class Refused extends Error {
  override readonly name = "Refused"
  readonly exitCode: number

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message)
    this.exitCode = exitCode
  }
}
